import express, { type NextFunction, type Request, type Response } from 'express';
import { AppError } from '../domain/errors.ts';

/** Deeper values are refused: those who walk them would run out of stack. */
const maxDepth = 64;

/**
 * Reads JSON bodies, in this order: larger than the limit 413, another content type 415, no JSON 400.
 * A request without a body counts as `{}`, whatever it says it sends.
 */
export function jsonBody(maxBytes: number) {
  const parse = express.json({ limit: maxBytes, type: () => true });
  return (req: Request, res: Response, next: NextFunction) => {
    if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'DELETE') return next();
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) {
      throw new AppError('body_too_large', `the body has more than the ${maxBytes} bytes this path takes`);
    }
    if (!hasBody(req)) {
      req.body = {};
      req.headers['content-type'] = 'application/json';
      return next();
    }
    requireJson(req.headers['content-type']);
    parse(req, res, (error?: unknown) => next(error ?? problemOf(req)));
  };
}

/** What is wrong with a body that was parsed. It is given and not thrown: nobody catches what a parser's callback throws. */
function problemOf(req: Request): AppError | undefined {
  req.headers['content-type'] = 'application/json';
  return objectProblem(req.body);
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function requireJson(contentType: string | undefined): void {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  throw new AppError(
    'unsupported_media_type',
    `send JSON with Content-Type: application/json${type ? `, not ${type}` : ''}`,
  );
}

function objectProblem(body: unknown): AppError | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return invalid('must be a JSON object');
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return invalid(`must not be nested deeper than ${maxDepth} levels`);
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    // Schemas drop this name in silence, because it would change what the object is.
    if (objects.some((object) => Object.hasOwn(object, '__proto__'))) {
      return invalid('must not have a member called __proto__');
    }
    level = objects.flatMap((object) => Object.values(object));
  }
  return undefined;
}

function invalid(message: string): AppError {
  return new AppError('validation_failed', `the body ${message}`, { errors: [{ path: '', message }] });
}

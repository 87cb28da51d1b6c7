import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type Response } from 'express';
import { AppError, fieldPath } from '../../domain/errors.ts';
import { sendContinue } from '../routes/send-continue.ts';

/** Deeper values are refused: those who walk them would run out of stack. */
const maxDepth = 64;

/**
 * Reads JSON bodies, in this order: larger than the limit 413, another content type 415, no JSON 400.
 * A request without a body counts as `{}`, whatever it says it sends.
 */
export function jsonBody(maxBytes: number) {
  const parse = express.json({
    limit: maxBytes,
    type: () => true,
    // What is not an object gets an error that says so; the parser would call it "not JSON".
    strict: false,
    verify(_req, _res, bytes) {
      // The decoder would put U+FFFD where the bytes are no characters, and nobody would know.
      if (!isUtf8(bytes)) throw new Error('not UTF-8');
    },
  });
  return (req: Request, res: Response, next: NextFunction) => {
    if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'DELETE') return next();
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) {
      throw new AppError(
        'body_too_large',
        `the body is larger than the limit of ${maxBytes} bytes for this path`,
      );
    }
    if (!hasBody(req)) {
      req.body = {};
      req.headers['content-type'] = 'application/json';
      return next();
    }
    requireJson(req.headers['content-type']);
    sendContinue(req, res);
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
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    throw new AppError('unsupported_media_type', `the body has the charset ${charset}: send JSON in UTF-8`);
  }
  if (type === 'application/json') return;
  throw new AppError(
    'unsupported_media_type',
    `send JSON with Content-Type: application/json${type ? `, not ${type}` : ''}`,
  );
}

function objectProblem(body: unknown): AppError | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const found = body === null ? 'null' : Array.isArray(body) ? 'an array' : `a ${typeof body}`;
    return invalid(`must be a JSON object, not ${found}`);
  }
  const fault = faultIn(body, 0);
  if (fault === undefined) return undefined;
  if (fault.path === null) return invalid(fault.message);
  const path = fieldPath(fault.path.toReversed());
  return new AppError('validation_failed', `${path} ${fault.message}`, {
    errors: [{ path, message: fault.message }],
  });
}

/** What no schema would notice. `path` is from the inside out; null for the body as a whole. */
type Fault = { path: PropertyKey[] | null; message: string };

function faultIn(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string')
    return loneSurrogate.test(value) ? { path: [], message: halfCharacter } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > maxDepth) {
    return { path: null, message: `must not be nested deeper than ${maxDepth} levels` };
  }
  // Schemas drop this name in silence, because it would change what the object is.
  if (Object.hasOwn(value, '__proto__')) {
    return { path: null, message: 'must not have a member named __proto__' };
  }
  for (const [key, member] of Object.entries(value)) {
    if (loneSurrogate.test(key)) return { path: [], message: `has a member whose name ${halfCharacter}` };
    const fault = faultIn(member, depth + 1);
    if (fault === undefined) continue;
    fault.path?.push(Array.isArray(value) ? Number(key) : key);
    return fault;
  }
  return undefined;
}

/** Matches no half of a pair, which is one character here. */
const loneSurrogate = /\p{Surrogate}/u;

/** Stores keep text as UTF-8, where a lone surrogate has no place and would become U+FFFD. */
const halfCharacter = 'has half of a character (a lone surrogate such as \\ud800): send whole characters';

function invalid(message: string): AppError {
  return new AppError('validation_failed', `the body ${message}`, { errors: [{ path: '', message }] });
}

import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type Response } from 'express';
import { AppError, fieldPath } from '../../domain/errors.ts';
import { sendContinue } from '../routes/send-continue.ts';

/**
 * The maximum number of levels in a body. A deeper body is refused, because recursive functions would overflow the
 * stack on it.
 */
const maxDepth = 64;

/**
 * Reads JSON bodies. The errors are checked in this order: 413 if the body is larger than the limit, 415 for another
 * content type, 400 for invalid JSON. A missing body counts as `{}`, regardless of the content type.
 */
export function jsonBody(maxBytes: number) {
  const parse = express.json({
    limit: maxBytes,
    type: () => true,
    // With `strict`, the parser would report a number or a text as invalid JSON. `objectProblem` reports such a value
    // correctly.
    strict: false,
    verify(_req, _res, bytes) {
      // The decoder would silently replace invalid bytes by U+FFFD.
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

/**
 * Returns the problem with a parsed body, if there is one. The problem is not thrown, because nothing would catch an
 * error that is thrown in the callback of the parser.
 */
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

/**
 * A problem of a body that the schemas cannot detect. `path` lists the keys from the innermost to the outermost; null
 * means the whole body.
 */
type Fault = { path: PropertyKey[] | null; message: string };

function faultIn(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string')
    return loneSurrogate.test(value) ? { path: [], message: halfCharacter } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > maxDepth) {
    return { path: null, message: `must not be nested deeper than ${maxDepth} levels` };
  }
  // The schemas silently drop a member with the name `__proto__`, because it would change the object's prototype.
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

/** Matches only a lone surrogate: with the `u` flag a surrogate pair is one character. */
const loneSurrogate = /\p{Surrogate}/u;

/** The stores save text as UTF-8, in which a lone surrogate would be replaced by U+FFFD. */
const halfCharacter = 'has half of a character (a lone surrogate such as \\ud800): send whole characters';

function invalid(message: string): AppError {
  return new AppError('validation_failed', `the body ${message}`, { errors: [{ path: '', message }] });
}

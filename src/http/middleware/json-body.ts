import { setImmediate } from 'node:timers/promises';
import express, { type NextFunction, type Request, type Response } from 'express';
import { AppError, fieldPath } from '../../domain/errors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendContinue } from '../routes/send-continue.ts';
import { contextOf } from './request-context.ts';

/**
 * The maximum number of levels in a body. A deeper body is refused, because recursive functions would overflow the
 * stack on it.
 */
const maxDepth = 64;

/** The maximum characters of a name in a body. Answers repeat names, and compare unknown ones with those that exist. */
const maxNameLength = 1_000;

/** The maximum bytes of the body of an unknown caller: signing in and accepting an invitation need a few fields. */
const strangerBytes = 16_384;

/**
 * Reads JSON bodies. The errors are checked in this order: 413 if the body is larger than the limit, 415 for another
 * content type, 400 for invalid JSON. A missing body counts as `{}`, regardless of the content type. The body of an
 * unknown caller is small and not compressed. With `takesTexts`, the body can contain text files.
 */
export function jsonBody(settings: HttpDependencies['settings'], { takesTexts }: { takesTexts: boolean }) {
  const { LIMIT_BODY_BYTES, LIMIT_TEXT_BYTES, LIMIT_BODY_VALUES: values } = settings;
  const bytes = LIMIT_BODY_BYTES + (takesTexts ? 2 * LIMIT_TEXT_BYTES : 0);
  const type = () => true;
  const readKnown = express.raw({ limit: bytes, type });
  const readStranger = express.raw({ limit: Math.min(bytes, strangerBytes), type, inflate: false });
  return (req: Request, res: Response, next: NextFunction) => {
    if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'DELETE') return next();
    const isStranger = contextOf(req).caller === null;
    const most = isStranger ? Math.min(bytes, strangerBytes) : bytes;
    if (Number(req.headers['content-length'] ?? 0) > most) {
      throw new AppError(
        'body_too_large',
        `the body is larger than the limit of ${most} bytes for this path`,
      );
    }
    if (!hasBody(req)) {
      req.body = {};
      req.headers['content-type'] = 'application/json';
      return next();
    }
    requireJson(req.headers['content-type']);
    sendContinue(req, res);
    const read = isStranger ? readStranger : readKnown;
    read(req, res, (error?: unknown) => (error ? next(error) : void parse(req, values).then(next, next)));
  };
}

/**
 * Replaces the bytes of a body by its value. Returns the problem with the body, if there is one. Other requests are
 * answered between the steps for a large body.
 */
async function parse(req: Request, mostValues: number): Promise<AppError | undefined> {
  const bytes: unknown = req.body;
  req.headers['content-type'] = 'application/json';
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) {
    req.body = {};
    return undefined;
  }
  const pause = () => (bytes.length < largeBytes ? undefined : setImmediate());
  // Counted before the body is parsed, because a megabyte of empty objects takes a hundred times its size in memory.
  if (hasMoreValues(bytes, mostValues))
    return invalid(`must not have more than ${mostValues} values, counting lists, objects and their members`);
  try {
    await pause();
    const text = utf8.decode(bytes);
    await pause();
    req.body = JSON.parse(text);
    await pause();
  } catch (error) {
    return new AppError(
      'malformed_json',
      error instanceof SyntaxError
        ? `the body is not JSON: ${error.message}`
        : 'the body is not UTF-8: send JSON in UTF-8',
    );
  }
  return objectProblem(req.body);
}

/** From this size on, each step for a body takes more than a millisecond. */
const largeBytes = 512 * 1024;

/** Fatal, because a decoder otherwise silently replaces invalid bytes by U+FFFD. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const [quote, backslash, comma, list, object] = Buffer.from('"\\,[{');

/** Whether JSON has more values than `most`. Each list, object and comma outside of a text begins one. */
function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (byte === comma || byte === list || byte === object) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
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
    if (key.length > maxNameLength) {
      return { path: [], message: `has a member whose name is longer than ${maxNameLength} characters` };
    }
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

import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { compressed } from './middleware/compressed.ts';
import { contextOf } from './middleware/request-context.ts';

/** Shorter responses are sent uncompressed, in characters: the default of the compression library. */
const leastCompressed = 1024;

/**
 * Sends a complete JSON response, a long one in pieces, which are made as fast as the client takes them. Compression
 * observes every write and header of a response, so it is set up only for responses that may be compressed.
 */
export function sendJson(req: Request, res: Response, status: number, value: object): void {
  const pieces = jsonPieces(value);
  const body = pieces.next().value ?? '';
  const next = pieces.next();
  const counted = (piece: string) => {
    contextOf(req).bytes += Buffer.byteLength(piece);
    return piece;
  };
  function* all() {
    yield counted(body);
    if (!next.done) yield counted(next.value);
    for (const piece of pieces) yield counted(piece);
  }
  const send = () => (next.done ? res.end(counted(body)) : void Readable.from(all()).pipe(res));
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json');
  if (body.length < leastCompressed || req.headers['accept-encoding'] === undefined) {
    if (res.hasHeader('Vary')) res.vary('Accept-Encoding');
    else res.setHeader('Vary', 'Accept-Encoding');
    send();
  } else compressed(req, res, send);
}

/** The length from which a piece is complete, in characters. */
const pieceCharacters = 64 * 1024;
/** How many objects inside each other have their fields in different pieces. */
const deepest = 4;

/**
 * The pieces of what `JSON.stringify` returns for an object, made one at a time, so that other requests are answered
 * between them. A field of the outer objects, or an entry of a list in them, is never divided.
 */
export function* jsonPieces(value: object): Generator<string, void, undefined> {
  let piece = '';
  for (const part of partsOf(value, deepest)) {
    piece += part;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* partsOf(value: unknown, depth: number): Generator<string, void, undefined> {
  if (Array.isArray(value)) {
    let before = '[';
    for (const entry of value) {
      yield `${before}${JSON.stringify(entry) ?? 'null'}`;
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value);
  } else {
    let before = '{';
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined || typeof field === 'function' || typeof field === 'symbol') continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* partsOf(field, depth - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

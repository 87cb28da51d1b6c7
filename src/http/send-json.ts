import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { jsonPieces } from './json-pieces.ts';
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

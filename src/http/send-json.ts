import type { Request, Response } from 'express';
import { compressed } from './middleware/compressed.ts';
import { contextOf } from './middleware/request-context.ts';

/** Shorter responses are sent uncompressed, in bytes: the default of the compression library. */
const leastCompressed = 1024;

/**
 * Sends a complete JSON response. Compression observes every write and header of a response, so it is set up only for
 * responses that may be compressed.
 */
export function sendJson(req: Request, res: Response, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  const bytes = Buffer.byteLength(body);
  contextOf(req).bytes += bytes;
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json');
  if (bytes < leastCompressed || req.headers['accept-encoding'] === undefined) {
    if (res.hasHeader('Vary')) res.vary('Accept-Encoding');
    else res.setHeader('Vary', 'Accept-Encoding');
    res.end(body);
  } else compressed(req, res, () => res.end(body));
}

import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** How long a browser may keep the answer to a preflight, in seconds: as long as Chromium does at most. */
const preflightSeconds = 7_200;

const allowedHeaders = [
  'api-token',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'range',
  'x-request-id',
];

const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'x-request-id',
];

/**
 * Lets pages of the given origins (`*` is any) call us with a token of their own and read the answer. Cookies are never
 * allowed along, and a session counts for our own pages alone. Without origins nothing is added.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_req, _res, next) => next();
  const allows = (origin: string | undefined) =>
    origin !== undefined && (origins.includes('*') || origins.includes(origin));
  const handle = cors({
    origin: (origin, decide) => decide(null, allows(origin) ? origin : false),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders,
    exposedHeaders,
    maxAge: preflightSeconds,
  });
  return (req: Request, res: Response, next: NextFunction) => {
    res.vary('Origin');
    const isPreflight = req.headers['access-control-request-method'] !== undefined;
    if (req.method === 'OPTIONS' && !isPreflight) return next();
    return handle(req, res, next);
  };
}

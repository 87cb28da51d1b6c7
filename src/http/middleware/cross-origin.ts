import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * How long a browser may cache the response to a preflight request, in seconds. Chromium never caches such a response
 * for a longer time.
 */
const preflightSeconds = 7_200;

const allowedHeaders = (
  'api-token authorization content-type idempotency-key if-match if-none-match last-event-id ' +
  'mcp-protocol-version mcp-session-id range workspace x-request-id'
).split(' ');

const exposedHeaders = (
  'Accept-Ranges Allow Content-Disposition Content-Range ETag Idempotency-Replayed Link Location ' +
  'Mcp-Session-Id RateLimit RateLimit-Policy Retry-After x-request-id'
).split(' ');

/**
 * Lets pages of the given origins (`*` means any) call the API with a token and read the response. Cookies are never
 * allowed: a session is valid only for pages of this service. If `origins` is empty, no header is added.
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

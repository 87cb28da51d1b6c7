import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { contextOf } from './request-context.ts';

/**
 * Compresses responses with Brotli or gzip, whichever the client accepts. Events are not compressed, because each must
 * be sent at once. Users' files are not compressed (`no-transform`), because they are read in ranges, and most of them
 * are already compressed. Responses to requests with a session cookie are not compressed, because of the BREACH attack:
 * from the lengths of many compressed responses, a page of another site could guess a secret in them. Such a page can
 * make the browser send the session cookie, but not a token.
 */
export const compressed: RequestHandler = compression({
  filter(req: Request, res: Response) {
    if (/^text\/event-stream\b/.test(String(res.getHeader('Content-Type')))) return false;
    return contextOf(req).caller?.via !== 'session' && compression.filter(req, res);
  },
});

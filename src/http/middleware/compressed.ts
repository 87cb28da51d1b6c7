import compression from 'compression';
import type { Request, Response } from 'express';
import { contextOf } from './request-context.ts';

/**
 * Compresses responses that benefit from it, with br or gzip as the client accepts. Events are not compressed,
 * because each must be sent at once; users' files are not (`no-transform`), because they are read in ranges and
 * mostly compressed already. Responses to a browser's session are not compressed either. The length of a
 * compressed response shows how much of it repeats: if a response contains a secret and words of the request, a page
 * that makes the browser send many requests can find out the secret (the BREACH attack). Pages can make a browser
 * send its session, but not a token.
 */
export const compressed = compression({
  filter(req: Request, res: Response) {
    if (/^text\/event-stream\b/.test(String(res.getHeader('Content-Type')))) return false;
    return contextOf(req).caller?.via !== 'session' && compression.filter(req, res);
  },
});

import compression from 'compression';
import type { Request, Response } from 'express';
import { contextOf } from './request-context.ts';

/**
 * Compresses what is worth it, by br or gzip as the client takes it. Events are not, because each has to go out at once;
 * files of users are not (`no-transform`), because they are read in ranges and mostly compressed.
 *
 * Answers to a browser's session are not either. The length of a compressed answer says how much of it repeats: where an
 * answer holds a secret and words of the request, a page that makes the browser send many requests can find out the
 * secret (the BREACH attack). Pages can make a browser send its session, and nobody's token.
 */
export const compressed = compression({
  filter(req: Request, res: Response) {
    if (/^text\/event-stream\b/.test(String(res.getHeader('Content-Type')))) return false;
    return contextOf(req).caller?.via !== 'session' && compression.filter(req, res);
  },
});

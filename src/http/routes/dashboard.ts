import { join, sep } from 'node:path';
import express, { type RequestHandler } from 'express';

/**
 * The page where people sign in and make tokens, as it was built. The names of its scripts and styles change with
 * their content, so that browsers may keep them for good; the page itself is asked for anew each time, so that
 * after an upgrade nobody runs an old one.
 */
export function dashboard(packageFolder: string): RequestHandler {
  return express.static(join(packageFolder, 'dist', 'dashboard'), {
    setHeaders(res, path) {
      const named = path.includes(`${sep}dashboard${sep}page${sep}`);
      res.setHeader('Cache-Control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

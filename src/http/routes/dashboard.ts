import { join, sep } from 'node:path';
import express, { type RequestHandler } from 'express';

/**
 * The built dashboard. The names of its scripts and styles change with their content, so browsers may cache them
 * forever; the page itself is revalidated each time, so that nobody runs an old version after an upgrade.
 */
export function dashboard(packageFolder: string): RequestHandler {
  return express.static(join(packageFolder, 'dist', 'dashboard'), {
    setHeaders(res, path) {
      const named = path.includes(`${sep}dashboard${sep}page${sep}`);
      res.setHeader('Cache-Control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

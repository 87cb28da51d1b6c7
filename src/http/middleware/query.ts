import type { NextFunction, Request, Response } from 'express';
import { refuseInvalid } from '../../domain/errors.ts';

/**
 * Passes every query parameter to the procedures as a list of its values. The REST adapter drops a parameter with an
 * empty value, but not a list. So a misspelt parameter is rejected even if it has no value.
 */
export function everyParameter(req: Request, _res: Response, next: NextFunction): void {
  const at = req.url.indexOf('?');
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(at === -1 ? '' : req.url.slice(at))) {
    // The REST adapter copies the query to a plain object, in which `__proto__` is not an ordinary key.
    if (name === '__proto__')
      refuseInvalid([{ path: name, message: 'is not a query parameter of this path' }]);
    query[name] = [...(query[name] ?? []), value];
  }
  // Express parses the query again at each access of `req.query`, so an assignment would have no effect.
  Object.defineProperty(req, 'query', { value: query });
  next();
}

import type { NextFunction, Request, Response } from 'express';
import { refuseInvalid } from '../../domain/errors.ts';

/**
 * Gives the procedures every parameter of the query, each as the list of its values. The adapter drops empty texts, so
 * that a misspelt name without a value would pass in silence.
 */
export function everyParameter(req: Request, _res: Response, next: NextFunction): void {
  const at = req.url.indexOf('?');
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(at === -1 ? '' : req.url.slice(at))) {
    // The adapter's plain object would take it for something else.
    if (name === '__proto__')
      refuseInvalid([{ path: name, message: 'is not a query parameter of this path' }]);
    query[name] = [...(query[name] ?? []), value];
  }
  // Express makes the query anew whenever it is asked for.
  Object.defineProperty(req, 'query', { value: query });
  next();
}

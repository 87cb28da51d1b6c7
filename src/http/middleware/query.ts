import type { NextFunction, Request, Response } from 'express';
import { refuseInvalid } from '../../domain/errors.ts';

/**
 * Passes every query parameter to the procedures as the list of its values. The adapter drops empty texts, so that a
 * misspelt name without a value would go unnoticed.
 */
export function everyParameter(req: Request, _res: Response, next: NextFunction): void {
  const at = req.url.indexOf('?');
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(at === -1 ? '' : req.url.slice(at))) {
    // The adapter would misread a plain object.
    if (name === '__proto__')
      refuseInvalid([{ path: name, message: 'is not a query parameter of this path' }]);
    query[name] = [...(query[name] ?? []), value];
  }
  // Express creates a new query object at each access.
  Object.defineProperty(req, 'query', { value: query });
  next();
}

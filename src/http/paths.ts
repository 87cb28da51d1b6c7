import type { NextFunction, Request, Response } from 'express';
import { createProcedureCache } from 'trpc-to-openapi';
import type { AppRouter } from '../api/router.ts';
import { AppError, refuseInvalid } from '../domain/errors.ts';
import { contextOf } from './request-context.ts';

/** Paths that are served beside the procedures, as documented: `/files` takes POST. `{id}` stands for any part. */
export type NativePath = { path: string; method: 'GET' | 'POST' };

type Found = { route: string; parameters: readonly string[] };

type Method = (typeof methods)[number];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Answers what no procedure would answer well: an unknown path is 404, a known one with another method 405 with
 * `Allow`; HEAD goes the way of GET.
 */
export function knownPaths(router: AppRouter, native: readonly NativePath[]) {
  const procedureAt = createProcedureCache(router);

  const find = (method: Method, path: string): Found | null => {
    const plain = path.replace(/\/+$/, '').toLowerCase();
    const own = native.find((entry) => entry.method === method && isAt(entry.path, plain));
    if (own) return { route: own.path, parameters: [] };
    const found = procedureAt(method, path.replace(/\/+$/, ''));
    if (!found?.procedure) return null;
    return { route: found.procedure.path, parameters: Object.keys(found.pathInput) };
  };

  return (req: Request, res: Response, next: NextFunction) => {
    const method = methods.find((known) => known === (req.method === 'HEAD' ? 'GET' : req.method));
    const found = method && find(method, req.path);
    if (method && found) {
      req.method = method;
      Object.assign(contextOf(req), { route: `${method} ${found.route}`, pathParameters: found.parameters });
      return next();
    }
    const allowed = methods.filter((other) => find(other, req.path) !== null);
    if (allowed.length === 0) {
      throw new AppError('path_not_found', `there is nothing at ${req.baseUrl}${req.path}`);
    }
    res.setHeader('Allow', [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', '));
    throw new AppError('method_not_allowed', `${req.method} is not possible here: use ${allowed.join(', ')}`);
  };
}

/** Whether a path is the documented one, where `{id}` stands for any part. */
function isAt(documented: string, path: string): boolean {
  const [parts, given] = [documented.split('/'), path.split('/')];
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at])
  );
}

/**
 * Refuses fields that nobody would read: those named like a part of the path, which the path would override
 * in silence, and query parameters of requests that take a body.
 */
export function refuseUnheard(req: Request, _res: Response, next: NextFunction) {
  const { pathParameters } = contextOf(req);
  const query = req.url.includes('?') ? Object.keys(req.query) : [];
  const takesBody = req.method !== 'GET' && req.method !== 'DELETE';
  const body: unknown = req.body;
  const fields = takesBody && typeof body === 'object' && body !== null ? Object.keys(body) : [];
  refuseInvalid([
    ...query
      .filter((name) => takesBody || pathParameters.includes(name))
      .map((name) => ({ path: name, message: 'is not a query parameter of this path' })),
    ...fields
      .filter((name) => pathParameters.includes(name))
      .map((name) => ({ path: name, message: 'is not a field' })),
  ]);
  next();
}

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createProcedureCache } from 'trpc-to-openapi';
import { operations } from '../api/operations.ts';
import type { AppRouter } from '../api/router.ts';
import { AppError, refuseInvalid } from '../domain/errors.ts';
import { contextOf, type Route } from './middleware/request-context.ts';

/** A documented path outside the procedures: `{id}` matches any segment. */
export type NativePath = {
  path: string;
  method: 'GET' | 'POST';
  serve: RequestHandler;
  takesTickets?: true;
};

/** Finds the handler of a path. */
export type Routes = { find(method: string, path: string): Route | null; methodsAt(path: string): string[] };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function routesOf(router: AppRouter, native: readonly NativePath[]): Routes {
  const procedureAt = createProcedureCache(router);
  const withTexts = new Set(
    operations().flatMap(({ procedure, meta }) => (meta.takesTexts ? procedure : [])),
  );
  const patterns = native.map((entry) => ({ ...entry, pattern: patternOf(entry.path) }));

  function find(method: string, path: string): Route | null {
    for (const { path: name, pattern, serve, takesTickets = false, ...entry } of patterns) {
      const parameters = entry.method === method ? pattern.exec(path) : null;
      if (parameters) {
        return { name, parameters: { ...parameters.groups }, serve, takesTexts: false, takesTickets };
      }
    }
    const known = methods.find((one) => one === method);
    const found = known && procedureAt(known, path);
    if (!found?.procedure) return null;
    const { path: name } = found.procedure;
    const parameters = found.pathInput;
    return { name, parameters, serve: null, takesTexts: withTexts.has(name), takesTickets: false };
  }

  return { find, methodsAt: (path) => methods.filter((method) => find(method, path) !== null) };
}

/**
 * Records the handler of the request; later code uses this path and no other spelling of it. HEAD is processed like
 * GET.
 */
export function matchRoute(routes: Routes) {
  return (req: Request, _res: Response, next: NextFunction) => {
    const url = new URL(`http://localhost${req.url}`);
    const path = url.pathname.replace(/(?<=.)\/+$/, '');
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const matched = routes.find(method, path);
    if (matched) {
      req.method = method;
      req.url = `${path}${url.search}`;
      Object.assign(contextOf(req), { matched, route: `${method} ${matched.name}` });
    }
    next();
  };
}

/** Refuses paths without a handler: an unknown path is 404, a known one with another method 405 with `Allow`. */
export function requireRoute(routes: Routes) {
  return (req: Request, res: Response, next: NextFunction) => {
    if (contextOf(req).matched !== null) return next();
    const allowed = routes.methodsAt(req.path.replace(/(?<=.)\/+$/, ''));
    if (allowed.length === 0) {
      throw new AppError('path_not_found', `there is nothing at ${req.baseUrl}${req.path}`);
    }
    res.setHeader('Allow', [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', '));
    throw new AppError('method_not_allowed', `${req.method} is not possible here: use ${allowed.join(', ')}`);
  };
}

function patternOf(documented: string): RegExp {
  return new RegExp(`^${documented.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`, 'i');
}

/**
 * Refuses fields that would be ignored: those named like a part of the path, which the path would silently override,
 * and query parameters of requests with a body.
 */
export function rejectUnknownParameters(req: Request, _res: Response, next: NextFunction) {
  const { matched } = contextOf(req);
  const inPath = Object.keys(matched?.parameters ?? {});
  const query = req.url.includes('?') ? Object.keys(req.query) : [];
  const takesBody = req.method !== 'GET' && req.method !== 'DELETE';
  const body: unknown = req.body;
  const fields = takesBody && typeof body === 'object' && body !== null ? Object.keys(body) : [];
  refuseInvalid([
    ...query
      .filter((name) => takesBody || inPath.includes(name))
      .map((name) => ({ path: name, message: 'is not a query parameter of this path' })),
    ...fields
      .filter((name) => inPath.includes(name))
      .map((name) => ({ path: name, message: 'is not a field' })),
  ]);
  next();
}

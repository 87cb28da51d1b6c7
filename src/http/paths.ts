import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createProcedureCache } from 'trpc-to-openapi';
import { operations } from '../api/operations.ts';
import type { AppRouter } from '../api/router.ts';
import { AppError, refuseInvalid } from '../domain/errors.ts';
import { contextOf, type Route } from './middleware/request-context.ts';

/** A documented path that is not served by a procedure. `{id}` in the path matches any one segment. */
export type NativePath = {
  path: string;
  method: 'GET' | 'POST';
  serve: RequestHandler;
  takesTickets?: true;
  /** Whether the path is served without a token. */
  isPublic?: true;
};

/**
 * `find` returns the route of a method and path, null if there is none. `methodsAt` returns the methods that a path
 * supports.
 */
export type Routes = { find(method: string, path: string): Route | null; methodsAt(path: string): string[] };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function routesOf(router: AppRouter, native: readonly NativePath[]): Routes {
  const procedureAt = createProcedureCache(router);
  const withTexts = new Set(
    operations().flatMap(({ procedure, meta }) => (meta.takesTexts ? procedure : [])),
  );
  const fixed = new Set<string>(
    operations().flatMap(({ meta: { openapi } }) => (openapi.path.includes('{') ? [] : openapi.path)),
  );
  const patterns = native.map((entry) => ({ ...entry, pattern: patternOf(entry.path) }));

  function find(method: string, path: string): Route | null {
    for (const { path: name, pattern, serve, takesTickets = false, isPublic = false, ...entry } of patterns) {
      const parameters = entry.method === method ? pattern.exec(path) : null;
      if (parameters) {
        return {
          name,
          parameters: { ...parameters.groups },
          serve,
          takesTexts: false,
          takesTickets,
          isPublic,
        };
      }
    }
    const known = methods.find((one) => one === method);
    const found = known && procedureAt(known, path);
    if (!found?.procedure) return null;
    const { path: name } = found.procedure;
    const parameters = found.pathInput;
    // "lint" in /politics/lint is not an id, whatever the method.
    if (fixed.has(path.toLowerCase()) && Object.keys(parameters).length > 0) return null;
    return {
      name,
      parameters,
      serve: null,
      takesTexts: withTexts.has(name),
      takesTickets: false,
      isPublic: false,
    };
  }

  return { find, methodsAt: (path) => methods.filter((method) => find(method, path) !== null) };
}

/**
 * Stores the route of the request in the context of the request. Later handlers use the route, because the same path
 * can be spelt in several ways. HEAD is processed like GET.
 */
export function matchRoute(routes: Routes) {
  return (req: Request, _res: Response, next: NextFunction) => {
    const url = new URL(`http://localhost${req.url}`);
    const path = withoutTrailingSlashes(url.pathname);
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

function withoutTrailingSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '') || '/';
}

/**
 * Refuses requests without a route: with 404 if the path is unknown, and with 405 and the header `Allow` if the path
 * does not support the method.
 */
export function requireRoute(routes: Routes) {
  return (req: Request, res: Response, next: NextFunction) => {
    if (contextOf(req).matched !== null) return next();
    const allowed = routes.methodsAt(withoutTrailingSlashes(req.path));
    if (allowed.length === 0) {
      throw new AppError('path_not_found', `there is nothing at ${req.baseUrl}${req.path}`);
    }
    res.setHeader('Allow', [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', '));
    throw new AppError('method_not_allowed', `${req.method} is not possible here: use ${allowed.join(', ')}`);
  };
}

function patternOf(documented: string): RegExp {
  return new RegExp(`^${documented.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`, 'i');
}

/**
 * Refuses fields that the REST adapter would silently ignore: any query parameter of a request that takes a body, and
 * any field or query parameter with the name of a parameter in the path.
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

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { operations } from '../api/operations.ts';
import { AppError } from '../domain/errors.ts';
import { requireRight } from '../domain/records/owned.ts';
import type { Right } from '../domain/records/rights.ts';
import { compose } from './compose.ts';
import { compressed } from './middleware/compressed.ts';
import { countBytes } from './middleware/rate-limit.ts';
import { contextOf, type Route } from './middleware/request-context.ts';

/** A documented path that is not served by a procedure. `{id}` in the path matches any one segment. */
export type NativePath = {
  path: string;
  method: 'GET' | 'POST';
  serve: RequestHandler;
  /** What the caller must be allowed to do; absent for a public path. */
  needs?: Right;
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

type Endpoint = Omit<Route, 'parameters'>;
/** A segment of a documented path: the name of a parameter, or a text in lower case. */
type Segment = { text: string; isParameter: boolean };

/**
 * Creates the table of all documented paths once, so that a request compares its path only with the few paths of its
 * method and length.
 */
export function routesOf(native: readonly NativePath[]): Routes {
  const table = new Map<string, { segments: Segment[]; endpoint: Endpoint }[]>();
  const keyOf = (method: string, segments: readonly unknown[]) => `${method} ${segments.length}`;
  function add(method: string, path: string, endpoint: Endpoint): void {
    const segments = segmentsOf(path);
    const key = keyOf(method, segments);
    table.set(key, [...(table.get(key) ?? []), { segments, endpoint }]);
  }

  for (const { path, method, serve, needs, takesTickets = false, isPublic = false } of native) {
    add(method, path, {
      name: path,
      serve: compose(compressed, countBytes, needs === undefined ? serve : allowed(needs, serve)),
      takesTexts: false,
      takesTickets,
      isPublic,
    });
  }
  for (const { procedure, meta } of operations()) {
    const { method, path } = meta.openapi;
    const takesTexts = meta.takesTexts ?? false;
    const rest = { serve: null, takesTickets: false, isPublic: false };
    add(method, path, { name: procedure, takesTexts, ...rest });
  }
  const fixed = new Set<string>(
    operations().flatMap(({ meta: { openapi } }) => (openapi.path.includes('{') ? [] : openapi.path)),
  );

  function find(method: string, path: string): Route | null {
    const given = path.slice(1).split('/');
    for (const { segments, endpoint } of table.get(keyOf(method, given)) ?? []) {
      const parameters = parametersIn(given, segments);
      if (parameters === null) continue;
      // "lint" in /politics/lint is not an id, whatever the method.
      const isFixed = endpoint.serve === null && fixed.has(path.toLowerCase());
      return isFixed && Object.keys(parameters).length > 0 ? null : { ...endpoint, parameters };
    }
    return null;
  }

  return { find, methodsAt: (path) => methods.filter((method) => find(method, path) !== null) };
}

function segmentsOf(documented: string): Segment[] {
  const parts = documented.slice(1).split('/');
  return parts.map((part) =>
    part.startsWith('{')
      ? { text: part.slice(1, -1), isParameter: true }
      : { text: part.toLowerCase(), isParameter: false },
  );
}

/** Returns the parameters of a path with these segments; null if the path has other segments. */
function parametersIn(given: readonly string[], segments: readonly Segment[]): Record<string, string> | null {
  const parameters: Record<string, string> = {};
  const fits = segments.every(({ text, isParameter }, at) => {
    const found = given[at] ?? '';
    if (!isParameter) return found === text || found.toLowerCase() === text;
    parameters[text] = found;
    return found !== '';
  });
  return fits ? parameters : null;
}

/**
 * Stores the route of the request in the context of the request. Later handlers use the route, because the same path
 * can be spelt in several ways. HEAD is processed like GET.
 */
export function matchRoute(routes: Routes) {
  return (req: Request, _res: Response, next: NextFunction) => {
    const { path, search } = locationOf(req.url);
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const matched = routes.find(method, path);
    if (matched) {
      req.method = method;
      req.url = `${path}${search}`;
      const context = contextOf(req);
      context.matched = matched;
      context.route = `${method} ${matched.name}`;
    }
    next();
  };
}

/** Calls the handler only if the caller has the right. Throws `scope_missing`, and `unauthenticated`. */
function allowed(right: Right, serve: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const { caller } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    requireRight(caller.actor, right);
    return serve(req, res, next);
  };
}

/** A path that the parser of URLs would return unchanged. */
const plainPath = /^(?:\/[\w-]+)+$/;

/** Returns the normalised path and query of a request. */
function locationOf(requested: string): { path: string; search: string } {
  if (plainPath.test(requested)) return { path: requested, search: '' };
  const { pathname, search } = new URL(`http://localhost${requested}`);
  return { path: withoutTrailingSlashes(pathname), search };
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

import { callTRPCProcedure, getTRPCErrorFromUnknown } from '@trpc/server';
import type { Request, RequestHandler } from 'express';
import { coerceSchema, instanceofZodTypeObject, unwrapZodType } from 'trpc-to-openapi';
import { z } from 'zod';
import type { Answer } from '../../api/context.ts';
import { type Operation, operations } from '../../api/operations.ts';
import { isForeseen } from '../../api/problem.ts';
import { appRouter } from '../../api/router.ts';
import { refuseInvalid } from '../../domain/errors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { answerHeaders, type CallLimits, callContext } from '../middleware/call-context.ts';
import { contextOf } from '../middleware/request-context.ts';
import { sendJson } from '../send-json.ts';

/** What is known about a procedure before the first request. */
type Call = {
  path: string;
  type: Operation['type'];
  /** The status of a successful response. */
  status: number;
  /** The fields come from the body; otherwise from the query. */
  takesBody: boolean;
  /** The query parameters that can be repeated. */
  lists: ReadonlySet<string>;
};

/**
 * Calls the procedure of a request and sends its answer. It does the same as the express adapter of trpc-to-openapi,
 * whose metadata it reads; but it prepares each procedure once, uses the route that was already matched, and creates no
 * web request and no caller for each call, which together took more time than the procedure itself.
 */
export function restCalls(parts: HttpDependencies, limits: CallLimits): RequestHandler {
  const calls = new Map(operations().map((operation) => [operation.procedure, callOf(operation)]));
  const createContext = callContext(parts, limits);
  return async (req, res, next) => {
    const { matched } = contextOf(req);
    const call = calls.get(matched?.name ?? '');
    if (matched === null || call === undefined) return next();
    const ctx = createContext({ req, res, info: { calls: [] } });
    try {
      const input = { ...fieldsOf(req, call, matched.parameters), ...matched.parameters };
      const { path, type } = call;
      const request = { router: appRouter, path, type, ctx, signal: undefined, batchIndex: 0 };
      const body: object = await callTRPCProcedure({ ...request, getRawInput: async () => input });
      const { answer } = ctx;
      const unchanged = type === 'query' && isKnown(ctx.headers.ifNoneMatch, answer.etag);
      for (const [name, value] of Object.entries(answerHeaders(answer))) res.setHeader(name, value);
      const link = linkTo(answer, `${parts.publicUrl}/v1`, req.url);
      if (link !== null) res.setHeader('Link', link);
      res.setHeader('Cache-Control', 'private, no-cache');
      sendJson(req, res, unchanged ? 304 : call.status, body);
    } catch (thrown) {
      const error = getTRPCErrorFromUnknown(thrown);
      next(isForeseen(error) ? error : (error.cause ?? error));
    }
  };
}

function callOf({ procedure, type, meta, input }: Operation): Call {
  const schema = unwrapZodType(input, true);
  // As the adapter of trpc-to-openapi does at each request: texts in a query become numbers and booleans.
  if (instanceofZodTypeObject(schema)) coerceSchema(schema);
  const { method } = meta.openapi;
  return {
    path: procedure,
    type,
    status: meta.success ?? 200,
    takesBody: method !== 'GET' && method !== 'DELETE',
    lists: new Set(Object.entries(input.shape).flatMap(([name, field]) => (isList(field) ? name : []))),
  };
}

function isList(field: z.core.$ZodType): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodExactOptional) return isList(field.unwrap());
  return field instanceof z.ZodArray;
}

/**
 * Returns the fields in the body, or else in the query: the values of a repeated parameter as a list. Refuses fields
 * that would otherwise be ignored: any query parameter of a request that takes a body, and any field or query parameter
 * with the name of a parameter in the path.
 */
function fieldsOf(
  req: Request,
  { takesBody, lists }: Call,
  inPath: Readonly<Record<string, string>>,
): Record<string, unknown> {
  if (!takesBody && !req.url.includes('?')) return {};
  const query = queryOf(req.url);
  const body: Record<string, unknown> = takesBody ? { ...req.body } : {};
  const isInPath = (name: string) => Object.hasOwn(inPath, name);
  refuseInvalid([
    ...[...query.keys()]
      .filter((name) => takesBody || isInPath(name))
      .map((name) => ({ path: name, message: 'is not a query parameter of this path' })),
    ...Object.keys(body)
      .filter(isInPath)
      .map((name) => ({ path: name, message: 'is not a field' })),
  ]);
  if (takesBody) return body;
  return Object.fromEntries(
    [...query].map(([name, values]) => [name, lists.has(name) || values.length > 1 ? values : values[0]]),
  );
}

/** The query parameters of a URL with all their values, even empty ones, so that a misspelt parameter is refused. */
function queryOf(url: string): Map<string, string[]> {
  const query = new Map<string, string[]>();
  const at = url.indexOf('?');
  if (at === -1) return query;
  for (const [name, value] of new URLSearchParams(url.slice(at))) {
    // In the object that the procedure gets, `__proto__` would not be an ordinary key.
    if (name === '__proto__')
      refuseInvalid([{ path: name, message: 'is not a query parameter of this path' }]);
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return query;
}

/**
 * Returns the `Link` header to the next page of a list (RFC 8288), null if there is none. Its URL has the query of the
 * request, with `after` in place of `page`.
 */
function linkTo({ nextCursor }: Answer, base: string, asked: string): string | null {
  if (nextCursor === undefined) return null;
  const [path, search] = asked.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('page');
  query.set('after', nextCursor);
  return `<${base}${path}?${query}>; rel="next"`;
}

/** Whether `If-None-Match` contains the tag (RFC 9110, 13.1.2: weak comparison). */
function isKnown(ifNoneMatch: string | null, etag: string | undefined): boolean {
  if (ifNoneMatch === null || etag === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

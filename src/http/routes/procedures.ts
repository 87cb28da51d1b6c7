import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { isCanceled, isForeseen, problemOf } from '../../api/problem.ts';
import { appRouter } from '../../api/router.ts';
import { refuseInvalid } from '../../domain/errors.ts';
import { compose } from '../compose.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { answerHeaders, type CallLimits, callContext } from '../middleware/call-context.ts';
import { compressed } from '../middleware/compressed.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { countBytes } from '../middleware/rate-limit.ts';
import { contextOf } from '../middleware/request-context.ts';
import { problemHeaders } from '../problem.ts';

/** The maximum number of calls in one request. Each call counts as a request. */
const mostCalls = 20;

/**
 * Serves the procedures to the typed client, which can send several calls in one request. Mounted at /trpc after
 * authentication.
 */
export function procedures(parts: HttpDependencies, limits: CallLimits): RequestHandler {
  return compose(
    requireCalls,
    jsonBody(parts.settings, { takesTexts: true }),
    compressed,
    countBytes,
    createExpressMiddleware({
      router: appRouter,
      maxBatchSize: mostCalls,
      createContext: callContext(parts, limits),
      responseMeta({ ctx, errors, info }) {
        if (!ctx) return {};
        const noStore = { 'Cache-Control': 'no-store' };
        // The response to a batch has no ETag and no Location, because these headers describe a single record. tRPC
        // derives the status from the calls of the batch.
        if (info?.isBatchCall) {
          const { cookies = [] } = ctx.answer;
          return { headers: { ...answerHeaders({ cookies }), ...noStore } };
        }
        const headers = { ...answerHeaders(ctx.answer), ...noStore };
        const [error] = errors;
        if (!error) return { headers };
        const problem = problemOf(error, ctx.requestId);
        return { status: problem.status, headers: { ...problemHeaders(problem), ...headers } };
      },
      onError({ error, req }) {
        if (isForeseen(error) || isCanceled(error)) return;
        parts.log.error({ err: error.cause ?? error, requestId: contextOf(req).requestId }, 'call failed');
      },
    }),
  );
}

const definition = z.object({ type: z.enum(['query', 'mutation']) });
/** The type of each procedure by its name. */
const typeOf: ReadonlyMap<string, 'query' | 'mutation'> = new Map(
  Object.entries(appRouter._def.procedures).map(([name, procedure]) => [
    name,
    definition.parse(Reflect.get(procedure, '_def')).type,
  ]),
);

/**
 * Refuses the requests that tRPC itself would refuse, so that the client gets an error of the service with the request
 * id.
 */
function requireCalls(req: Request, _res: Response, next: NextFunction): void {
  const { batch, input: _input, ...unknown } = req.query;
  const names = namesIn(req.path, batch !== undefined);
  const [first = ''] = names;
  if (typeOf.has(first)) contextOf(req).route = batch === undefined ? `trpc ${first}` : 'trpc batch';
  const types = new Set(names.flatMap((name) => typeOf.get(name) ?? []));
  refuseInvalid([
    ...Object.keys(unknown).map((path) => ({ path, message: 'is not a query parameter of this path' })),
    ...(batch === undefined || batch === '1' ? [] : [{ path: 'batch', message: 'must be 1, or left out' }]),
    ...(names.length > mostCalls
      ? [{ path: 'batch', message: `has ${names.length} calls: at most ${mostCalls} are possible` }]
      : []),
    ...(types.size > 1
      ? [{ path: 'batch', message: 'has queries and mutations: send them in separate batches' }]
      : []),
  ]);
  next();
}

/** Returns the names of the procedures in a path, as tRPC parses the path. */
function namesIn(path: string, isBatch: boolean): string[] {
  const last = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  return isBatch ? last.split(',') : [last];
}

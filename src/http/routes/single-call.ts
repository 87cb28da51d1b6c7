import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server';
import type { Request, RequestHandler } from 'express';
import { isCanceled, isForeseen, problemOf } from '../../api/problem.ts';
import { appRouter } from '../../api/router.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { answerHeaders, type CallLimits, callContext } from '../middleware/call-context.ts';
import { problemHeaders } from '../problem.ts';
import { sendJson } from '../send-json.ts';

/** The type of each procedure by its name. */
export type Types = ReadonlyMap<string, 'query' | 'mutation'>;

/**
 * Answers a request with one call as the handler of tRPC does, which first converts every request and response to those
 * of the web platform. That takes longer than a short procedure. Leaves all other requests to the next handler: batches,
 * streams, and what tRPC refuses.
 */
export function singleCall(parts: HttpDependencies, limits: CallLimits, types: Types): RequestHandler {
  const createContext = callContext(parts, limits);
  return async (req, res, next) => {
    const path = req.path.slice(1);
    const type = types.get(path);
    const input = type && inputOf(req, type);
    if (type === undefined || input === undefined) return next();
    const ctx = createContext({ req, res, info: { calls: [] } });
    try {
      const getRawInput = async () => input.value;
      const call = { router: appRouter, path, type, ctx, signal: undefined, batchIndex: 0, getRawInput };
      const data: unknown = await callTRPCProcedure(call);
      send(200, {}, { result: { data } });
    } catch (thrown) {
      const error = getTRPCErrorFromUnknown(thrown);
      if (!isForeseen(error) && !isCanceled(error)) {
        parts.log.error({ err: error.cause ?? error, requestId: ctx.requestId }, 'call failed');
      }
      const problem = problemOf(error, ctx.requestId);
      const config = appRouter._def._config;
      const shape = getTRPCErrorShape({ config, error, type, path, input: input.value, ctx });
      send(problem.status, problemHeaders(problem), { error: shape });
    }

    function send(status: number, headers: Record<string, string>, body: object): void {
      const all = { ...headers, ...answerHeaders(ctx.answer) };
      for (const [name, value] of Object.entries(all)) res.setHeader(name, value);
      res.setHeader('Cache-Control', 'no-store');
      res.vary('trpc-accept, accept');
      sendJson(req, res, status, body);
    }
  };
}

/** Returns the input of a plain call; undefined if the request is not a plain call of a procedure of this type. */
function inputOf(req: Request, type: 'query' | 'mutation'): { value: unknown } | undefined {
  if (req.method !== (type === 'query' ? 'GET' : 'POST')) return undefined;
  const accepted = `${req.headers['trpc-accept'] ?? ''} ${req.headers.accept ?? ''}`;
  if (accepted.includes('application/jsonl') || accepted.includes('event-stream')) return undefined;
  const { batch, input } = req.query;
  if (batch !== undefined) return undefined;
  if (type === 'mutation') return input === undefined ? { value: req.body } : undefined;
  if (input === undefined) return { value: undefined };
  if (typeof input !== 'string') return undefined;
  try {
    return { value: JSON.parse(input) };
  } catch {
    return undefined;
  }
}

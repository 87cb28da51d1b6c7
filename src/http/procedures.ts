import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { RequestHandler } from 'express';
import { isForeseen, problemOf } from '../api/problem.ts';
import { appRouter } from '../api/router.ts';
import { answerHeaders, type CallLimits, callContext } from './call-context.ts';
import { inTurn } from './in-turn.ts';
import { jsonBody } from './json-body.ts';
import type { HttpParts } from './parts.ts';
import { problemHeaders } from './problem.ts';
import { contextOf } from './request-context.ts';

/** The procedures as the typed client calls them, mounted at /trpc behind the finding out of who calls. */
export function procedures(parts: HttpParts, limits: CallLimits): RequestHandler {
  const { bodyBytes, textBytes } = parts.settings;
  const names = new Set(Object.keys(appRouter._def.procedures));
  return inTurn(
    (req, _res, next) => {
      const name = req.path.slice(1);
      if (names.has(name)) contextOf(req).route = `trpc ${name}`;
      next();
    },
    jsonBody(bodyBytes + 2 * textBytes),
    createExpressMiddleware({
      router: appRouter,
      allowBatching: false,
      createContext: callContext(parts, 'trpc', limits),
      responseMeta({ ctx, errors: [error] }) {
        if (!ctx) return {};
        const headers = { ...answerHeaders(ctx.answer), 'Cache-Control': 'no-store' };
        if (!error) return { headers };
        const { status } = problemOf(error, ctx.requestId);
        return { status, headers: { ...problemHeaders(status), ...headers } };
      },
      onError({ error, req }) {
        if (isForeseen(error)) return;
        parts.log.error({ err: error.cause ?? error, requestId: contextOf(req).requestId }, 'call failed');
      },
    }),
  );
}

import type { RequestHandler } from 'express';
import { createOpenApiExpressMiddleware } from 'trpc-to-openapi';
import type { Answer } from '../../api/context.ts';
import { operations } from '../../api/operations.ts';
import { isForeseen, problemOf } from '../../api/problem.ts';
import { type AppRouter, appRouter } from '../../api/router.ts';
import { compose } from '../compose.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { answerHeaders, type CallLimits, callContext } from '../middleware/call-context.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { everyParameter } from '../middleware/query.ts';
import { contextOf } from '../middleware/request-context.ts';
import { type NativePath, type Routes, rejectUnknownParameters, requireRoute } from '../paths.ts';
import { problemHeaders, problemType } from '../problem.ts';
import { projectBundle, signingKeys } from './bundles.ts';
import { projectEvents } from './events.ts';
import { projectReport } from './reports.ts';
import { takeUpload } from './uploads.ts';

/** The documented paths that are not procedures: their bodies or responses are streams or files. */
export function nativePaths(parts: HttpDependencies): NativePath[] {
  return [
    { path: '/files', method: 'POST', serve: takeUpload(parts) },
    { path: '/projects/{id}/events', method: 'GET', serve: projectEvents(parts), takesTickets: true },
    { path: '/.well-known/jwks.json', method: 'GET', serve: signingKeys(parts), isPublic: true },
    { path: '/projects/{id}/bundle', method: 'GET', serve: projectBundle(parts) },
    { path: '/projects/{id}/report', method: 'GET', serve: projectReport(parts) },
  ];
}

/**
 * The documented interface, mounted at /v1 after authentication. If a request has several errors, the response reports
 * the first in this order: 401 (unknown caller), 404 (unknown path), 405 (method), 413 (size), 415 (content type), 400
 * (invalid fields), the errors of the procedure.
 */
export function restApi(parts: HttpDependencies, routes: Routes, limits: CallLimits): RequestHandler {
  const { bodyBytes, textBytes } = parts.settings;
  const withTexts = jsonBody(bodyBytes + 2 * textBytes);
  const plain = jsonBody(bodyBytes);
  return compose(
    requireRoute(routes),
    (req, res, next) => {
      const serve = contextOf(req).matched?.serve;
      return serve ? serve(req, res, next) : next();
    },
    (req, res, next) => (contextOf(req).matched?.takesTexts ? withTexts : plain)(req, res, next),
    everyParameter,
    rejectUnknownParameters,
    adapter(parts, limits),
  );
}

function adapter(parts: HttpDependencies, limits: CallLimits) {
  const statusOf = new Map(operations().map(({ procedure, meta }) => [procedure, meta.success ?? 200]));
  return createOpenApiExpressMiddleware<AppRouter>({
    router: appRouter,
    createContext: callContext(parts, 'rest', limits),
    responseMeta({ ctx, errors: [error], paths: [path] = [], info }) {
      if (!ctx) return {};
      if (error) {
        const problem = problemOf(error, ctx.requestId);
        return {
          status: problem.status,
          headers: { ...problemHeaders(problem), 'Content-Type': problemType, 'Cache-Control': 'no-store' },
        };
      }
      const unchanged = info?.type === 'query' && isKnown(ctx.headers.ifNoneMatch, ctx.answer.etag);
      return {
        status: unchanged ? 304 : (statusOf.get(path ?? '') ?? 200),
        headers: {
          ...answerHeaders(ctx.answer),
          ...(info && linkHeader(ctx.answer, `${parts.publicUrl}/v1`, info.url)),
          'Cache-Control': 'private, no-cache',
        },
      };
    },
    onError({ error, req }) {
      if (isForeseen(error)) return;
      parts.log.error({ err: error.cause ?? error, requestId: contextOf(req).requestId }, 'request failed');
    },
  });
}

/**
 * Returns the `Link` header to the next page of a list (RFC 8288). Its URL has the query of the request, with `after`
 * in place of `page`.
 */
function linkHeader({ nextCursor }: Answer, base: string, asked: URL | null): Record<string, string> {
  if (nextCursor === undefined || asked === null) return {};
  const query = new URLSearchParams(asked.search);
  query.delete('page');
  query.set('after', nextCursor);
  return { Link: `<${base}${asked.pathname}?${query}>; rel="next"` };
}

/** Whether `If-None-Match` contains the tag (RFC 9110, 13.1.2: weak comparison). */
function isKnown(ifNoneMatch: string | null, etag: string | undefined): boolean {
  if (ifNoneMatch === null || etag === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

import type { RequestHandler } from 'express';
import { compose } from '../compose.ts';
import type { HttpDependencies } from '../dependencies.ts';
import type { CallLimits } from '../middleware/call-context.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { contextOf } from '../middleware/request-context.ts';
import { type NativePath, type Routes, requireRoute } from '../paths.ts';
import { auditExport, projectBundle, projectReport, signingKeys } from './downloads.ts';
import { projectEvents } from './events.ts';
import { restCalls } from './rest-calls.ts';
import { takeUpload } from './uploads.ts';

/** The documented paths that are not procedures: their bodies or responses are streams or files. */
export function nativePaths(parts: HttpDependencies): NativePath[] {
  return [
    { path: '/files', method: 'POST', needs: 'write', serve: takeUpload(parts) },
    {
      path: '/projects/{id}/events',
      method: 'GET',
      needs: 'read',
      serve: projectEvents(parts),
      takesTickets: true,
    },
    { path: '/audit/export', method: 'GET', needs: 'administer', serve: auditExport(parts) },
    { path: '/.well-known/jwks.json', method: 'GET', serve: signingKeys(parts), isPublic: true },
    { path: '/projects/{id}/bundle', method: 'GET', needs: 'read', serve: projectBundle(parts) },
    { path: '/projects/{id}/report', method: 'GET', needs: 'read', serve: projectReport(parts) },
  ];
}

/**
 * The documented interface, mounted at /v1 after authentication. If a request has several errors, the response reports
 * the first in this order: 401 (unknown caller), 404 (unknown path), 405 (method), 413 (size), 415 (content type), 400
 * (invalid fields), the errors of the procedure.
 */
export function restApi(parts: HttpDependencies, routes: Routes, limits: CallLimits): RequestHandler {
  const withTexts = jsonBody(parts.settings, { takesTexts: true });
  const plain = jsonBody(parts.settings, { takesTexts: false });
  return compose(
    requireRoute(routes),
    (req, res, next) => {
      const serve = contextOf(req).matched?.serve;
      return serve ? serve(req, res, next) : next();
    },
    (req, res, next) => (contextOf(req).matched?.takesTexts ? withTexts : plain)(req, res, next),
    restCalls(parts, limits),
  );
}

import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import { hasHash, secretHash } from '../../domain/secret-hash.ts';
import type { ProcessMetrics } from '../metrics.ts';

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves the metrics on the main port to callers with this token, in the header `Authorization: Bearer`. Without a
 * token, the path does not exist, because everybody can reach the main port. Other spellings of the path, which a proxy that
 * hides `/metrics` lets through, do not exist either.
 */
export function serveMetrics(metrics: ProcessMetrics, token: string | null) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    if (token === null || req.path !== '/metrics') return next();
    if (!isAllowed(req.headers, token))
      throw new AppError('unauthenticated', 'send METRICS_TOKEN in the header Authorization: Bearer');
    res.type(metricsType).setHeader('Cache-Control', 'no-store');
    res.send(await metrics.text());
  };
}

/** Serves only `/metrics`, for a separate port. If `token` is not null, callers need it there too. */
export function metricsServer(metrics: ProcessMetrics, token: string | null): RequestListener {
  return (req, res) => {
    const [path] = (req.url ?? '').split('?');
    const refused = path !== '/metrics' ? 404 : token !== null && !isAllowed(req.headers, token) ? 401 : null;
    if (refused !== null) {
      res.writeHead(refused).end();
      return;
    }
    metrics.text().then(
      (text) => res.writeHead(200, { 'content-type': metricsType }).end(text),
      () => res.writeHead(503).end(),
    );
  };
}

function isAllowed({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  return hasHash(authorization, secretHash(`Bearer ${token}`));
}

import { join } from 'node:path';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { AppError } from '../domain/errors.ts';
import { serveAsset } from './assets.ts';
import { authenticate, requireSameOrigin } from './authenticate.ts';
import { dashboard } from './dashboard.ts';
import { docs } from './docs.ts';
import { healthz, readyz } from './health.ts';
import { identifyBy } from './identify.ts';
import { inTurn } from './in-turn.ts';
import { Metrics } from './metrics.ts';
import { observe } from './observe.ts';
import type { HttpParts } from './parts.ts';
import { problemHandler } from './problem.ts';
import { procedures } from './procedures.ts';
import { limitCaller, rateLimiter } from './rate-limit.ts';
import { requestContext } from './request-context.ts';
import { restApi } from './rest.ts';
import { safeDataHeaders, safeHeaders } from './safe-headers.ts';

/** The whole server as one handler; nothing listens yet. */
export function createServer(parts: HttpParts): Express {
  const { settings, log, packageFolder } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustedProxies);
  const metrics = new Metrics(parts.gauges);

  app.use(inTurn(requestContext, observe(log, metrics)));

  const knowCaller = [
    safeDataHeaders,
    authenticate(identifyBy(parts)),
    requireSameOrigin(new URL(parts.publicUrl).origin),
    limitCaller(rateLimiter({ name: 'default', requests: settings.requestsPerMinute, windowSeconds: 60 })),
  ];
  app.use('/v1', inTurn(...knowCaller, restApi(parts)));
  app.use('/trpc', inTurn(...knowCaller, procedures(parts)));

  app.use(safeHeaders);
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(parts.readiness, parts));
  app.get('/metrics', async (_req: Request, res: Response) => {
    res.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
  app.get('/openapi.json', (_req: Request, res: Response) => {
    res.sendFile(join(packageFolder, 'openapi.json'));
  });
  app.use('/docs', docs(packageFolder));
  app.get('/assets/:id/:name', serveAsset(parts.assets));

  app.use(dashboard(packageFolder));
  app.use((req: Request, _res: Response, _next: NextFunction) => {
    throw new AppError('path_not_found', `there is nothing at ${req.path}`);
  });
  app.use(problemHandler(log));
  return app;
}

import { join } from 'node:path';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { AppError } from '../domain/errors.ts';
import { compose } from './compose.ts';
import type { HttpDependencies } from './dependencies.ts';
import { authenticate, refuseOtherSites, requireCaller } from './middleware/authenticate.ts';
import { compressed } from './middleware/compressed.ts';
import { allowOrigins } from './middleware/cross-origin.ts';
import { identifyBy } from './middleware/identify.ts';
import { observe } from './middleware/observe.ts';
import { countBytes, limitCaller, rateLimit } from './middleware/rate-limit.ts';
import { requestContext } from './middleware/request-context.ts';
import { safeDataHeaders, safeHeaders } from './middleware/safe-headers.ts';
import { matchRoute, routesOf } from './paths.ts';
import { problemHandler } from './problem.ts';
import { serveAsset } from './routes/assets.ts';
import { dashboard } from './routes/dashboard.ts';
import { healthz, readyz } from './routes/health.ts';
import { mcp } from './routes/mcp.ts';
import { serveMetrics } from './routes/metrics.ts';
import { procedures } from './routes/procedures.ts';
import { nativePaths, restApi } from './routes/rest.ts';
import { finishSignIn } from './routes/single-sign-on.ts';

/** Creates the handler for all requests to the server. It does not open a port. */
export function createServer(parts: HttpDependencies): Express {
  const { settings, log, packageFolder, counter } = parts;
  const { METRICS_PORT, METRICS_TOKEN } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.TRUST_PROXY);

  app.use(compose(requestContext, observe(parts)));

  const crossOrigin = allowOrigins(settings.CORS_ORIGINS);
  const limit = (name: string, requests: number, windowSeconds: number) =>
    rateLimit({ name, requests, windowSeconds }, counter);
  const limits = {
    calls: limit('default', settings.LIMIT_REQUESTS_PER_MINUTE, 60),
    signIns: limit('sign-in', settings.LIMIT_SIGN_INS_PER_HOUR, 3600),
    webhooks: limit('webhook', settings.LIMIT_WEBHOOK_TESTS_PER_HOUR, 3600),
  };
  const routes = routesOf(nativePaths(parts));
  const known = authenticate(identifyBy(parts));
  const ownSite = refuseOtherSites(new URL(parts.publicUrl).origin);
  const limited = limitCaller(limits.calls);
  app.use(
    '/v1',
    compose(
      crossOrigin,
      safeDataHeaders,
      matchRoute(routes),
      known,
      requireCaller,
      ownSite,
      limited,
      restApi(parts, routes, limits),
    ),
  );
  app.use('/trpc', compose(crossOrigin, safeDataHeaders, known, ownSite, limited, procedures(parts, limits)));
  app.use(
    '/mcp',
    compose(compressed, countBytes, crossOrigin, safeDataHeaders, known, requireCaller, limited, mcp(parts)),
  );

  app.use(compressed, safeHeaders);
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(parts.readiness, parts));
  app.get('/metrics', serveMetrics(parts.metrics, METRICS_PORT === 0 ? METRICS_TOKEN : null));
  const file = (path: string) => (_req: Request, res: Response) => res.sendFile(join(packageFolder, path));
  app.get('/openapi.json', crossOrigin, file('openapi.json'));
  app.get('/docs', file('dist/reference/index.html'));
  app.get('/docs/style.css', file('dist/reference/style.css'));
  app.options(['/openapi.json', '/assets/:id/:name'], crossOrigin);
  app.get('/assets/:id/:name', crossOrigin, serveAsset(parts.assets));

  app.get('/sign-in/oidc', finishSignIn(parts));
  app.use(dashboard(packageFolder));
  app.use((req: Request, _res: Response, _next: NextFunction) => {
    throw new AppError('path_not_found', `there is nothing at ${req.path}`);
  });
  app.use(problemHandler(log));
  return app;
}

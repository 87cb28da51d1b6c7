import type { NextFunction, Request, Response } from 'express';
import { withOrigin } from '../../process/origin.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from './request-context.ts';

/** Requests to these paths are counted but not logged, because monitoring systems send them all the time. */
const quiet = new Set(['/healthz', '/readyz', '/metrics']);

const mostListeners = 20;

/**
 * Counts and traces every request, and logs one line for it: caller, operation, status, duration. Headers and bodies are
 * not logged, because they may be private. Of the URL, only the path is logged. Runs that the request creates name it
 * as their origin.
 */
export function observe({
  log,
  metrics,
  telemetry,
}: Pick<HttpDependencies, 'log' | 'metrics' | 'telemetry'>) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const started = performance.now();
    const { method, path, headers } = req;
    const span = quiet.has(path) ? undefined : telemetry?.request({ method, path, headers });
    // Compression and each stream of a download listen for the end of a response; Node.js reports more than 10 as a leak.
    res.setMaxListeners(mostListeners);
    res.once('close', () => {
      const ms = performance.now() - started;
      const { requestId, caller, route } = contextOf(req);
      const status = res.statusCode;
      metrics.answered(route, status, ms / 1000);
      span?.end({ route, status, seconds: ms / 1000, aborted: !res.writableFinished });
      if (quiet.has(path)) return;
      const line = { requestId, method, path, status, ms: Math.round(ms), userId: caller?.actor.userId };
      if (!res.writableFinished) log.info({ ...line, aborted: true }, 'the client closed the connection');
      else if (status >= 500) log.error(line, 'answered');
      else log.info(line, 'answered');
    });
    const { requestId } = contextOf(req);
    withOrigin({ requestId, ...(span && { traceparent: span.traceparent }) }, next);
  };
}

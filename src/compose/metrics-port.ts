import { ProvisoError } from '../../engine/model/errors.ts';
import type { Config } from '../config.ts';
import { type Listener, openListener } from '../http/listener.ts';
import type { ProcessMetrics } from '../http/metrics.ts';
import { metricsServer } from '../http/routes/metrics.ts';
import type { Store } from '../store/port.ts';

/** The gauge of every process: how many runs wait, whichever process will work on them. */
export function waitingRuns({ runs }: Pick<Store, 'runs'>) {
  const help = 'Runs that wait for a worker.';
  return { name: 'proviso_runs_waiting', help, read: () => runs.countWaiting() };
}

/**
 * Serves the metrics on METRICS_PORT, which a firewall can keep inside. Null if the port is not set. Throws `bad_setting`
 * if the process cannot listen there.
 */
export async function openMetricsPort(
  { METRICS_PORT: PORT, HOST, METRICS_TOKEN }: Config,
  metrics: ProcessMetrics,
): Promise<Listener | null> {
  if (PORT === 0) return null;
  const listener = await openListener(PORT, HOST).catch((error: unknown) => {
    throw cannotListen(error, { HOST, PORT }, 'METRICS_PORT');
  });
  listener.serve(metricsServer(metrics, METRICS_TOKEN));
  return listener;
}

/** The error of a process that cannot listen: `bad_setting` if a setting is wrong. */
export function cannotListen(
  cause: unknown,
  { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>,
  setting = 'PORT',
): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${PORT} is in use: set ${setting} to another port${setting === 'PORT' ? ', or to 0 for any free port' : ''}`,
    EACCES: `this user may not use port ${PORT}: set ${setting} to a port above 1023`,
    EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine`,
    ENOTFOUND: `HOST ${HOST} is not an address of this machine`,
  };
  const reason = reasons[String(code)];
  return reason ? new ProvisoError('bad_setting', reason, { cause }) : cause;
}

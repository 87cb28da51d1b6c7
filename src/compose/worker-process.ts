import type { Logger } from 'pino';
import { closeLoading } from '../../engine/index.ts';
import { ProvisoError } from '../../engine/model/errors.ts';
import { type Config, type Environment, readConfig } from '../config.ts';
import type { Run } from '../domain/runs/run.ts';
import { WorkerMetrics } from '../http/metrics.ts';
import { createLog } from '../process/log.ts';
import { packageVersion } from '../process/package-version.ts';
import { endOnUncaught, surviveRejections } from '../process/process-faults.ts';
import { warnOfUnconfinedPrograms } from '../process/unconfined-programs.ts';
import { compilePatternsOnce, growHeapSlowly } from '../process/v8-options.ts';
import { parentProcessQueue } from '../queue/child-process.ts';
import { embeddedQueue } from '../queue/embedded.ts';
import type { Queue } from '../queue/port.ts';
import { startHousekeeping } from '../services/housekeeping.ts';
import { startHeartbeat } from '../services/leases/heartbeat.ts';
import { startNotifier } from '../services/notifications/notifier.ts';
import { startRunWorker } from '../services/runs/run-worker.ts';
import { startWatcher } from '../services/watches/watcher.ts';
import { modelLog } from '../telemetry/model-log.ts';
import { openTelemetry } from '../telemetry/open.ts';
import { joinedByRedis } from './adapters.ts';
import { openBackend } from './backend.ts';
import { openMetricsPort, waitingRuns } from './metrics-port.ts';
import { warnOfModelServers } from './model-server.ts';

/** How long releasing the runs may take, in ms. */
const stopWithinMs = 8_000;
const dayMs = 24 * 60 * 60 * 1000;

/** A process that works on runs. */
export type WorkerProcess = {
  /** Describes what the process uses, such as its store and its queue, one line for each. */
  describe(): string[];
  /** Claims no more runs, releases active runs, and closes all connections. */
  stop(): Promise<void>;
};

/**
 * Works on the runs that server processes have accepted. Throws `bad_setting` if WORKERS is 0, and what `openBackend`
 * throws.
 */
export async function startLoneWorker(config: Config, log: Logger): Promise<WorkerProcess> {
  if (config.WORKERS === 0) throw new ProvisoError('bad_setting', 'WORKERS is 0: a worker needs 1 or more');
  warnOfModelServers(config, log);
  warnOfUnconfinedPrograms(log);
  return startWorker(config, log, embeddedQueue());
}

async function startWorker(config: Config, log: Logger, local: Queue): Promise<WorkerProcess> {
  growHeapSlowly();
  compilePatternsOnce();
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const backend = await openBackend(config, log, () => publicUrl);
  const { dependencies } = backend;
  const queue = await joinedByRedis(config, local, log);
  const heartbeat = startHeartbeat(dependencies);
  const telemetry = await openTelemetry(process.env, { role: 'worker', version: packageVersion() });
  const parts = {
    ...(await backend.workerDependencies(queue, config.LIMIT_RUN_LINK_SECONDS * 1000)),
    holder: heartbeat,
    observe({ _id: runId, attempts: attempt, origin }: Run) {
      const fields = { requestId: origin?.requestId, runId };
      const traced = telemetry?.ofRun({ runId, attempt, origin }) ?? [];
      return { callbacks: [modelLog(log, fields), ...traced] };
    },
  };
  const channels = await backend.channels();
  const { store } = dependencies;
  const activeRuns = {
    name: 'proviso_runs_active',
    help: 'Runs that this worker works on.',
    read: () => worker.active,
  };
  /** Workers of one machine may share their settings, and their work is worth more than their metrics. */
  const withoutMetrics = (error: unknown) => {
    log.warn({ error }, 'this worker has no metrics: give each process of a machine its own METRICS_PORT');
    return null;
  };
  const metrics = config.METRICS_PORT === 0 ? null : new WorkerMetrics([waitingRuns(store), activeRuns]);
  const worker = startRunWorker(parts, {
    concurrency: config.WORKERS,
    onAttempt: (state, seconds) => metrics?.attempted(state, seconds),
  });
  const metricsPort = metrics && (await openMetricsPort(config, metrics).catch(withoutMetrics));
  const notifier = startNotifier({ ...parts, channels, publicUrl: () => publicUrl });
  const housekeeper = startHousekeeping(
    { ...dependencies, holder: heartbeat },
    {
      runsMs: config.KEEP_RUNS_DAYS * dayMs,
      auditMs: config.KEEP_AUDIT_DAYS * dayMs,
      textsMs: config.KEEP_TEXTS_DAYS * dayMs,
    },
  );
  const watcher = startWatcher({ ...dependencies, queue, holder: heartbeat });
  backend
    .removeOldScratch()
    .catch((error: unknown) => log.warn({ error }, 'old scratch files were not removed'));
  return {
    describe: () => [
      `records: ${dependencies.store.description}`,
      `files: ${dependencies.assets.description}`,
      `runs: ${config.WORKERS} at a time, woken by ${queue.description}`,
      `email: ${channels.email === null ? 'not set up' : 'sent'}`,
      ...(metricsPort === null ? [] : [`metrics: ${config.HOST}, port ${metricsPort.port}`]),
    ],
    async stop() {
      await Promise.all([worker.stop(), notifier.stop(), housekeeper.stop(), watcher.stop()]);
      await heartbeat.stop();
      closeLoading();
      await metricsPort?.close(0);
      await queue.close();
      await backend.close();
      await telemetry?.stop();
    },
  };
}

/**
 * Works on runs in a child process of a server, until the server is gone or asks the process to end. Separate processes
 * answer requests and work on runs, so that neither task delays the other.
 */
export async function startChildWorker(environment: Environment): Promise<void> {
  // The server has METRICS_PORT.
  const config = { ...readConfig(environment), METRICS_PORT: 0 };
  const log = createLog(config.LOG_LEVEL, 'worker');
  surviveRejections(log);
  const worker = await startWorker(config, log, parentProcessQueue());
  let stopped: Promise<void> | undefined;

  function stop(exitCode = 0): Promise<void> {
    if (stopped === undefined) setTimeout(() => process.exit(1), stopWithinMs).unref();
    stopped ??= worker.stop().then(() => process.exit(exitCode));
    return stopped;
  }

  endOnUncaught(log, () => stop(1));
  for (const event of ['disconnect', 'SIGTERM']) process.once(event, () => void stop());
  if (process.connected === false) void stop();
  // Ctrl-C also sends SIGINT to this process. While it has a parent, it ignores the signal, because the parent will ask
  // it to end.
  process.on('SIGINT', () => void (process.connected || stop()));
}

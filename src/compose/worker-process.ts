import type { Logger } from 'pino';
import { closeLoading } from '../../engine/index.ts';
import { ProvisoError } from '../../engine/model/errors.ts';
import { type Config, type Environment, readConfig } from '../config.ts';
import { growHeapSlowly } from '../process/heap-growth.ts';
import { createLog } from '../process/log.ts';
import { endOnUncaught, surviveRejections } from '../process/process-faults.ts';
import { parentProcessQueue } from '../queue/child-process.ts';
import { embeddedQueue } from '../queue/embedded.ts';
import type { Queue } from '../queue/port.ts';
import { startHousekeeping } from '../services/housekeeping.ts';
import { startHeartbeat } from '../services/leases/heartbeat.ts';
import { startNotifier } from '../services/notifications/notifier.ts';
import { startRunWorker } from '../services/runs/run-worker.ts';
import { joinedByRedis } from './adapters.ts';
import { openBackend } from './backend.ts';
import { requireModelKeys } from './model-server.ts';

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
  requireModelKeys(config);
  return startWorker(config, log, embeddedQueue());
}

async function startWorker(config: Config, log: Logger, local: Queue): Promise<WorkerProcess> {
  growHeapSlowly();
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const backend = await openBackend(config, log, () => publicUrl);
  const { dependencies } = backend;
  const queue = await joinedByRedis(config, local, log);
  const heartbeat = startHeartbeat(dependencies);
  const parts = { ...(await backend.workerDependencies(queue)), holder: heartbeat };
  const channels = await backend.channels();
  const worker = startRunWorker(parts, { concurrency: config.WORKERS });
  const notifier = startNotifier({ ...parts, channels, publicUrl: () => publicUrl });
  const housekeeper = startHousekeeping(dependencies, {
    runsMs: config.KEEP_RUNS_DAYS * dayMs,
    textsMs: config.KEEP_TEXTS_DAYS * dayMs,
  });
  backend
    .removeOldScratch()
    .catch((error: unknown) => log.warn({ error }, 'old scratch files were not removed'));
  return {
    describe: () => [
      `records: ${dependencies.store.description}`,
      `files: ${dependencies.assets.description}`,
      `runs: ${config.WORKERS} at a time, woken by ${queue.description}`,
      `email: ${channels.email === null ? 'not set up' : 'sent'}`,
    ],
    async stop() {
      await Promise.all([worker.stop(), notifier.stop(), housekeeper.stop()]);
      await heartbeat.stop();
      closeLoading();
      await queue.close();
      await backend.close();
    },
  };
}

/**
 * Works on runs in a child process of a server, until the server is gone or asks the process to end. Separate processes
 * answer requests and work on runs, so that neither task delays the other.
 */
export async function startChildWorker(environment: Environment): Promise<void> {
  const config = readConfig(environment);
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

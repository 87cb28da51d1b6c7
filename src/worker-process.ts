import { closeLoading } from '../engine/index.ts';
import { openBackend } from './backend.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { parentProcessQueue } from './queue/child-process.ts';
import { startHousekeeping } from './services/housekeeping.ts';
import { startRunWorker } from './services/run-worker.ts';

/** How long runs may take to be handed back, in ms. */
const stopWithinMs = 8_000;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Works on runs until the process that started this one is gone or asks for the end: apart from the process that
 * answers requests, so that neither waits for the other.
 */
export async function startWorkerProcess(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL, 'worker');
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const backend = await openBackend(config, log, () => publicUrl);
  const { dependencies } = backend;
  const parts = await backend.workerParts(parentProcessQueue());
  const worker = startRunWorker(parts, { concurrency: config.WORKERS });
  const housekeeper = startHousekeeping(dependencies, { keepRunsMs: config.KEEP_RUNS_DAYS * dayMs });
  backend
    .removeOldScratch()
    .catch((error: unknown) => log.warn({ error }, 'old scratch files were not removed'));
  let stopping = false;

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await Promise.all([worker.stop(), housekeeper.stop()]);
    closeLoading();
    await backend.close();
    process.exit(0);
  }

  for (const event of ['disconnect', 'SIGTERM']) process.once(event, () => void stop());
  if (process.connected === false) void stop();
  // Ctrl-C reaches this process too; with a parent it is the parent that ends it, in its turn.
  process.on('SIGINT', () => void (process.connected || stop()));
}

import type { z } from 'zod';
import { openBackend } from '../../../src/compose/backend.ts';
import { readConfig } from '../../../src/config.ts';
import { embeddedQueue } from '../../../src/queue/embedded.ts';
import { startHeartbeat } from '../../../src/services/leases/heartbeat.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { answerCacheOf } from '../../../src/sources/answer-cache.ts';
import { sourceTextsOf } from '../../../src/sources/cached-texts.ts';
import { fault, type WorkerReport } from './faulty-worker.ts';
import { watchedStore } from './watched-store.ts';

/**
 * A worker that dies or pauses at a given write to the store. It reports when it is ready, and when it is stopped it
 * reports the number of its writes.
 */
const { killAt, blockAt, blockMs, leaseMs, clockMs, limits } = fault.parse(
  JSON.parse(process.env.TEST_FAULT ?? '{}'),
);
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const config = readConfig(process.env);
const { dependencies, workerDependencies } = await openBackend(config, silent, () => config.PUBLIC_URL ?? '');
const clock = { now: () => new Date(Date.now() + clockMs) };
let writes = 0;

const store = watchedStore(dependencies.store, (_, write) => {
  writes += 1;
  if (writes === killAt) process.kill(process.pid, 'SIGKILL');
  if (writes === blockAt) {
    tell({ blocked: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
  }
  return write();
});

const parts = await workerDependencies(embeddedQueue(), 60_000);
const heartbeat = startHeartbeat(dependencies, leaseMs);
const worker = startRunWorker(
  {
    ...parts,
    holder: heartbeat,
    store,
    clock,
    limits: { ...parts.limits, ...limits },
    answersFor: (user) => answerCacheOf(user, store.sourceTexts, clock),
    sourceCacheFor: (user) => sourceTextsOf(user, store.sourceTexts, clock),
  },
  { concurrency: 1, idleMs: 10 },
);
tell({ ready: true });

process.on('message', async () => {
  await worker.stop();
  await heartbeat.stop();
  tell({ writes });
  process.disconnect();
  process.exit(0);
});

function tell(report: z.input<typeof WorkerReport>): void {
  process.send?.(report);
}

import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embeddedQueue } from '../../../src/queue/embedded.ts';
import { type LeaseWatch, watchLease } from '../../../src/services/leases/lease-watch.ts';
import { findingWriter, LostRun } from '../../../src/services/runs/finding-writer.ts';
import { aFinding, aRun } from '../../support/records.ts';
import { type ServiceUnderTest, silentLog, startService } from '../../support/service.ts';

let under: ServiceUnderTest;
let watch: LeaseWatch | undefined;
beforeEach(async () => {
  under = await startService();
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  watch?.stop();
  vi.useRealTimers();
  await under.close();
});

/** A run that a worker has claimed, and the lease of that run. */
async function claimedRun() {
  const run = aRun({ projectId: 'p' });
  await under.store.runs.insert(run);
  const claimed = await under.store.runs.claim({ lease: 'first', now: new Date() });
  if (claimed === null) throw new Error('a run must be due');
  return { run: claimed, runLease: { runId: claimed._id, fence: claimed.lease.fence } };
}

it('a worker abandons its run if it cannot reach the store for the duration of a lease', async () => {
  const { runLease } = await claimedRun();
  const { holder } = under.dependencies;
  const { store } = under;
  let down = false;
  // An event is used instead of `vi.waitUntil`, because that advances the fake time while it waits.
  const answers = new EventEmitter();
  const isLeased = async (lease: typeof runLease) => {
    try {
      if (down) throw new Error('the store is down');
      return await store.runs.isLeased(lease);
    } finally {
      answers.emit('answer');
    }
  };
  const queue = embeddedQueue();
  const lost: LostRun[] = [];
  const parts = { store: { ...store, runs: { ...store.runs, isLeased } }, queue, holder, log: silentLog };
  watch = watchLease(runLease, parts, (reason) => lost.push(reason));
  const ask = async () => {
    const answered = once(answers, 'answer');
    await queue.wake(runLease.runId);
    await answered;
    // The worker handles the answer of the store in later microtasks.
    await new Promise(setImmediate);
  };
  await ask();
  down = true;
  await vi.advanceTimersByTimeAsync(holder.leaseMs);
  await ask();
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await ask();
  expect(lost).toEqual([expect.any(LostRun)]);
});

it('a worker whose findings are refused by the store ends its attempt and writes nothing more', async () => {
  const { run, runLease } = await claimedRun();
  await under.store.runs.freeFrom(() => true);
  await under.store.runs.claim({ lease: 'second', now: new Date() });
  const failures: unknown[] = [];
  const writer = findingWriter({
    runs: under.store.runs,
    runLease,
    sharesName: () => false,
    record: async () => failures.push('an event was recorded'),
    progress: () => run.progress,
    now: () => new Date(),
    onFailure: (reason) => failures.push(reason),
  });
  writer.add(aFinding());
  await expect(writer.finish()).rejects.toBeInstanceOf(LostRun);
  expect(failures).toHaveLength(1);
  expect(writer.hasStored()).toBe(false);
});

import { afterAll, expect, it, onTestFinished } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { chance, wantsAll } from '../../support/faults/chance.ts';
import { buildFaultyWorker } from '../../support/faults/faulty-worker.ts';
import { honest, startModelRuns } from '../../support/faults/model-run.ts';
import { type Around, watchedStore } from '../../support/faults/watched-store.ts';
import { waitUntil } from '../../support/wait.ts';

const hourMs = 60 * 60 * 1000;

/** Time in ms that the model takes for each answer. */
let slowMs = 0;

const runs = await startModelRuns((request) => ({ afterMs: slowMs, reply: honest(request) }));
const startedRun = await runs.startRun();
await runs.workOff(startedRun);
const undisturbed = await runs.meaningOf(startedRun);
afterAll(async () => {
  await runs.close();
  closeLoading();
});

it('a clock that jumps an hour back or forward at any write does not change the result of a run or use up an attempt', async () => {
  for (let seed = 1; seed <= (wantsAll ? 20 : 4); seed += 1) {
    const random = chance(seed);
    const { clock } = runs.under;
    let shifted = 0;
    const jumping: Around = async (_, write) => {
      if (random() < 0.2) {
        shifted += random() < 0.5 ? hourMs : -hourMs;
      }
      clock.time = Date.now() + shifted;
      return write();
    };
    const startedRun = await runs.startRun();
    const store = watchedStore(runs.under.store, jumping);
    // There are two workers, because one could wrongly take over runs of the other.
    const other = runs.work(store);
    await runs.workOff(startedRun, store);
    await other.stop();
    expect(await runs.meaningOf(startedRun), `seed ${seed}`).toBe(undisturbed);
    expect((await runs.runOf(startedRun)).attempts, `seed ${seed}`).toBe(1);
    clock.time = null;
  }
});

it('a process whose clock is an hour ahead or behind claims no run of a live worker', async () => {
  const startWorker = await buildFaultyWorker('clock-jumps');
  const environment = runs.environment;
  // Far longer than a busy machine keeps a process waiting, and far shorter than the difference of the clocks.
  const leaseMs = 60_000;
  slowMs = 50;
  const workers = [0, hourMs, -hourMs].map((clockMs) => startWorker({ clockMs, leaseMs }, environment));
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
    slowMs = 0;
  });
  for (const worker of workers) await worker.says('ready');
  const startedRun = await Promise.all(Array.from({ length: wantsAll ? 90 : 18 }, () => runs.startRun()));
  const settled = async () => {
    const all = await Promise.all(startedRun.map((one) => runs.runOf(one)));
    return all.every((run) => run.settled);
  };
  await waitUntil(settled, { upTo: 100_000 });
  const attempts = await Promise.all(startedRun.map(async (one) => (await runs.runOf(one)).attempts));
  expect(attempts).toEqual(startedRun.map(() => 1));
  for (const one of startedRun) expect(await runs.meaningOf(one)).toBe(undisturbed);
});

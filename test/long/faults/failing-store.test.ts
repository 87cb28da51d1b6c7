import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { chance, someOf, wantsAll } from '../../support/faults/chance.ts';
import { callsAtATime, honest, startModelRuns } from '../../support/faults/model-run.ts';
import { type Around, watchedStore } from '../../support/faults/watched-store.ts';

let writes = 0;

const runs = await startModelRuns(honest, { timeoutSeconds: 60 });
const startedRun = await runs.startRun();
const counting: Around = (_, write) => {
  writes += 1;
  return write();
};
await runs.workOff(startedRun, watchedStore(runs.under.store, counting));
const undisturbed = await runs.meaningOf(startedRun);
const calls = runs.server.requests.length;
afterAll(async () => {
  await runs.close();
  closeLoading();
});

describe('a run whose store fails', () => {
  it('has a result to compare with if the store does not fail', () => {
    expect(writes).toBeGreaterThan(8);
    expect(undisturbed).toContain('"CONFIRMED"');
  });

  it.each(['before', 'after'] as const)(
    'at any single write, %s that write is done, has the same result as without the failure and repeats only the calls in progress',
    async (when) => {
      for (const at of someOf(writes, 6)) {
        runs.server.requests.length = 0;
        let seen = 0;
        const failing: Around = async (name, write) => {
          seen += 1;
          const fails = seen === at;
          if (fails && when === 'before') throw new Error(`no answer at write ${at}, ${name}`);
          const done = await write();
          if (fails) throw new Error(`the answer to write ${at}, ${name}, was lost`);
          return done;
        };
        const startedRun = await runs.startRun();
        await runs.workOff(startedRun, watchedStore(runs.under.store, failing));
        expect(await runs.meaningOf(startedRun), `write ${at}`).toBe(undisturbed);
        expect(runs.server.requests.length, `write ${at}`).toBeLessThanOrEqual(calls + callsAtATime);
      }
    },
  );

  it('at random writes, one in five, has the same result as without the failures', async () => {
    for (let seed = 1; seed <= (wantsAll ? 50 : 3); seed += 1) {
      const random = chance(seed);
      const failing: Around = async (name, write) => {
        if (random() < 0.1) throw new Error(`no answer at ${name}`);
        const done = await write();
        if (random() < 0.1) throw new Error(`the answer to ${name} was lost`);
        return done;
      };
      const startedRun = await runs.startRun();
      await runs.workOff(startedRun, watchedStore(runs.under.store, failing));
      expect(await runs.meaningOf(startedRun), `seed ${seed}`).toBe(undisturbed);
    }
  }, 300_000);
});

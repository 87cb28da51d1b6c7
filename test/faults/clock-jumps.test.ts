import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeLoading } from '../../engine/index.ts';
import { chance, wantsAll } from './support/chance.ts';
import { type ModelRuns, startModelRuns } from './support/model-run.ts';
import { type Around, watchedStore } from './support/watched-store.ts';

const hourMs = 60 * 60 * 1000;

let runs: ModelRuns;
let undisturbed = '';

beforeAll(async () => {
  runs = await startModelRuns();
  const deployed = await runs.deploy();
  await runs.workOff(deployed);
  undisturbed = await runs.meaningOf(deployed);
});
afterAll(async () => {
  await runs.close();
  closeLoading();
});

it('a clock that jumps by an hour, back or forth, at any write changes nothing of a run, and costs at most one attempt each', async () => {
  for (let seed = 1; seed <= (wantsAll ? 20 : 4); seed += 1) {
    const random = chance(seed);
    const { clock } = runs.under;
    let shifted = 0;
    let jumps = 0;
    const jumping: Around = async (_, write) => {
      if (random() < 0.2) {
        jumps += 1;
        shifted += random() < 0.5 ? hourMs : -hourMs;
      }
      clock.time = Date.now() + shifted;
      return write();
    };
    const deployed = await runs.deploy();
    const store = watchedStore(runs.under.store, jumping);
    // Two workers, so that one takes over whatever the clock says the other has lost.
    const other = runs.work(store);
    await runs.workOff(deployed, store);
    await other.stop();
    expect(await runs.meaningOf(deployed), `seed ${seed}`).toBe(undisturbed);
    // A jump can cost an attempt its lease, once.
    expect((await runs.runOf(deployed)).attempts, `seed ${seed}`).toBeLessThanOrEqual(jumps + 3);
    clock.time = null;
  }
}, 120_000);

import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { watchedStore } from '../../support/faults/watched-store.ts';
import { startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

const waiting = 100;
const ownedBy = z.object({ userId: z.string() });
const rules = [{ name: 'Notice', description: 'The tenant shall give notice.' }];

const under = await startService();
afterAll(() => under.close());

async function projectOf(user: Actor): Promise<string> {
  const about = { name: 'n', description: 'd' };
  const { _id: politicsId } = await under.services.politics.create(user, { ...about, rules });
  const files = [{ type: 'text' as const, name: 'lease', content: 'The tenant shall give notice.' }];
  return (await under.services.projects.create(user, { ...about, politicsId, files }))._id;
}
const startRun = (user: Actor, id: string) =>
  under.services.projects.update(user, id, { status: 'deploying' });

it('a user with a single run waits only for the active run, even if another user has a hundred waiting runs', async () => {
  const busy = unrestricted(newObjectId());
  const modest = unrestricted(newObjectId());
  for (let at = 0; at < waiting; at += 1) await startRun(busy, await projectOf(busy));
  const one = await projectOf(modest);

  /** The users whose runs were claimed, in order. */
  const served: string[] = [];
  let gate = Promise.resolve();
  let claiming = 0;
  const store = watchedStore(under.store, async (name, write) => {
    if (name !== 'runs.claim') return write();
    await gate;
    claiming += 1;
    const done = await write().finally(() => {
      claiming -= 1;
    });
    if (done !== null) served.push(ownedBy.parse(done).userId);
    return done;
  });
  const worker = startRunWorker(workerDependenciesOf(under, { store }), { concurrency: 1, idleMs: 20 });
  const before: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const count = served.length;
    await waitUntil(() => served.length > count + 2, { upTo: 60_000 });
    // No run is claimed while this one is being started, so that the order of both is known.
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    await waitUntil(() => claiming === 0);
    const { runId } = await startRun(modest, one);
    const asked = served.length;
    open();
    await waitUntil(() => served.indexOf(modest.userId, asked) !== -1, { upTo: 60_000 });
    before.push(served.indexOf(modest.userId, asked) - asked);
    const settled = async () => (await under.store.runs.get(modest.userId, runId ?? ''))?.settled;
    await waitUntil(settled, { upTo: 60_000 });
  }
  await worker.stop();
  expect(before).toEqual([0, 0, 0, 0, 0]);
  expect(await under.store.runs.countWaiting()).toBeGreaterThan(0);
});

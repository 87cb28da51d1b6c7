import { afterEach, beforeEach, expect, it } from 'vitest';
import { tidy } from '../../src/services/housekeeping.ts';
import { settlements } from '../../src/services/settlements.ts';
import { aRun, owner } from '../support/records.ts';
import { type ServiceUnderTest, startService } from '../support/service.ts';

const dayMs = 24 * 60 * 60 * 1000;
let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService();
});
afterEach(() => under.close());

it('removes runs that ended long ago, but for the last one of a project, and what deleted projects left', async () => {
  const rules = [{ name: 'a', description: 'b' }];
  const { _id: politicsId } = await under.services.politics.create(owner, {
    name: 'n',
    description: 'd',
    rules,
  });
  const project = await under.services.projects.create(owner, { name: 'n', description: 'd', politicsId });
  const ended = (days: number, projectId = project._id) =>
    aRun({
      projectId,
      state: 'completed',
      settled: true,
      endedAt: new Date(Date.now() - days * dayMs).toISOString(),
    });
  const [old, last, recent, orphan] = [ended(91), ended(91), ended(89), ended(91, 'gone')];
  for (const run of [old, last, recent, orphan]) await under.store.runs.insert(run);
  await under.store.projects.update(owner.userId, project._id, (current) => ({
    ...current,
    runId: last._id,
  }));
  expect(await tidy(under.dependencies, 90 * dayMs)).toMatchObject({ runs: 2 });
  const kept = await Promise.all(
    [old, last, recent, orphan].map((run) => under.store.runs.get(owner.userId, run._id)),
  );
  expect(kept.map((run) => run !== null)).toEqual([false, true, true, false]);
});

it('takes up a deploy that died half way at once, and removes an old run that its project does not point to', async () => {
  const rules = [{ name: 'a', description: 'b' }];
  const { _id: politicsId } = await under.services.politics.create(owner, {
    name: 'n',
    description: 'd',
    rules,
  });
  const project = await under.services.projects.create(owner, { name: 'n', description: 'd', politicsId });
  const createdAt = new Date(Date.now() - 61_000).toISOString();
  const justNow = new Date(Date.now() - 5_000).toISOString();
  const half = aRun({ projectId: project._id, released: false, createdAt: justNow });
  const stray = aRun({ projectId: project._id, released: false, createdAt });
  const fresh = aRun({ projectId: project._id, released: false });
  for (const run of [half, stray, fresh]) await under.store.runs.insert(run);
  await under.store.projects.update(owner.userId, project._id, (current) => ({
    ...current,
    status: 'deploying',
    runId: half._id,
  }));
  expect(await settlements(under.dependencies).finishUnfinished()).toBe(2);
  const runs = await Promise.all(
    [half, stray, fresh].map((run) => under.store.runs.get(owner.userId, run._id)),
  );
  expect(runs.map((run) => run?.released)).toEqual([true, undefined, false]);
});

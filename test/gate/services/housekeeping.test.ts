import { afterEach, beforeEach, expect, it } from 'vitest';
import { tidy } from '../../../src/services/housekeeping.ts';
import { runFinalizer } from '../../../src/services/runs/run-finalizer.ts';
import { aDelivery, aRun, owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';
import { storedAssets } from '../../support/stored-assets.ts';

const dayMs = 24 * 60 * 60 * 1000;
const keep = { runsMs: 90 * dayMs, auditMs: 365 * 86_400_000, textsMs: 30 * dayMs };
let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService();
});
afterEach(() => under.close());

async function draft() {
  const named = { name: 'n', description: 'd' };
  const { _id: politicsId } = await under.services.politics.create(owner, { ...named, rules: [named] });
  return under.services.projects.create(owner, { ...named, politicsId });
}

it('housekeeping removes what remains of deleted projects, and all old runs but the last of each project and signed-off ones', async () => {
  const project = await draft();
  const ended = (days: number, projectId = project._id) =>
    aRun({
      projectId,
      state: 'completed',
      settled: true,
      endedAt: new Date(Date.now() - days * dayMs).toISOString(),
    });
  const open = { findings: 0, notReviewed: 0, outcomes: null };
  const signOff = { by: 'Ada', at: '2026-01-01T00:00:00.000Z', open, reviews: '' };
  const signed = { ...ended(91), signOff };
  const waiting = { ...ended(91), signOff: { ...signOff, second: null } };
  const runs = [ended(91), ended(91), ended(89), ended(91, 'gone'), signed, waiting];
  const [, last] = runs;
  for (const run of runs) await under.store.runs.insert(run);
  await under.store.projects.update(owner.userId, project._id, (current) => ({
    ...current,
    runId: last?._id ?? null,
  }));
  expect(await tidy(under.dependencies, keep)).toMatchObject({ runs: 2 });
  const kept = await Promise.all(runs.map((run) => under.store.runs.get(owner.userId, run._id)));
  expect(kept.map((run) => run !== null)).toEqual([false, true, true, false, true, true]);
});

it('housekeeping finishes an interrupted start of a run, and removes an old run that was never released to workers and to which its project does not refer', async () => {
  const project = await draft();
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
  expect(await runFinalizer(under.dependencies).finishUnfinished()).toBe(2);
  const runs = await Promise.all(
    [half, stray, fresh].map((run) => under.store.runs.get(owner.userId, run._id)),
  );
  expect(runs.map((run) => run?.released)).toEqual([true, undefined, false]);
});

it('housekeeping removes old runs with their notifications and stored links, and unused texts, in one round', async () => {
  const now = Date.now();
  under.clock.time = now - 91 * dayMs;
  const { politics, projects } = under.services;
  const rules = [{ name: 'a', description: 'b' }];
  const { _id: politicsId } = await politics.create(owner, { name: 'n', description: 'd', rules });
  const project = await projects.create(owner, { name: 'n', description: 'd', politicsId });
  async function* bytes() {
    yield Buffer.from('bytes');
  }
  const captured = (name: string) =>
    under.assets.put({ owner: owner.userId, name, maxBytes: 10, body: bytes() });
  const ended = async (days: number, name: string) => {
    const { id: assetId } = await captured(name);
    const run = aRun({
      projectId: project._id,
      state: 'completed',
      settled: true,
      captures: [{ url: 'https://example.org', assetId }],
      endedAt: new Date(now - days * dayMs).toISOString(),
    });
    await under.store.runs.insert(run);
    const delivery = aDelivery({ runId: run._id, projectId: project._id, nextAttemptAt: null });
    await under.store.deliveries.add(delivery);
    await under.store.sourceTexts.put(owner.userId, name, Buffer.from('text'), new Date(now - days * dayMs));
    return { run, delivery };
  };
  const [old, recent] = [await ended(91, 'old.txt'), await ended(20, 'recent.txt')];
  await under.store.sourceTexts.put(owner.userId, 'unused', Buffer.from('text'), new Date(now - 31 * dayMs));
  under.clock.time = now;
  expect(await tidy(under.dependencies, keep)).toMatchObject({ runs: 1, uploads: 1, sourceTexts: 2 });
  const { runs, deliveries, sourceTexts } = under.store;
  const there = async ({ run, delivery }: typeof old, name: string) => [
    (await runs.get(owner.userId, run._id)) !== null,
    (await deliveries.get(owner.userId, delivery._id)) !== null,
    (await sourceTexts.get(owner.userId, name, new Date(now))) !== null,
  ];
  expect(await there(old, 'old.txt')).toEqual([false, false, false]);
  expect(await there(recent, 'recent.txt')).toEqual([true, true, true]);
  expect(await sourceTexts.get(owner.userId, 'unused', new Date(now))).toBeNull();
  expect(await storedAssets(under.assets)).toEqual(['recent.txt']);
});

it('housekeeping counts the bytes of files that an older release stored without counting bytes', async () => {
  const { services, store, assets, clock } = under;
  const rules = [{ name: 'a', description: 'b' }];
  const { _id: politicsId } = await services.politics.create(owner, { name: 'n', description: 'd', rules });
  const files = [{ name: 'a', type: 'text' as const, content: 'ten bytes.' }];
  await services.projects.create(owner, { name: 'n', description: 'd', politicsId, files });
  for await (const { id } of assets.listOlderThan(new Date('2100-01-01'))) await store.fileSizes.forget(id);
  expect(await store.fileSizes.total(owner.userId)).toBe(0);
  clock.time = Date.now() + 2 * dayMs;
  expect(await tidy(under.dependencies, keep)).toMatchObject({ uploads: 0 });
  expect(await store.fileSizes.total(owner.userId)).toBe(10);
});

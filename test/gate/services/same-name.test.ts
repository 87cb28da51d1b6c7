import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import type { NewProjectFile } from '../../../src/domain/project.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
let worker: RunWorker;
let projectId: string;
beforeEach(async () => {
  under = await startService();
  worker = startRunWorker(workerDependenciesOf(under), { concurrency: 1, idleMs: 20 });
  const rules = [{ name: 'Pets', description: 'Dogs are allowed in the garden at night.' }];
  const fields = { name: 'n', description: 'd' };
  const { _id: politicsId } = await under.services.politics.create(owner, { ...fields, rules });
  const files = [text('Rent is due monthly.'), text('The roof is repaired within ten days.')];
  const project = { ...fields, politicsId, files, scope: 'each' as const };
  projectId = (await under.services.projects.create(owner, project))._id;
});
afterEach(async () => {
  await worker.stop();
  await under.close();
});
afterAll(closeLoading);

const text = (content: string): NewProjectFile => ({ type: 'text', name: 'contract.txt', content });

/** Runs the check, and returns the findings in the order of the files, each with the reason of its review. */
async function checked() {
  const { projects, findings } = under.services;
  await projects.update(owner, projectId, { status: 'deploying' });
  await waitUntil(async () => (await projects.view(owner, projectId)).project.status === 'completed');
  const { items } = await findings.list(owner, { projectId, page: 1, pageSize: 10 });
  return { ids: items.map(({ id }) => id), reviews: items.map(({ review }) => review?.reason) };
}

it('a review of one of two files of the same name is never shown at the other, in this run or a later one', async () => {
  const { projects, findings } = under.services;
  const { ids } = await checked();
  const review = { label: 'NOT FOUND', reason: 'read to the end', by: 'Ada' } as const;
  await findings.review(owner, projectId, ids[0] ?? '', review);
  const listed = await findings.list(owner, { projectId, page: 1, pageSize: 10 });
  expect(listed.items.map((one) => one.review?.reason)).toEqual(['read to the end', undefined]);

  const { files } = await projects.get(owner, projectId);
  await projects.update(owner, projectId, { files: files.toReversed() });
  expect((await checked()).reviews).toEqual([undefined, 'read to the end']);
  const { runId } = await projects.get(owner, projectId);
  expect(await under.services.runs.diff(owner, projectId, runId ?? '')).toMatchObject({ total: 0 });

  await projects.update(owner, projectId, { files: files.slice(1) });
  expect((await checked()).reviews).toEqual([undefined]);
});

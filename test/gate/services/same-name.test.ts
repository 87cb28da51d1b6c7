import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import type { NewProjectFile } from '../../../src/domain/project.ts';
import type { AssignedFinding } from '../../../src/services/runs/assignments.ts';
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

const text = (content: string, name = 'contract.txt'): NewProjectFile => ({ type: 'text', name, content });

/** Runs the check, and returns the findings in the order of the files, each with the reason of its review. */
async function checked() {
  const { projects, findings } = under.services;
  await projects.update(owner, projectId, { status: 'deploying' });
  await waitUntil(async () => (await projects.view(owner, projectId)).project.status === 'completed');
  const { items } = await findings.list(owner, { projectId, page: 1, pageSize: 10 });
  const { runId } = await projects.get(owner, projectId);
  return {
    runId: runId ?? '',
    ids: items.map(({ id }) => id),
    reviews: items.map(({ review }) => review?.reason),
    cited: items.map(({ citations }) => citations.map(({ source }) => source.name).join()),
  };
}

/** The files of each finding that differs between two runs: before, and after. */
async function differing(runId: string, againstId: string) {
  const { differences } = await under.services.runs.diff(owner, projectId, runId, { againstId });
  const fileOf = (finding: AssignedFinding | null) =>
    finding?.subject.kind === 'file' ? finding.subject.name : null;
  return differences.map(({ before, after }) => [fileOf(before), fileOf(after)]);
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

it('a new version is cited by its own name, compared with each version before it, and keeps reviews of the same evidence', async () => {
  const { projects, findings } = under.services;
  const put = async (...files: NewProjectFile[]) => {
    await projects.update(owner, projectId, { files });
    return checked();
  };
  const dogs = 'Dogs are allowed in the garden at night.';
  const note = text('The roof is red.', 'note.txt');
  const first = await put(text(dogs, 'v1.txt'), note);
  const { files: old } = await projects.get(owner, projectId);
  for (const [at, id] of first.ids.entries())
    await findings.review(owner, projectId, id, { label: 'ESTIMATED', reason: `of ${at}`, by: 'Ada' });

  const second = await put({ ...text(`${dogs} Rent is due.`, 'v2.txt'), versionOf: 'v1.txt' }, note);
  expect([second.cited[0], second.reviews]).toEqual(['v2.txt', ['of 0', 'of 1']]);
  expect(await differing(second.runId, first.runId)).toEqual([]);

  // A version of a version, while another file takes the name of the version before.
  const third = await put(
    { ...text('No dogs. Cats are allowed in the garden at night.', 'v3.txt'), versionOf: 'v2.txt' },
    { ...text('The roof is green.', 'v2.txt'), versionOf: 'note.txt' },
  );
  expect(third.reviews).toEqual([undefined, 'of 1']);
  expect(await differing(third.runId, second.runId)).toEqual([['v2.txt', 'v3.txt']]);
  expect(await differing(third.runId, first.runId)).toEqual([['v1.txt', 'v3.txt']]);

  // What was read may be sent back. Without the new versions, the old ones are what they were.
  const { files } = await projects.get(owner, projectId);
  expect((await put(...files)).reviews).toEqual(third.reviews);
  const undone = await put(...old);
  expect([undone.cited[0], undone.reviews]).toEqual(['v1.txt', ['of 0', 'of 1']]);

  // Beside its new version, an old one is told apart by its content.
  const both = await put(...old, { ...text('Dogs are forbidden.', 'v4.txt'), versionOf: 'v1.txt' });
  expect(both.reviews).toEqual([undefined, 'of 1', undefined]);

  await expect(put({ ...note, versionOf: 'v9.txt' })).rejects.toMatchObject({
    errors: [{ path: 'files[0].versionOf', message: 'must be the name of a file of this project' }],
  });
});

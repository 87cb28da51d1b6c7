import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewProjectFile, Project } from '../../../src/domain/project.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { aFinding, aResult, owner, stranger } from '../../support/records.ts';
import { filesInBucket } from '../../support/s3/bucket.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';
import { storedAssets } from '../../support/stored-assets.ts';

let under: ServiceUnderTest;
let politicsId: string;
beforeEach(async () => {
  under = await startService({ LIMIT_FILES: 3, LIMIT_TEXT_BYTES: 100 });
  const rules = [{ name: 'a', description: 'b' }];
  politicsId = (await under.services.politics.create(owner, { name: 'n', description: 'd', rules }))._id;
});
afterEach(() => under.close());

const text = (name: string, content = 'some words'): NewProjectFile => ({ type: 'text', name, content });
const link = (url = 'https://a.example.org/x.pdf'): NewProjectFile => ({ type: 'document', name: 'x', url });
const create = (files: NewProjectFile[] = []) =>
  under.services.projects.create(owner, { name: 'n', description: 'd', politicsId, files });
const startRun = (project: Project, options = {}) =>
  under.services.projects.update(owner, project._id, { status: 'deploying' }, options);

/** Ends the project's run, as a worker would. */
async function endRun(state: 'completed' | 'failed' = 'completed') {
  const now = under.clock.now();
  const run = await under.store.runs.claim({ lease: 'w', now });
  if (run === null) throw new Error('a run must be due');
  const runLease = { runId: run._id, fence: run.lease.fence };
  const finding = aFinding({ runId: run._id });
  await under.store.runs.addFindings(runLease, [{ finding, fingerprint: 'same words' }], run.progress, now);
  const result = aResult();
  const summary = { labels: result.counts.labels, incomplete: false };
  await under.store.runs.release(
    runLease,
    { state, result, summary, lastError: null, progress: run.progress },
    now,
  );
  return { run, finding };
}

describe('a new project', () => {
  it('is refused if a file is invalid or the rule set belongs to another user; all invalid files are named', async () => {
    const files = [
      link('http://localhost/'),
      text('long', 'é'.repeat(51)),
      link('file:///etc/passwd'),
      link(),
    ];
    await expect(create(files)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [
        { path: 'files' },
        { path: 'files[1].content' },
        { path: 'files[0].url' },
        { path: 'files[2].url' },
      ],
    });
    const input = { name: 'n', description: 'd', politicsId, files: [text('t')] };
    for (const [actor, id] of [
      [stranger, politicsId],
      [owner, newObjectId()],
    ] as const) {
      await expect(under.services.projects.create(actor, { ...input, politicsId: id })).rejects.toMatchObject(
        {
          code: 'politics_not_found',
        },
      );
    }
    await expect(under.services.projects.create(owner, { ...input, politicsId: 'x' })).rejects.toMatchObject({
      errors: [{ path: 'politicsId' }],
    });
    expect(await storedAssets(under.assets)).toEqual([]);
  });

  it.skipIf(filesInBucket)('leaves neither a record nor a file if a text cannot be stored', async () => {
    await create([text('before')]);
    const folder = join(under.folder, 'assets', 'unfinished');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'in the way');
    await expect(create([text('a'), text('b')])).rejects.toMatchObject({
      code: 'asset_upload_failed',
      status: 500,
    });
    rmSync(folder);
    mkdirSync(folder);
    expect(await storedAssets(under.assets)).toEqual(['before.txt']);
    expect((await under.services.projects.list(owner, { page: 1, pageSize: 10 })).total).toBe(1);
  });

  it('is created only once if the same request is repeated with its record id', async () => {
    const recordId = newObjectId();
    const input = { name: 'n', description: 'd', politicsId, files: [text('t')] };
    const first = await under.services.projects.create(owner, input, { recordId });
    expect(await under.services.projects.create(owner, input, { recordId })).toEqual(first);
    expect(await storedAssets(under.assets)).toEqual(['t.txt']);
  });
});

describe('starting a run', () => {
  it('uses the current version of the project and of the rule set', async () => {
    const project = await create([text('Notes')]);
    const startedRun = await startRun(project);
    expect(startedRun.status).toBe('deploying');
    await under.services.politics.update(owner, politicsId, {
      name: 'later',
      addRules: [{ name: 'x', description: 'y' }],
    });
    const run = await under.services.runs.get(owner, project._id, startedRun.runId ?? '');
    expect(run).toMatchObject({
      state: 'queued',
      released: true,
      files: project.files,
      politics: { politicsId, name: 'n', rules: [{ name: 'a', description: 'b' }] },
      progress: { files: { done: 0, total: 1 }, rules: { done: 0, total: 1 }, percent: 0 },
    });
  });

  it('succeeds for one of fifty concurrent requests; the others are refused, and the project does not change meanwhile', async () => {
    const project = await create();
    const tried = await Promise.allSettled(Array.from({ length: 50 }, () => startRun(project)));
    const refused = tried.filter((one) => one.status === 'rejected').map((one) => one.reason.code);
    expect(refused).toEqual(Array.from({ length: 49 }, () => 'project_deploying'));
    for (const attempt of [
      () => under.services.projects.update(owner, project._id, { name: 'x' }),
      () => under.services.projects.remove(owner, project._id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'project_deploying', status: 409 });
    }
    expect(
      (await under.services.runs.list(owner, { projectId: project._id, page: 1, pageSize: 100 })).total,
    ).toBe(1);
    expect(await under.store.runs.countWaiting()).toBe(1);
  });

  it('succeeds while others edit the project, and the run uses the project as it was at that moment', async () => {
    const project = await create();
    const edit = (at: number) =>
      under.services.projects.update(owner, project._id, { files: [link(`https://a.example.org/${at}`)] });
    const all = await Promise.allSettled([edit(0), edit(1), startRun(project), edit(2), edit(3)]);
    expect(all[2]?.status).toBe('fulfilled');
    const last = await under.services.projects.get(owner, project._id);
    expect(last.version).toBe(1 + all.filter((one) => one.status === 'fulfilled').length);
    const run = await under.services.runs.get(owner, project._id, last.runId ?? '');
    expect(run.files).toEqual(last.files);
    expect(last.files).not.toEqual([]);
  });

  it('is refused with a status other than deploying, for other users, and if the rule set was deleted', async () => {
    const project = await create();
    await expect(
      under.services.projects.update(owner, project._id, { status: 'completed' }),
    ).rejects.toMatchObject({ code: 'validation_failed', errors: [{ path: 'status' }] });
    await expect(
      under.services.projects.update(stranger, project._id, { status: 'deploying' }),
    ).rejects.toMatchObject({ code: 'project_not_found' });
    await under.store.politics.delete(owner.userId, politicsId);
    await expect(startRun(project)).rejects.toMatchObject({ code: 'politics_missing' });
    expect((await under.services.projects.get(owner, project._id)).status).toBe('draft');
    expect(await under.store.runs.countWaiting()).toBe(0);
  });

  it('again with the same idempotency key after a crash returns the same run, wherever the crash happened', async () => {
    const project = await create();
    const recordId = newObjectId();
    const first = await startRun(project, { recordId });
    expect(await startRun(project, { recordId })).toEqual(first);

    const second = await create();
    const half = { ...(await under.services.runs.get(owner, project._id, recordId)), _id: newObjectId() };
    await under.store.runs.insert({ ...half, projectId: second._id, released: false });
    const startedRun = await startRun(second, { recordId: half._id });
    expect(startedRun).toMatchObject({ status: 'deploying', runId: half._id });
    expect((await under.services.runs.get(owner, second._id, half._id)).released).toBe(true);
  });
});

describe('the end of a run', () => {
  it.each(['completed', 'failed'] as const)(
    'sets the project to %s, and the project can be started again',
    async (state) => {
      const project = await create();
      await startRun(project);
      const { run } = await endRun(state);
      expect((await under.services.projects.get(owner, project._id)).status).toBe(state);
      const listed = await under.services.projects.list(owner, { page: 1, pageSize: 10 });
      expect(listed.items.map((one) => one.status)).toEqual([state]);
      const again = await startRun(project);
      expect(again).toMatchObject({ status: 'deploying' });
      expect(again.runId).not.toBe(run._id);
      expect(
        (await under.services.runs.list(owner, { projectId: project._id, page: 1, pageSize: 10 })).total,
      ).toBe(2);
    },
  );

  it('follows a cancellation at once and is final, and the findings up to then are kept', async () => {
    const project = await create();
    await startRun(project);
    const now = under.clock.now();
    const run = await under.store.runs.claim({ lease: 'w', now });
    const runLease = { runId: run?._id ?? '', fence: run?.lease.fence ?? 0 };
    const progress = run?.progress ?? (await under.services.projects.view(owner, project._id)).run?.progress;
    if (progress === undefined) throw new Error('no progress');
    await under.store.runs.addFindings(runLease, [{ finding: aFinding(), fingerprint: 'f' }], progress, now);
    expect((await under.services.projects.cancel(owner, project._id)).status).toBe('canceled');
    expect(await under.store.runs.isLeased(runLease)).toBe(false);
    const view = await under.services.projects.view(owner, project._id);
    expect(view.run).toMatchObject({
      state: 'canceled',
      result: { incomplete: true, warnings: [{ code: 'canceled' }] },
    });
    expect(view.findings?.total).toBe(1);
    await expect(under.services.projects.cancel(owner, project._id)).rejects.toMatchObject({
      code: 'project_not_deploying',
    });
    expect((await startRun(project)).status).toBe('deploying');
  });

  it('allows the owner to delete the project with its runs, findings and files', async () => {
    const project = await create([text('t')]);
    await startRun(project);
    const { run } = await endRun();
    await expect(under.services.projects.remove(stranger, project._id)).rejects.toMatchObject({
      code: 'project_not_found',
    });
    await under.services.projects.remove(owner, project._id);
    expect(await under.store.runs.get(owner.userId, run._id)).toBeNull();
    expect(await under.store.findings.all(owner.userId, run._id)).toEqual([]);
    expect(await storedAssets(under.assets)).toEqual([]);
  });
});

describe('uploaded files', () => {
  it('are removed after a day unless a record uses them', async () => {
    await create([text('used')]);
    async function* body() {
      yield Buffer.from('words');
    }
    const unused = await under.services.uploads.put(owner, { name: 'unused.txt', body: body() });
    expect(await under.services.uploads.sweep()).toBe(0);
    under.clock.time = Date.now() + 23.5 * 3_600_000;
    await expect(create([link(unused.url)])).rejects.toMatchObject({ errors: [{ path: 'files[0].url' }] });
    under.clock.time = Date.now() + 24.5 * 3_600_000;
    expect(await under.services.uploads.sweep()).toBe(1);
    expect(await storedAssets(under.assets)).toEqual(['used.txt']);
  });
});

it('the files of a project answer nobody from its deletion on, unless another record uses them', async () => {
  const first = await create([text('Notes')]);
  const [file] = first.files;
  const id = file?.assetId ?? '';
  const second = await create([{ type: 'document', name: 'again', url: file?.url ?? '' }]);
  await startRun(second);
  await endRun();
  await under.services.projects.remove(owner, first._id);
  expect(await under.assets.find(id)).not.toBeNull();
  const { version: _, ...changed } = await under.services.projects.update(owner, second._id, { files: [] });
  expect(changed.files).toEqual([]);
  expect(await under.assets.find(id)).not.toBeNull();
  await under.services.projects.remove(owner, second._id);
  expect(await under.assets.find(id)).toBeNull();
});

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { bundleReport } from '../../../src/cli/verify/bundle.ts';
import type { Project } from '../../../src/domain/project.ts';
import { findingHash, resultHash } from '../../../src/domain/runs/event-chain.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import type { PortableRecord } from '../../../src/store/port.ts';
import { owner, stranger } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
let worker: RunWorker;
beforeEach(async () => {
  under = await startService();
  worker = startRunWorker(workerDependenciesOf(under), { concurrency: 1, idleMs: 20 });
});
afterEach(async () => {
  await worker.stop();
  await under.close();
});
afterAll(closeLoading);

const words = 'The tenant shall give notice of at least three months before leaving.';

async function endedProject(): Promise<Project & { runId: string }> {
  const rules = [
    { name: 'Notice', description: words },
    { name: 'Pets', description: 'Dogs are allowed in the garden at night.' },
  ];
  const politics = await under.services.politics.create(owner, { name: 'n', description: 'd', rules });
  const { _id } = await under.services.projects.create(owner, {
    name: 'n',
    description: 'd',
    politicsId: politics._id,
    files: [
      { type: 'text', name: 'Lease', content: words },
      { type: 'document', name: 'gone.txt', url: 'http://127.0.0.2:9/gone.txt' },
    ],
  });
  await under.services.projects.update(owner, _id, { status: 'deploying' });
  const settled = async () => (await under.services.projects.view(owner, _id)).run?.settled === true;
  await waitUntil(settled);
  const { project } = await under.services.projects.view(owner, _id);
  return { ...project, runId: project.runId ?? '' };
}

const chainOf = ({ runId }: { runId: string }) => under.store.events.walk(owner.userId, runId, 0, 1_000);

it('a run records in its chain what it read, what it found, how it ended, and what reviewers did, as it happens', async () => {
  const project = await endedProject();
  const { _id, runId } = project;
  const all = await under.services.findings.all(owner, _id, runId);
  const [finding] = all;
  if (finding === undefined) throw new Error('the run must have a finding');
  const review = { label: 'CONFIRMED', outcome: 'violated', reason: 'read', by: 'me' } as const;
  await under.services.findings.review(owner, _id, finding.id, review);
  await under.services.signOffs.sign(owner, _id, runId, { by: 'me' });
  await under.services.findings.unreview(owner, _id, finding.id);
  await under.services.signOffs.withdraw(owner, _id, runId, 'me');

  const chain = await chainOf(project);
  const types = chain.map(({ type }) => type).filter((type) => type !== 'findings_recorded');
  // The two files are read at the same time.
  expect(types.splice(2, 2).toSorted()).toEqual(['file_failed', 'file_read']);
  expect(types).toEqual([
    ...['run_created', 'attempt_started', 'run_ended'],
    ...['review_given', 'signed_off', 'review_removed', 'sign_off_withdrawn'],
  ]);
  expect(chain.filter(({ late }) => late)).toEqual([]);
  const recorded = chain.flatMap((one) => (one.type === 'findings_recorded' ? one.data.findings : []));
  expect(new Map(recorded.map(({ id, sha256 }) => [id, sha256]))).toEqual(
    new Map(all.map((one) => [one.id, findingHash(one)])),
  );
  const { result } = await under.services.runs.get(owner, _id, runId);
  if (result === null) throw new Error('the run must have a result');
  expect(chain.find(({ type }) => type === 'run_ended')?.data).toEqual({
    state: 'completed',
    resultSha256: resultHash(result),
  });
  const sha256 = createHash('sha256').update(words).digest('hex');
  expect(chain.find(({ type }) => type === 'file_read')?.data).toMatchObject({
    file: { name: 'Lease' },
    sha256,
  });
});

it('reviews and sign-offs that several people give at once yield one chain that contains all of them', async () => {
  const project = await endedProject();
  const { _id, runId } = project;
  const [finding] = await under.services.findings.all(owner, _id, runId);
  const review = { label: 'CONFIRMED', reason: 'read', by: 'me' } as const;
  await Promise.all(
    Array.from({ length: 25 }, (_, at) => [
      under.services.findings.review(owner, _id, finding?.id ?? '', { ...review, reason: `${at}` }),
      under.services.signOffs.sign(owner, _id, runId, { by: `${at}` }),
    ]).flat(),
  );
  const chain = await chainOf(project);
  expect(chain.map(({ sequence }) => sequence)).toEqual(chain.map((_, at) => at + 1));
  expect(chain.map(({ previous }) => previous)).toEqual([
    null,
    ...chain.slice(0, -1).map(({ hash }) => hash),
  ]);
  const count = (name: string) => chain.filter(({ type }) => type === name).length;
  expect([count('review_given'), count('signed_off')]).toEqual([25, 25]);
});

describe('the bundle of a run', () => {
  const review = { label: 'CONFIRMED', outcome: 'violated', reason: 'read', by: 'me' } as const;
  const make = (projectId: string, asked = {}) => under.services.bundles.make(owner, projectId, asked);

  async function checked(projectId: string, asked = {}) {
    const bundle = await make(projectId, asked);
    const report = await bundleReport(bundle.path, [under.dependencies.signingKey.id]);
    await bundle.close();
    if (!report.unchanged) throw new Error(report.problem);
    return report;
  }

  it('passes with its reviews, sign-off and files, and leaves no file behind', async () => {
    const { _id, runId } = await endedProject();
    const [finding] = await under.services.findings.all(owner, _id, runId);
    await under.services.findings.review(owner, _id, finding?.id ?? '', review);
    await under.services.signOffs.sign(owner, _id, runId, { by: 'me', comment: 'fine' });
    const report = await checked(_id, { withSources: true });
    expect(report).toMatchObject({ findings: 2, reviews: 1, late: 0, manifest: { signOff: { by: 'me' } } });
    expect(report.quotes).toBeGreaterThan(0);
    const [lease, gone] = report.manifest.sources;
    expect(lease).toMatchObject({ name: 'Lease', file: expect.stringContaining('sources/input-0/') });
    expect(gone).toEqual({ role: 'input', fileIndex: 1, name: 'gone.txt' });
    expect(readdirSync(under.dependencies.scratchFolder)).toEqual([]);
  });

  it('is refused for a run of another user, and for a limit that is too low', async () => {
    const { _id } = await endedProject();
    const asStranger = under.services.bundles.make(stranger, _id, {});
    await expect(asStranger).rejects.toMatchObject({ code: 'project_not_found' });
    under.dependencies.limits.LIMIT_BUNDLE_BYTES = 3_000;
    await expect(make(_id)).rejects.toMatchObject({ code: 'bundle_too_large' });
    expect(readdirSync(under.dependencies.scratchFolder)).toEqual([]);
  });

  it('marks the events that were not recorded as they happened: of an earlier release, and reviews of another run', async () => {
    const { _id, runId } = await endedProject();
    const [finding] = await under.services.findings.all(owner, _id, runId);
    await under.services.findings.review(owner, _id, finding?.id ?? '', review);
    await under.services.projects.update(owner, _id, { status: 'deploying' });
    const settled = async () => {
      const { run } = await under.services.projects.view(owner, _id);
      return run?._id !== runId && run?.settled === true;
    };
    await waitUntil(settled);
    const later = (await under.services.projects.view(owner, _id)).run?._id ?? '';
    expect(await checked(_id)).toMatchObject({ reviews: 1, late: 1 });
    expect(await checked(_id)).toMatchObject({ reviews: 1, late: 1 });
    expect((await chainOf({ runId: later })).filter(({ late }) => late)).toMatchObject([
      { type: 'review_given' },
    ]);

    const run = await under.store.runs.get(owner.userId, later);
    const records: PortableRecord[] = run === null ? [] : [{ kind: 'run', record: run }];
    for (const record of await under.store.findings.all(owner.userId, later))
      records.push({ kind: 'finding', workspaceId: owner.workspaceId, runId: later, record });
    await under.store.transfer.put(records);
    expect(await chainOf({ runId: later })).toEqual([]);
    const report = await checked(_id);
    expect(report).toMatchObject({ events: 4, late: 4, findings: 2, reviews: 1 });
  });

  it('agrees with its chain, although people review and sign off the run while it is made', async () => {
    const { _id, runId } = await endedProject();
    const [finding] = await under.services.findings.all(owner, _id, runId);
    const reports = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        await under.services.findings.review(owner, _id, finding?.id ?? '', { ...review, reason: `${at}` });
        const report = await checked(_id);
        await under.services.signOffs.sign(owner, _id, runId, { by: `${at}` });
        return report;
      }),
    );
    expect(reports.every(({ reviews }) => reviews === 1)).toBe(true);
  });
});

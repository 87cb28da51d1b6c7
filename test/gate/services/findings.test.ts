import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../../engine/model/finding.ts';
import { fingerprint, keyRules } from '../../../engine/model/keys.ts';
import type { Project } from '../../../src/domain/project.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { createServices } from '../../../src/services/services.ts';
import { allFindings, citation, finding } from '../../support/findings.ts';
import { aResult, owner, stranger } from '../../support/records.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';

let under: ServiceUnderTest;
let project: Project;
beforeEach(async () => {
  under = await startService();
  const rules = [{ name: 'a', description: 'b' }];
  const { _id } = await under.services.politics.create(owner, { name: 'n', description: 'd', rules });
  project = await under.services.projects.create(owner, { name: 'n', description: 'd', politicsId: _id });
});
afterEach(() => under.close());

const rules = keyRules(
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => ({ name, description: 'd' })),
);
const about = (index: number, quote: string, runId: string): Finding => {
  const rule = rules[index];
  if (rule === undefined) throw new Error('no such rule');
  return finding({ rule, runId, citations: [citation(quote)] });
};

/** Starts a run and ends it with one quote per rule, or no quote for null. Returns the id of the run. */
async function runFinding(quotes: (string | null)[]): Promise<string> {
  await under.services.projects.update(owner, project._id, { status: 'deploying' });
  const now = new Date();
  const run = await under.store.runs.claim({ lease: 'w', now });
  if (run === null) throw new Error('a run must be due');
  const runLease = { runId: run._id, fence: run.lease.fence };
  const found = quotes.flatMap((quote, index) => (quote === null ? [] : [about(index, quote, run._id)]));
  const stored = found.map((one) => ({ finding: one, fingerprint: fingerprint(one, () => false) }));
  await under.store.runs.addFindings(runLease, stored, run.progress, now);
  const result = aResult();
  const summary = { labels: result.counts.labels, incomplete: false };
  const { progress } = run;
  await under.store.runs.release(
    runLease,
    { state: 'completed', result, summary, lastError: null, progress },
    now,
  );
  await under.services.projects.get(owner, project._id);
  return run._id;
}
const page = { page: 1, pageSize: 10 };
const list = (filter = {}) =>
  under.services.findings.list(owner, { projectId: project._id, ...page, ...filter });

describe('an answer with findings', () => {
  const quotes = [1, 2, 3].map((number) => `${number} ${'words of a long sentence '.repeat(60)}`);

  const quotesOf = (items: readonly Finding[]) => items.map(({ citations }) => citations[0]?.quote);

  it('contains as many whole findings as fit, and the next answer continues after them', async () => {
    const runId = await runFinding(quotes);
    under.dependencies.limits.LIMIT_ANSWER_BYTES = 5_000;
    const first = await list();
    expect(first).toMatchObject({ total: 3, nextCursor: expect.any(String) });
    expect(quotesOf(first.items)).toEqual(quotes.slice(0, 2));
    const rest = await list({ after: first.nextCursor });
    expect(rest).toMatchObject({ total: 3, nextCursor: null });
    expect(quotesOf(rest.items)).toEqual(quotes.slice(2));
    const { findings } = await under.services.projects.view(owner, project._id);
    expect(findings).toMatchObject({ total: 3, nextCursor: first.nextCursor });
    expect(await allFindings(under.services, owner, { projectId: project._id, runId })).toHaveLength(3);
  });

  it('continues after a page that the size limit shortened, even if the request has a page number', async () => {
    await runFinding([...quotes, ...quotes]);
    under.dependencies.limits.LIMIT_ANSWER_BYTES = 5_000;
    const second = await list({ page: 2, pageSize: 3 });
    expect(second.items.map(({ rule }) => rule.index)).toEqual([3, 4]);
    const rest = await list({ after: second.nextCursor });
    expect(rest.items.map(({ rule }) => rule.index)).toEqual([5]);
    expect(rest.nextCursor).toBeNull();
  });

  it('contains at least one finding, however large it is', async () => {
    await runFinding(quotes);
    under.dependencies.limits.LIMIT_ANSWER_BYTES = 10;
    const seen: Finding[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { items, nextCursor } = await list({ after });
      expect(items).toHaveLength(1);
      seen.push(...items);
      after = nextCursor;
    }
    expect(quotesOf(seen)).toEqual(quotes);
  });

  it('contains as many differences between two runs as fit, and the next answer continues with the same runs', async () => {
    const oldest = await runFinding(['a', 'b', 'c']);
    const runId = await runFinding(quotes);
    under.dependencies.limits.LIMIT_ANSWER_BYTES = 5_000;
    const diff = (query: { after?: string | undefined; againstId?: string }) =>
      under.services.runs.diff(owner, project._id, runId, query);
    const first = await diff({});
    expect(first).toMatchObject({ total: 3, againstId: oldest, nextCursor: expect.any(String) });
    const seen = [...first.differences];
    for (let after = first.nextCursor; after !== null; ) {
      const { differences, againstId, nextCursor } = await diff({ after });
      expect(againstId).toBe(oldest);
      seen.push(...differences);
      after = nextCursor;
    }
    expect(seen.map(({ rule }) => rule.index)).toEqual([0, 1, 2]);
    expect(seen).toHaveLength(3);

    const after = first.nextCursor ?? '';
    await expect(diff({ after, againstId: runId })).rejects.toMatchObject({ errors: [{ path: 'after' }] });
    const ofOther = under.services.runs.diff(owner, project._id, oldest, { after });
    await expect(ofOther).rejects.toMatchObject({ errors: [{ path: 'after' }] });
  });
});

describe('a report', () => {
  it('contains every finding, or is refused if the findings are too large for one report', async () => {
    await runFinding(['a', 'b', 'c']);
    const report = () => under.services.reports.of(owner, project._id, { format: 'json' });
    const made = await (await report()).make(new AbortController().signal);
    expect(JSON.parse(await readFile(made.path, 'utf8')).findings).toHaveLength(3);
    under.dependencies.limits.LIMIT_REPORT_FINDINGS = 2;
    await expect(report()).rejects.toMatchObject({ code: 'report_too_large' });
    under.dependencies.limits.LIMIT_REPORT_FINDINGS = 3;
    under.dependencies.limits.LIMIT_REPORT_BYTES = 1_000;
    await expect(report()).rejects.toMatchObject({
      code: 'report_too_large',
      message: expect.stringContaining(`/v1/projects/${project._id}/findings`),
    });
  });
});

describe('a report and a bundle that are too large', () => {
  it('are refused before a finding is read', async () => {
    const runId = await runFinding(['a', 'b', 'c']);
    const unread = async () => {
      throw new Error('the findings were read');
    };
    const { estimating, dependencies } = under;
    const services = createServices(dependencies, estimating, {
      report: unread,
      bundle: unread,
      compare: unread,
    });
    const tooLarge = async () => {
      const refused = { code: 'report_too_large' };
      await expect(services.reports.of(owner, project._id, { format: 'docx' })).rejects.toMatchObject(
        refused,
      );
      await expect(services.bundles.make(owner, project._id, { runId })).rejects.toMatchObject(refused);
    };
    dependencies.limits.LIMIT_REPORT_FINDINGS = 2;
    await tooLarge();
    dependencies.limits.LIMIT_REPORT_FINDINGS = 3;
    dependencies.limits.LIMIT_REPORT_BYTES = 1_000;
    await tooLarge();
    await expect(
      services.runs.diff(owner, project._id, runId, { againstId: newObjectId() }),
    ).rejects.toMatchObject({ code: 'run_not_found' });
  });
});

describe('the findings of a project', () => {
  it('are hidden from other users in every operation', async () => {
    const runId = await runFinding(['words']);
    const [one] = (await list()).items;
    const review = { label: 'CONFIRMED', reason: 'r', by: 'me' } as const;
    const { findings, runs } = under.services;
    for (const attempt of [
      () => findings.list(stranger, { projectId: project._id, ...page }),
      () => findings.some(stranger, project._id, runId, [one?.id ?? '']),
      () => findings.review(stranger, project._id, one?.id ?? '', review),
      () => runs.list(stranger, { projectId: project._id, ...page }),
      () => runs.get(stranger, project._id, runId),
      () => runs.diff(stranger, project._id, runId),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'project_not_found' });
    }
  });
});

describe('a review', () => {
  it('applies to a later run only if the same finding is in that run', async () => {
    await runFinding(['the same words', 'other words']);
    for (const { id } of (await list()).items) {
      await under.services.findings.review(owner, project._id, id, {
        label: 'CONFIRMED',
        reason: 'r',
        by: 'me',
      });
    }
    await runFinding(['The same  words', 'changed words']);
    expect((await list()).items.map(({ review }) => review?.reason)).toEqual(['r', undefined]);
  });
});

describe('the difference between two runs', () => {
  it('lists new, missing and changed findings, and counts unchanged ones', async () => {
    const first = await runFinding(['same', 'before', null]);
    const second = await runFinding(['same', 'after', 'new']);
    const third = await runFinding([null, 'after', 'new']);
    const { runs } = under.services;
    const changes = async (runId: string, against?: string) => {
      const diff = await runs.diff(owner, project._id, runId, { againstId: against });
      return [diff.againstId, diff.unchanged, diff.differences.map((one) => [one.rule.name, one.changes])];
    };
    expect(await changes(second)).toEqual([
      first,
      1,
      [
        ['second', ['evidence_changed']],
        ['third', ['new']],
      ],
    ]);
    expect(await changes(third)).toEqual([second, 2, [['first', ['gone']]]]);
    expect(await changes(third, first)).toEqual([
      first,
      0,
      [
        ['second', ['evidence_changed']],
        ['third', ['new']],
        ['first', ['gone']],
      ],
    ]);
    expect(await changes(first)).toMatchObject([
      null,
      0,
      [
        ['first', ['new']],
        ['second', ['new']],
      ],
    ]);
  });
});

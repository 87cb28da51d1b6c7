import { createServer } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Checker, closeLoading, createWordsChecker } from '../../../engine/index.ts';
import { CheckFailure } from '../../../engine/model/errors.ts';
import type { Scope } from '../../../engine/model/rule.ts';
import type { NewProjectFile, Project } from '../../../src/domain/project.ts';
import type { RunModels } from '../../../src/services/dependencies.ts';
import type { WorkerDependencies } from '../../../src/services/runs/run-attempt.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { listening } from '../../support/listening.ts';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';
import { storedAssets } from '../../support/stored-assets.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
const workers: RunWorker[] = [];
beforeEach(async () => {
  under = await startService();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await under.close();
});
afterAll(closeLoading);

const words = `The tenant pays rent on the first day of each month.
The tenant shall give notice of at least three months before leaving.
The landlord shall repair the roof within ten days.`;
const rules = [
  { name: 'Notice', description: 'The tenant shall give notice of at least three months before leaving.' },
  { name: 'Roof', description: 'The landlord shall repair the roof within ten days.' },
  { name: 'Pets', description: 'Dogs are allowed in the garden at night.' },
];
const text = (name = 'Lease', content = words): NewProjectFile => ({ type: 'text', name, content });

async function startedRun(
  files: NewProjectFile[] = [text()],
  fields: object = {},
  scope: Scope = 'together',
): Promise<Project> {
  const politics = await under.services.politics.create(owner, {
    name: 'n',
    description: 'd',
    rules,
    ...fields,
  });
  const project = await under.services.projects.create(owner, {
    name: 'n',
    description: 'd',
    politicsId: politics._id,
    files,
    scope,
  });
  return under.services.projects.update(owner, project._id, { status: 'deploying' });
}

function startWorker(changes: Partial<WorkerDependencies & RunModels> = {}): RunWorker {
  const worker = startRunWorker(workerDependenciesOf(under, changes), { concurrency: 2, idleMs: 50 });
  workers.push(worker);
  return worker;
}

const viewOf = (project: Project) => under.services.projects.view(owner, project._id);
async function until(project: Project, done: (view: Awaited<ReturnType<typeof viewOf>>) => boolean) {
  await waitUntil(async () => done(await viewOf(project)));
  return viewOf(project);
}
const ended = (project: Project) => until(project, (view) => view.project.status !== 'deploying');

/** Advances the clock to the next attempt of the run whenever the run waits for it. */
async function afterFourAttempts(project: Project) {
  for (let attempt = 1; attempt < 5; attempt += 1) {
    const { run } = await until(
      project,
      (view) => view.run?.state === 'retrying' && view.run.attempts === attempt,
    );
    under.clock.time = Date.parse(run?.nextAttemptAt ?? '');
  }
}

async function endedAfterAllAttempts(project: Project) {
  await afterFourAttempts(project);
  return ended(project);
}

/** The real checker, with a delay or failure before its answer. */
function checkerThat(before: (ruleName: string, signal: AbortSignal) => Promise<void>): Checker {
  const real = createWordsChecker();
  return {
    ...real,
    async check(question, config) {
      await before(question.rule.name, config.signal);
      return real.check(question, config);
    },
  };
}
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a worker', () => {
  it('runs a check to its result, with a finding for each rule', async () => {
    startWorker();
    const project = await startedRun();
    const view = await ended(project);
    expect(view.project.status).toBe('completed');
    expect(view.findings?.items.map((one) => [one.rule.name, one.label])).toEqual([
      ['Notice', 'CONFIRMED'],
      ['Roof', 'CONFIRMED'],
      ['Pets', 'NOT FOUND'],
    ]);
    expect(view.findings?.items[0]?.citations[0]).toMatchObject({
      source: { url: project.files[0]?.url },
      quote: 'The tenant shall give notice of at least three months before leaving.',
    });
    expect(view.run).toMatchObject({
      state: 'completed',
      attempts: 1,
      settled: true,
      findings: 3,
      result: { counts: { labels: { CONFIRMED: 2, 'NOT FOUND': 1 } }, incomplete: false },
      progress: { stage: 'ended', percent: 100, files: { done: 1, total: 1 }, rules: { done: 3, total: 3 } },
      lease: { owner: null },
    });
  });

  it('completes a run without files, in which nothing is found, and adds a warning', async () => {
    startWorker();
    const view = await ended(await startedRun([]));
    expect(view.project.status).toBe('completed');
    expect(view.findings?.items.map((one) => one.label)).toEqual(['NOT FOUND', 'NOT FOUND', 'NOT FOUND']);
    expect(view.run?.result?.warnings.map((one) => one.code)).toContain('no_files');
  });

  it('completes a run with a file that cannot be read, and marks it as incomplete', async () => {
    startWorker();
    const missing: NewProjectFile = { type: 'document', name: 'x.txt', url: 'http://127.0.0.2:9/x.txt' };
    const view = await ended(await startedRun([text(), missing]));
    expect(view.project.status).toBe('completed');
    expect(view.run?.result).toMatchObject({ incomplete: true });
    expect(view.run?.result?.files.map((file) => file.status)).toEqual(['read', 'failed']);
  });

  it('fails a run if nothing could be assessed, and says why', async () => {
    startWorker();
    const view = await ended(
      await startedRun([{ type: 'document', name: 'x.txt', url: 'http://127.0.0.2:9/x.txt' }]),
    );
    expect(view.project.status).toBe('failed');
    expect(view.run?.lastError).toMatchObject({ code: 'nothing_assessed' });
    expect(view.findings?.items.map((one) => one.assessed)).toEqual([false, false, false]);
  });

  it('reports progress and findings while the run is active', async () => {
    startWorker({
      checker: checkerThat((name, signal) => (name === 'Roof' ? never(signal) : Promise.resolve())),
    });
    const project = await startedRun();
    const view = await until(project, (now) => now.run?.findings === 1);
    expect(view.run).toMatchObject({
      state: 'running',
      attempts: 1,
      progress: { stage: 'checking', files: { done: 1, total: 1 }, rules: { done: 1, total: 3 } },
    });
    expect(view.run?.progress.percent).toBeGreaterThan(30);
    expect(view.run?.progress.percent).toBeLessThan(100);
    const listed = await under.services.findings.list(owner, {
      projectId: project._id,
      page: 1,
      pageSize: 5,
    });
    expect(listed.items.map((one) => one.rule.name)).toEqual(['Notice']);
  });

  it('stops when the run is canceled, keeps the findings, and names the rules that it did not reach', async () => {
    const checker = checkerThat((name, signal) => (name === 'Roof' ? never(signal) : Promise.resolve()));
    const worker = startWorker({ checker });
    const project = await startedRun();
    await until(project, (view) => view.run?.findings === 1);
    await under.services.projects.cancel(owner, project._id);
    await waitUntil(() => worker.active === 0);
    const view = await viewOf(project);
    expect(view.project.status).toBe('canceled');
    expect(view.findings?.items.map((one) => (one.assessed ? one.label : one.notAssessedReason))).toEqual([
      'CONFIRMED',
      'canceled',
      'canceled',
    ]);
    expect(view.run?.result?.counts.labels).toMatchObject({ CONFIRMED: 1, notAssessed: 2 });
  });

  it('releases a run when it stops, and the next worker keeps the findings so far', async () => {
    const asked: string[] = [];
    const first = startWorker({
      checker: checkerThat((name, signal) => (name === 'Pets' ? never(signal) : Promise.resolve())),
    });
    const project = await startedRun();
    await until(project, (view) => view.run?.findings === 2);
    await first.stop();
    expect((await viewOf(project)).run).toMatchObject({ state: 'queued', attempts: 0, findings: 2 });
    startWorker({ checker: checkerThat(async (name) => void asked.push(name)) });
    const view = await ended(project);
    expect(asked).toEqual(['Pets']);
    expect(view.run).toMatchObject({ state: 'completed', findings: 3, attempts: 1 });
  });

  it('creates the output from all findings in the order of rules and files, even if some are from an earlier worker or missing', async () => {
    const files = ['One', 'Two'].map((name) => text(name, `${words}\n${name} is the name of the house.`));
    const fields = { outputFormat: { findings: [{ rule: '', file: '', label: '', quote: '' }] } };
    const noAnswer = new CheckFailure('budget_reached', 'The budget is used up.');
    const answering = async (name: string) => {
      if (name === 'Roof') throw noAnswer;
    };
    const startRun = () => startedRun(files, fields, 'each');

    const first = startWorker({
      checker: checkerThat((name, signal) => (name === 'Pets' ? never(signal) : answering(name))),
    });
    const project = await startRun();
    await until(project, (view) => view.run?.findings === 2);
    await first.stop();
    startWorker({ checker: checkerThat(answering) });
    const { run } = await ended(project);
    const undisturbed = (await ended(await startRun())).run;
    expect(run?.attempts).toBe(1);
    expect(run?.result?.output).toEqual(undisturbed?.result?.output);
    expect(run?.result?.counts.labels).toEqual(undisturbed?.result?.counts.labels);
    const quote = 'The tenant shall give notice of at least three months before leaving.';
    expect(run?.result?.output).toEqual({
      findings: [
        { rule: 'Notice', file: 'One', label: 'CONFIRMED', quote },
        { rule: 'Notice', file: 'Two', label: 'CONFIRMED', quote },
        { rule: 'Roof', file: null, label: null, quote: null },
        { rule: 'Roof', file: null, label: null, quote: null },
        { rule: 'Pets', file: null, label: 'NOT FOUND', quote: null },
        { rule: 'Pets', file: null, label: 'NOT FOUND', quote: null },
      ],
    });
  });
});

describe('failures of a run', () => {
  it('lead to another attempt after a wait that the run shows, and only for the missing rules', async () => {
    const asked: string[] = [];
    startWorker({
      checker: checkerThat(async (name) => {
        asked.push(name);
        if (name === 'Roof' && asked.length < 4)
          throw new CheckFailure('checker_failed', 'The model did not answer.');
      }),
    });
    const begun = Date.now();
    under.clock.time = begun;
    const project = await startedRun();
    const waiting = await until(project, (view) => view.run?.state === 'retrying');
    expect(waiting.project.status).toBe('deploying');
    expect(waiting.run).toMatchObject({
      attempts: 1,
      findings: 2,
      lastError: { code: 'checker_failed', message: '1 of 3 answers are missing. The model did not answer.' },
    });
    expect(Date.parse(waiting.run?.nextAttemptAt ?? '')).toBe(begun + 1_000);
    under.clock.time = null;
    const view = await ended(project);
    expect(asked).toEqual(['Notice', 'Roof', 'Pets', 'Roof']);
    expect(view.run).toMatchObject({ state: 'completed', attempts: 2, findings: 3, lastError: null });
  });

  it('that never end leave a completed but incomplete run, in which the missing rule is not assessed', async () => {
    startWorker({
      checker: checkerThat(async (name) => {
        if (name === 'Roof') throw new CheckFailure('checker_failed', 'The model did not answer.');
      }),
    });
    const view = await endedAfterAllAttempts(await startedRun());
    expect(view.project.status).toBe('completed');
    expect(view.run).toMatchObject({ attempts: 5, findings: 3, result: { incomplete: true } });
    expect(view.findings?.items[1]).toMatchObject({ assessed: false, notAssessedReason: 'checker_failed' });
  });

  it('are counted from zero again after a rule was answered', async () => {
    let attempt = 0;
    startWorker({
      checker: checkerThat(async (name) => {
        if (name === 'Notice') attempt += 1;
        if (name !== 'Notice' || attempt < 5)
          throw new CheckFailure('checker_failed', 'The model did not answer.');
      }),
    });
    const project = await startedRun();
    await afterFourAttempts(project);
    const { run } = await until(
      project,
      (one) => (one.run?.attempts ?? 0) >= 5 && one.run?.state !== 'running',
    );
    expect(run).toMatchObject({ state: 'retrying', attempts: 5, findings: 1 });
  });

  it('caused by a bug in Proviso are not described to the user, and fail the run if nothing was found', async () => {
    startWorker({
      checker: checkerThat(async () => {
        throw new TypeError('secret detail');
      }),
    });
    const view = await endedAfterAllAttempts(await startedRun());
    expect(view.project.status).toBe('failed');
    expect(view.run?.lastError).toMatchObject({ code: 'internal' });
    expect(JSON.stringify(view)).not.toContain('secret detail');
    expect(view.findings?.items.map((one) => one.assessed)).toEqual([false, false, false]);
  });

  it('that crash several workers end the run as failed', async () => {
    const project = await startedRun();
    for (let at = 0; at <= 20; at += 1) {
      await under.store.runs.claim({ lease: 'elsewhere/1/a/1', now: new Date() });
      await under.store.runs.freeFrom(() => true);
    }
    startWorker();
    const view = await ended(project);
    expect(view.project.status).toBe('failed');
    expect(view.run?.lastError).toMatchObject({ code: 'worker_vanished' });
  });
});

/** Serves the texts one after another, then always the last one. */
async function serving(
  texts: (string | Buffer)[],
  use: (url: string, served: () => number) => Promise<void>,
  type = 'text/plain',
) {
  let served = 0;
  const server = createServer((_, response) => {
    response.setHeader('content-type', type).end(texts[Math.min(served, texts.length - 1)]);
    served += 1;
  });
  const port = await listening(server, '127.0.0.2');
  await use(`http://127.0.0.2:${port}/text.txt`, () => served).finally(() => server.close());
}

describe('the links of a run', () => {
  const untilRoof = checkerThat((name, signal) => (name === 'Roof' ? never(signal) : Promise.resolve()));

  /** Stops the first attempt after a finding. Returns the run after the second attempt. */
  async function interrupted(...fields: Parameters<typeof startedRun>) {
    const first = startWorker({ checker: untilRoof });
    const project = await startedRun(...fields);
    await until(project, (view) => view.run?.findings === 1);
    await first.stop();
    startWorker();
    return ended(project);
  }

  it('are downloaded once: a later attempt uses the bytes of the first download', () =>
    serving([words, 'Something else stands here now.'], async (url, served) => {
      const view = await interrupted([{ type: 'document', name: 'lease.txt', url }]);
      expect(served()).toBe(1);
      expect(view.findings?.items.map((one) => one.label)).toEqual(['CONFIRMED', 'CONFIRMED', 'NOT FOUND']);
      expect(view.findings?.items[1]?.citations[0]?.source.url).toBe(url);
      under.clock.time = Date.now() + 48 * 3_600_000;
      expect(await under.services.uploads.sweep()).toBe(0);
      expect(await storedAssets(under.assets)).toEqual(['lease.txt']);
    }));

  it('are decoded in a later attempt with the encoding that their server declared', () => {
    const roof = 'The landlord shall repair the roof of the Dvo\u0159 house within ten days.';
    const page = Buffer.from(`<p>${words}</p><p>${roof.replace('\u0159', '\u00f8')}</p>`, 'latin1');
    return serving(
      [page],
      async (url, served) => {
        const fields = { rules: [...rules.slice(0, 1), { name: 'Roof', description: roof }] };
        const view = await interrupted([{ type: 'url', name: 'lease', url }], fields);
        expect(served()).toBe(1);
        expect(view.findings?.items.map(({ label }) => label)).toEqual(['CONFIRMED', 'CONFIRMED']);
        expect(view.findings?.items[1]?.citations[0]?.quote).toContain('Dvo\u0159');
      },
      'text/html; charset=windows-1250',
    );
  });

  it('in knowledge files make earlier findings invalid if their content changes between attempts, so that each rule has one finding', () =>
    serving([`Law. ${rules[0]?.description}`, `New law. ${rules[0]?.description}`], async (url) => {
      const view = await interrupted([text()], { knowledgeFiles: [{ type: 'word', name: 'law.txt', url }] });
      expect(view.run).toMatchObject({ state: 'completed', findings: 3 });
      const hashes = view.findings?.items.flatMap((one) =>
        one.basis.map((citation) => citation.source.sha256),
      );
      expect(new Set(hashes).size).toBe(1);
      expect(view.findings?.items[0]?.basis.map((citation) => citation.start)).toEqual(['New law. '.length]);
    }));
});

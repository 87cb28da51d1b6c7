import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { viewOf } from '../../../src/api/projects/view.ts';
import { openChecker } from '../../../src/compose/models.ts';
import { readModelSettings } from '../../../src/config.ts';
import type { Project } from '../../../src/domain/project.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { answerCacheOf } from '../../../src/sources/answer-cache.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';
import { owner } from '../../support/records.ts';
import {
  type ServiceUnderTest,
  silentLog,
  startService,
  workerDependenciesOf,
} from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';

const words = 'The tenant shall give notice of at least three months before leaving';
const rules = [
  { name: 'Notice', description: 'The tenant shall give notice of at least three months before leaving.' },
  { name: 'Pets', description: 'Dogs are allowed in the garden at night.' },
];

/** A folder of prompts that contains an additional version. */
const ownPrompts = temporaryFolder('prompts');
mkdirSync(join(ownPrompts, 'rule-check'));
writeFileSync(
  join(ownPrompts, 'rule-check', 'mine.md'),
  readFileSync('prompts/rule-check/1.md', 'utf8')
    .replaceAll('version: "1"', 'version: "mine"')
    .replace('You check documents', 'Please check documents'),
);

let under: ServiceUnderTest;
let failsWith: number | null = null;
let warned: object[] = [];
let server: ModelServer;
let worker: RunWorker;
beforeEach(async () => {
  under = await startService({}, ownPrompts);
  server = await startModelServer({
    chat(request) {
      if (failsWith !== null) return { status: failsWith, message: 'out of order' };
      const seen = ruleRequestOf(request);
      if (seen.purpose === 'support') return entails;
      if (!seen.passages.some(({ text }) => text.includes(words)) || seen.about !== 'Notice')
        return { json: ruleAnswer({}) };
      const quotes = [{ ...seen.quote(words), stance: 'supports' }];
      return { json: ruleAnswer({ quotes, answer: `${words}.`, outcome: 'satisfied' }) };
    },
  });
  const { store, clock } = under.dependencies;
  const model = { MODEL: 'test-model', OPENAI_BASE_URL: server.url, PROMPTS_DIR: ownPrompts };
  const parts = workerDependenciesOf(under, {
    checker: openChecker(readModelSettings(model), 'a secret of the tests'),
    answersFor: (user) => answerCacheOf(user, store.sourceTexts, clock),
    log: { ...silentLog, warn: (fields) => warned.push(fields) },
  });
  [warned, failsWith] = [[], null];
  worker = startRunWorker(parts, { concurrency: 1, idleMs: 50 });
});
afterEach(async () => {
  await worker.stop();
  await server.close();
  await under.close();
});
afterAll(() => closeLoading());

async function ended({ _id }: Project) {
  const view = () => under.services.projects.view(owner, _id);
  await waitUntil(async () => (await view()).project.status !== 'deploying');
  return view();
}

describe('a run that uses a model', () => {
  it('has the findings of the model; a second run calls the model only for the changed rule', async () => {
    const content = { name: 'n', description: 'd' };
    const politics = await under.services.politics.create(owner, { ...content, rules });
    const project = await under.services.projects.create(owner, {
      ...content,
      politicsId: politics._id,
      files: [{ type: 'text', name: 'Lease', content: `${words}.` }],
    });
    const startRun = () => under.services.projects.update(owner, project._id, { status: 'deploying' });

    const first = await ended(await startRun());
    expect(first.project.status).toBe('completed');
    expect(first.findings?.items).toMatchObject([
      { label: 'CONFIRMED', outcome: 'satisfied', checker: { method: 'model', model: 'test-model' } },
      { label: 'NOT FOUND', search: { complete: true } },
    ]);
    expect(first.run?.result?.usage.modelCalls).toBe(3);

    await under.services.politics.update(owner, politics._id, {
      updateRule: { index: 1, description: 'Cats are allowed in the garden at night.' },
    });
    const second = await ended(await startRun());
    expect(second.run?.result?.usage.modelCalls).toBe(1);
    expect(server.requests).toHaveLength(4);
    expect(server.requests.at(-1)?.user).toContain('Cats are allowed');
    expect(second.findings?.items[0]?.label).toBe('CONFIRMED');
  });

  it('shows and logs once in each attempt why the model fails and when it is asked again', async () => {
    failsWith = 401;
    const content = { name: 'n', description: 'd' };
    const politics = await under.services.politics.create(owner, { ...content, rules });
    const files = [{ type: 'text' as const, name: 'Lease', content: `${words}.` }];
    const { projects } = under.services;
    const { _id } = await projects.create(owner, { ...content, politicsId: politics._id, files });
    const started = await projects.update(owner, _id, { status: 'deploying' });
    const shown = async () => viewOf(await projects.view(owner, _id)).progress;
    const refused = 'The model server refuses the key (401): out of order';
    await waitUntil(async () => (await shown())?.state === 'retrying');
    expect(await shown()).toMatchObject({
      lastError: { message: `2 of 2 answers are missing. Not assessed: ${refused}` },
      ...{ rules: { done: 0, total: 2 }, nextAttemptAt: expect.any(String) },
    });

    failsWith = 500;
    const message = 'The model server failed with 500: out of order';
    await waitUntil(async () => (await shown())?.lastError?.message === message);
    expect(await shown()).toMatchObject({ state: 'running', nextAttemptAt: expect.any(String) });
    expect(warned).toMatchObject([
      { attempt: 1, reason: refused, nextAttemptAt: null },
      { attempt: 1, reason: `2 of 2 answers are missing. ${refused}`, nextAttemptAt: expect.any(Date) },
      { attempt: 2, reason: message, nextAttemptAt: expect.any(String) },
    ]);

    failsWith = null;
    await ended(started);
    expect(await shown()).toMatchObject({ state: 'completed', lastError: null, nextAttemptAt: null });
  });

  it('uses the prompt versions that the project names, which must exist', async () => {
    const content = { name: 'n', description: 'd' };
    const politics = await under.services.politics.create(owner, { ...content, rules });
    const made = { ...content, politicsId: politics._id };
    const { projects } = under.services;
    await expect(projects.create(owner, { ...made, promptVersions: 'rule-check@99' })).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^promptVersions .*there is no such version, only 1, 2, 3, mine/),
    });
    const files = [{ type: 'text' as const, name: 'Lease', content: `${words}.` }];
    const { _id } = await projects.create(owner, { ...made, files, promptVersions: 'rule-check@mine' });
    const mine = await ended(await projects.update(owner, _id, { status: 'deploying' }));
    expect(mine.findings?.items[0]?.checker.prompt).toMatchObject({ id: 'rule-check', version: 'mine' });
    expect(server.requests[0]?.system).toContain('Please check documents');
    const change = { status: 'deploying', promptVersions: '' };
    const ours = await ended(await projects.update(owner, _id, change));
    expect(ours.findings?.items[0]?.checker.prompt).toMatchObject({ id: 'rule-check', version: '3' });
  });
});

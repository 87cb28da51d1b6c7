import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { closeLoading } from '../../../engine/index.ts';
import { operations } from '../../../src/api/operations.ts';
import { appRouter } from '../../../src/api/router.ts';
import { openBackend } from '../../../src/compose/backend.ts';
import { readConfig } from '../../../src/config.ts';
import { startNotifier } from '../../../src/services/notifications/notifier.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { startMailServer } from '../../support/notify/mail-server.ts';
import { startReceiver } from '../../support/notify/receiver.ts';
import { startTestServer } from '../../support/server.ts';
import { Transcript } from '../../support/transcript.ts';
import { waitUntil } from '../../support/wait.ts';
import { ApiSteps } from './api-steps.ts';

/** What the model says about a rule if the documents have these words, and about its own answer. */
const said = z.array(
  z.strictObject({
    ...{ rule: z.string(), words: z.string(), stance: z.string().default('supports'), outcome: z.string() },
    ...{
      answer: z.string(),
      verdict: z.string().default('entails'),
      values: z.array(z.unknown()).default([]),
    },
  }),
);

/** Values in the order of their words without ids and times. */
function inOrder(values: unknown[]): unknown[] {
  const words = (value: unknown) => JSON.stringify(value).replaceAll(/[0-9a-f]{24}|\d{2,}/g, '');
  return values.toSorted((one, other) => words(one).localeCompare(words(other)));
}

let steps: ApiSteps;
const closing: (() => Promise<unknown>)[] = [];
const yaml = (name: string) => parse(readFileSync(join(import.meta.dirname, 'steps', name), 'utf8'));

beforeAll(async () => {
  const answers = said.parse(yaml('model/answers.yaml'));
  const model = await startModelServer({
    chat(request) {
      const { purpose, about, passages, quote } = ruleRequestOf(request);
      if (purpose === 'support') {
        const verdict = answers.find(({ answer }) => about.includes(answer))?.verdict ?? 'entails';
        return { json: { reason: 'As scripted.', verdict } };
      }
      const seen = (words: string) => passages.some(({ text }) => text.includes(words));
      const found = answers.find(({ rule, words }) => rule === about && seen(words));
      if (found === undefined) return { json: ruleAnswer({}) };
      const { words, stance, outcome, answer, values } = found;
      return { json: ruleAnswer({ quotes: [{ ...quote(words), stance }], outcome, answer, values }) };
    },
  });
  const mail = await startMailServer((recipient) => (recipient.startsWith('refused') ? 550 : null));
  const hook = await startReceiver();
  const gone = await startReceiver(() => ({ status: 410 }));
  const settings = {
    SECRET: 's'.repeat(40),
    SIGN_UP: 'open',
    METRICS_TOKEN: 'm'.repeat(40),
    CORS_ORIGINS: 'https://app.example.org',
    FETCH_ALLOW_HOSTS: '127.0.0.2',
    FETCH_HOST_SPACING_MS: '0',
    LIMIT_SIGN_INS_PER_HOUR: '1000',
    MODEL: 'test-model',
    MODEL_PRICES: '2,8,1',
    OPENAI_BASE_URL: model.url,
  };
  const server = await startTestServer(settings);
  const low = await server.beside({
    ...{
      LIMIT_POLITICS: '3',
      LIMIT_PROJECTS: '3',
      LIMIT_UNENDED_RUNS: '2',
      LIMIT_TOKENS: '3',
      LIMIT_WORKSPACES: '2',
    },
    ...{
      LIMIT_RULES: '3',
      LIMIT_KNOWLEDGE_FILES: '2',
      LIMIT_RECIPIENTS: '2',
      LIMIT_METADATA: '2',
      LIMIT_FILES: '2',
    },
    ...{
      LIMIT_CITATIONS: '2',
      LIMIT_QUOTE_CHARACTERS: '20',
      LIMIT_TEXT_BYTES: '64',
      LIMIT_UPLOAD_BYTES: '100',
    },
    ...{
      LIMIT_BODY_BYTES: '1024',
      LIMIT_BODY_VALUES: '100',
      LIMIT_ANSWER_BYTES: '3000',
      LIMIT_REPORT_FINDINGS: '2',
    },
    ...{ LIMIT_WEBHOOK_TESTS_PER_HOUR: '2', LIMIT_OUTPUT_FORMAT_BYTES: '60', LIMIT_BUNDLE_BYTES: '1024' },
    ...{ LIMIT_STORED_BYTES: '400', MONTHLY_TOKENS: '1000', MONTHLY_COST: '0.5', SIGN_UP: 'closed' },
  });
  const strict = await startTestServer({ LIMIT_REQUESTS_PER_MINUTE: '4', LIMIT_SIGN_INS_PER_HOUR: '2' });
  const mailing = await server.beside({ SMTP_URL: mail.url });
  const backends: Awaited<ReturnType<typeof openBackend>>[] = [];
  let stopWorking = async () => {};

  /** Works on runs and sends messages in this process until the next call: with a model, by words, or not at all. */
  async function work(how: string): Promise<void> {
    await stopWorking();
    stopWorking = async () => {};
    if (how === 'off') return;
    const own = {
      ...settings,
      DATA_DIR: server.folder,
      SMTP_URL: mail.url,
      ...(how === 'words' && { MODEL: '' }),
    };
    const backend = await openBackend(readConfig(own), pino({ level: 'silent' }), () => server.url);
    backends.push(backend);
    const { queue, holder } = server.dependencies;
    const parts = { ...(await backend.workerDependencies(queue, 60_000)), holder };
    const worker = startRunWorker(parts, { concurrency: 1, idleMs: 50 });
    const channels = await backend.channels();
    const notifier = startNotifier(
      { ...parts, channels, publicUrl: () => server.url },
      { concurrency: 1, idleMs: 50 },
    );
    stopWorking = async () => {
      await Promise.all([worker.stop(), notifier.stop()]);
      await backend.close();
    };
  }

  closing.push(
    () => stopWorking(),
    low.stop,
    strict.stop,
    mailing.stop,
    server.stop,
    model.close,
    mail.close,
    hook.close,
  );
  const { secret } = await server.accounts.createPasswordLink(server.admin.actor.userId, {
    kind: 'reset',
    validMs: 60_000,
  });
  const addresses = {
    first: server.address,
    low: low.address,
    strict: strict.address,
    mailing: mailing.address,
  };
  steps = new ApiSteps(
    addresses,
    {
      adminSecret: secret,
      strictKey: strict.owner.token,
      hook: hook.url,
      gone: gone.url.replace('hook', 'gone'),
      none: 'f'.repeat(24),
    },
    {
      work,
      /** The messages that have come since the last time, when there are this many. Their order is not certain. */
      async hooks(count) {
        await waitUntil(() => hook.received.length >= Number(count));
        return inOrder(hook.received.splice(0).map(({ body }) => JSON.parse(body)));
      },
      async mails(count) {
        await waitUntil(() => mail.mails.length >= Number(count));
        const mails = mail.mails.splice(0);
        for (const { raw } of mails) {
          const [, link] = /(?:set-password|join)#([\w.=\r\n-]+)/.exec(raw) ?? [];
          if (link !== undefined) steps.kept.set('mailed', link.replaceAll(/=\r\n/g, ''));
        }
        return inOrder(
          mails.map(({ to, from, raw }) => ({ subject: /^Subject: (.*)/m.exec(raw)?.[1], to, from })),
        );
      },
    },
  );
});
afterAll(async () => {
  for (const close of closing.splice(0)) await close();
  closeLoading();
});

it.each(['people', 'rules', 'checks', 'limits', 'around'])('%s are as recorded', async (name) => {
  const transcript = new Transcript();
  await steps.play(name, transcript);
  await transcript.expectAsRecorded(import.meta.dirname, `api-${name}.txt`);
});

it('the steps call every procedure and every operation', () => {
  const called = [...steps.called];
  const isCalled = (method: string, path: string) => {
    const form = new RegExp(`^${method} /v1${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`);
    return called.some((call) => form.test(call));
  };
  const missed = operations().filter(({ meta: { openapi } }) => !isCalled(openapi.method, openapi.path));
  expect(missed.map(({ procedure }) => procedure)).toEqual([]);
  const rest = operations().map(({ procedure }) => procedure);
  const others = Object.keys(appRouter._def.procedures).filter((name) => !rest.includes(name));
  expect(others.filter((name) => !called.includes(name))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
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
    rule: z.string(),
    words: z.string(),
    stance: z.string().default('supports'),
    outcome: z.string(),
    answer: z.string(),
    verdict: z.string().default('entails'),
  }),
);

/** The messages that have come since the last time, when there are `count` of them. */
async function came<Message>(messages: Message[], count: string): Promise<Message[]> {
  await waitUntil(() => messages.length >= Number(count));
  return messages.splice(0);
}

const closing: (() => Promise<unknown>)[] = [];

/** A file of `steps/setup`. */
function setup(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, 'steps/setup', name), 'utf8'));
}

const settingsIn = (name: string) => z.record(z.string(), z.string()).parse(setup(name));

const answers = said.parse(setup('answers.yaml'));
const model = await startModelServer({
  chat(request) {
    if (request.schemaName === 'redline_sentence') return { json: { sentence: 'Globex decides.' } };
    const { purpose, about, passages, quote } = ruleRequestOf(request);
    if (purpose === 'support') {
      const verdict = answers.find(({ answer }) => about.includes(answer))?.verdict ?? 'entails';
      return { json: { reason: 'As scripted.', verdict } };
    }
    const seen = (words: string) => passages.some(({ text }) => text.includes(words));
    const found = answers.find(({ rule, words }) => rule === about && seen(words));
    if (found === undefined) return { json: ruleAnswer({}) };
    const { words, stance, outcome, answer } = found;
    return { json: ruleAnswer({ quotes: [{ ...quote(words), stance }], outcome, answer }) };
  },
});
const mail = await startMailServer((recipient) => (recipient.startsWith('refused') ? 550 : null));
const hook = await startReceiver();
const gone = await startReceiver(() => ({ status: 410 }));
const settings = { ...settingsIn('first.yaml'), OPENAI_BASE_URL: model.url, PAGE_LAYOUT: 'off' };
const server = await startTestServer(settings);
const low = await server.beside(settingsIn('low.yaml'));
const strict = await startTestServer({ LIMIT_REQUESTS_PER_MINUTE: '4', LIMIT_SIGN_INS_PER_HOUR: '2' });
const mailing = await server.beside({ SMTP_URL: mail.url });
let stopWorking = async () => {};

/** Works on runs and sends messages in this process until the next call: with a model, by words, or not at all. */
async function work(how: string): Promise<void> {
  await stopWorking();
  stopWorking = async () => {};
  if (how === 'off') return;
  const own = { ...settings, DATA_DIR: server.folder, SMTP_URL: mail.url };
  const config = readConfig(how === 'words' ? { ...own, MODEL: '' } : own);
  const backend = await openBackend(config, pino({ level: 'silent' }), () => server.url);
  const { queue, holder } = server.dependencies;
  const parts = { ...(await backend.workerDependencies(queue, 60_000)), holder };
  const worker = startRunWorker(parts, { concurrency: 1, idleMs: 50 });
  const sending = { ...parts, channels: await backend.channels(), publicUrl: () => server.url };
  const notifier = startNotifier(sending, { concurrency: 1, idleMs: 50 });
  stopWorking = async () => {
    await Promise.all([worker.stop(), notifier.stop()]);
    await backend.close();
  };
}

closing.push(() => stopWorking(), low.stop, strict.stop, mailing.stop, server.stop);
closing.push(model.close, mail.close, hook.close, gone.close);
const link = { kind: 'reset', validMs: 3_600_000 } as const;
const { secret: adminSecret } = await server.accounts.createPasswordLink(server.admin.actor.userId, link);
const strictKey = strict.owner.token;
const steps = new ApiSteps({
  addresses: { first: server.address, low: low.address, strict: strict.address, mailing: mailing.address },
  kept: {
    adminSecret,
    strictKey,
    hook: hook.url,
    gone: gone.url.replace('hook', 'gone'),
    none: 'f'.repeat(24),
  },
  stage: {
    work,
    hooks: async (count) => (await came(hook.received, count)).map(({ body }) => JSON.parse(body)),
    async mails(count) {
      const mails = await came(mail.mails, count);
      const [link] = mails.flatMap(
        ({ raw }) => raw.replaceAll('=\r\n', '').match(/[0-9a-f]{24}\.[\w-]{43}/) ?? [],
      );
      if (link !== undefined) steps.kept.set('mailed', link);
      return mails.map(({ to, from, raw }) => ({ subject: /^Subject: (.*)/m.exec(raw)?.[1], to, from }));
    },
  },
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

import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeLoading } from '../../../engine/index.ts';
import { createGuardedPost } from '../../../src/fetch/guarded-post.ts';
import { emailChannel } from '../../../src/notify/email.ts';
import { webhookChannel } from '../../../src/notify/webhook.ts';
import { type Notifier, startNotifier } from '../../../src/services/notifications/notifier.ts';
import { runFinalizer } from '../../../src/services/runs/run-finalizer.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { startMailServer } from '../../support/notify/mail-server.ts';
import { startReceiver } from '../../support/notify/receiver.ts';
import { endedRun } from '../../support/owned-records.ts';
import { owner, stranger } from '../../support/records.ts';
import {
  loopbackPolicy,
  type ServiceUnderTest,
  startService,
  workerDependenciesOf,
} from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
const running: { stop(): Promise<void> }[] = [];
const closing: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  under = await startService();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  for (const one of closing.splice(0)) await one.close();
  await under.close();
});
afterAll(closeLoading);

async function receiver(...args: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...args);
  closing.push(started);
  return started;
}

async function mailServer(...args: Parameters<typeof startMailServer>) {
  const started = await startMailServer(...args);
  closing.push(started);
  return started;
}

function notifier(smtpUrl: string | null = null): Notifier {
  const started = startNotifier(
    {
      ...under.dependencies,
      channels: {
        email:
          smtpUrl === null ? null : emailChannel({ url: smtpUrl, from: 'Proviso <proviso@example.org>' }),
        webhook: webhookChannel(createGuardedPost(loopbackPolicy), 'test', under.store.webhookRotations.find),
      },
      publicUrl: () => 'https://proviso.example.org',
    },
    { idleMs: 10 },
  );
  running.push(started);
  return started;
}

function worker(): RunWorker {
  const started = startRunWorker(workerDependenciesOf(under), { concurrency: 2, idleMs: 20 });
  running.push(started);
  return started;
}

const words =
  '1. The tenant shall give notice of at least three months before leaving.\n2. Dogs are not allowed in the flat.';
const rules = [
  { name: 'Notice', description: 'The tenant shall give notice of at least three months before leaving.' },
  { name: 'Dogs', description: 'Dogs are allowed in the flat.' },
];

async function project(recipients: string[], ofProject: string[] = []): Promise<string> {
  const { services } = under;
  const politics = await services.politics.create(owner, {
    name: 'Leases <of shops>',
    description: 'd',
    rules,
    contactNotifications: recipients,
  });
  const { _id } = await services.projects.create(owner, {
    name: 'Main street 5',
    description: 'd',
    politicsId: politics._id,
    contactNotifications: ofProject,
    files: [{ type: 'text', name: 'lease', content: words }],
  });
  return _id;
}

/** Creates a project whose run has ended, as if a worker had run it. */
async function endedFor(recipients: string[]): Promise<{ id: string; runId: string }> {
  const id = await project(recipients);
  const { runId } = await endedRun(under, owner, id);
  const run = await under.store.runs.get(owner.userId, runId);
  if (run === null) throw new Error('the run must exist');
  await runFinalizer(under.dependencies).settle(run);
  return { id, runId };
}

async function log(id: string) {
  const { items } = await under.services.notifications.list(owner, id, { page: 1, pageSize: 100 });
  return items;
}

/** Waits until the only notification about a project has the expected state, and returns the notification. */
async function message(id: string, there: (one: Awaited<ReturnType<typeof log>>[number]) => boolean) {
  const found = async () => (await log(id)).find(there) ?? false;
  return waitUntil(found);
}

const payload = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.object({
    project: z.object({ id: z.string(), name: z.string() }),
    counts: z.object({ outcomes: z.record(z.string(), z.number()) }),
    worst: z.array(z.object({ rule: z.string(), quotes: z.array(z.object({ quote: z.string() })) })),
    link: z.string(),
  }),
});

describe('the end of a run', () => {
  it('notifies every recipient of the rule set and the project once, by mail or webhook, or records why it cannot', async () => {
    const mail = await mailServer();
    const hook = await receiver();
    notifier(mail.url);
    worker();
    const id = await project(
      ['ada@example.org', hook.url, 'the legal team'],
      ['Ada@example.org', 'bob@example.org'],
    );
    await under.services.projects.update(owner, id, { status: 'deploying' });
    const reported = async () => {
      const messages = await log(id);
      return (
        messages.length === 4 && messages.every(({ state }) => state !== 'waiting' && state !== 'sending')
      );
    };
    await waitUntil(reported);

    const states = Object.fromEntries((await log(id)).map(({ recipient, state }) => [recipient, state]));
    expect(states).toEqual({
      'Ada@example.org': 'delivered',
      'bob@example.org': 'delivered',
      [hook.url]: 'delivered',
      'the legal team': 'undeliverable',
    });
    expect((await log(id)).find(({ channel }) => channel === 'none')?.reason).toContain('neither an email');

    expect(mail.mails.map(({ to }) => to[0]?.toLowerCase()).toSorted()).toEqual([
      'ada@example.org',
      'bob@example.org',
    ]);
    const text = decoded(mail.mails[0]?.raw ?? '');
    expect(text).toMatch(/^Subject: Main street 5: 1 violated, 1 satisfied$/m);
    const [outcome, quote, link] = [
      '1 violated',
      'Dogs are not allowed',
      'https://proviso.example.org/?project=',
    ].map((part) => text.indexOf(part, text.indexOf('text/plain')));
    expect(outcome).toBeGreaterThan(0);
    expect(quote).toBeGreaterThan(outcome ?? 0);
    expect(link).toBeGreaterThan(quote ?? 0);
    expect(text.slice(text.indexOf('text/html'))).toContain('Leases &lt;of shops&gt;.');

    expect(hook.received).toHaveLength(1);
    const { type, data } = payload.parse(JSON.parse(hook.received[0]?.body ?? ''));
    expect([type, data.project, data.worst[0]?.rule]).toEqual([
      'run.completed',
      { id, name: 'Main street 5' },
      'Dogs',
    ]);
    expect(data.worst[0]?.quotes[0]?.quote).toContain('Dogs are not allowed');
  });

  it('creates only one notification, even if it is processed several times', async () => {
    const { id, runId } = await endedFor(['ada@example.org', ' ada@example.org', 'ADA@example.org']);
    const run = await under.store.runs.get(owner.userId, runId);
    if (run === null) throw new Error('the run must exist');
    const { settle } = runFinalizer(under.dependencies);
    await Promise.all(Array.from({ length: 10 }, () => settle({ ...run, settled: false })));
    expect(await log(id)).toHaveLength(1);
  });

  it('creates no more notifications than the user’s limit allows, and logs that the limit was reached', async () => {
    under.dependencies.notices.perDay = 2;
    const { id } = await endedFor(['a@example.org', 'b@example.org', 'c@example.org']);
    const states = (await log(id)).map(({ recipient, state }) => `${recipient} ${state}`);
    expect(states.toSorted()).toEqual([
      'a@example.org waiting',
      'b@example.org waiting',
      'c@example.org undeliverable',
    ]);
  });
});

describe('a webhook', () => {
  it('can be verified only with the owner’s key, and only if the request is unchanged', async () => {
    const hook = await receiver();
    notifier();
    const { id } = await endedFor([hook.url]);
    await message(id, ({ state }) => state === 'delivered');
    const [{ headers = {}, body = '' } = {}] = hook.received;
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    const keyOf = (...args: Parameters<typeof under.services.notifications.webhookKey>) =>
      under.services.notifications.webhookKey(...args).then(({ secret }) => secret);
    const verify = (key: string, text = body) => new Webhook(key).verify(text, signed);
    const key = await keyOf(owner, hook.url);
    const [ofStranger, ofOtherUrl] = [await keyOf(stranger, hook.url), await keyOf(owner, `${hook.url}2`)];
    expect(verify(key)).toMatchObject({ type: 'run.completed' });
    expect(() => verify(ofStranger)).toThrow();
    expect(() => verify(ofOtherUrl)).toThrow();
    expect(() => verify(key, body.replace('Main', 'Mean'))).toThrow();
  });

  it('is retried on schedule after a failure, with the same id and words, even after a restart', async () => {
    const hook = await receiver((at) => (at <= 2 ? { status: 500 } : { status: 200 }));
    const first = notifier();
    const { id } = await endedFor([hook.url]);
    const failed = await message(id, ({ state, attempts }) => state === 'waiting' && attempts.length === 1);
    const wait = Date.parse(failed.nextAttemptAt ?? '') - Date.parse(failed.attempts[0]?.at ?? '');
    expect(wait).toBeGreaterThanOrEqual(5_000);
    expect(wait).toBeLessThanOrEqual(5_500);
    await first.stop();

    under.clock.time = Date.parse(failed.nextAttemptAt ?? '');
    notifier();
    const again = await message(id, ({ state, attempts }) => state === 'waiting' && attempts.length === 2);
    expect(Date.parse(again.nextAttemptAt ?? '') - (under.clock.time ?? 0)).toBeGreaterThanOrEqual(300_000);
    expect(again.reason).toBe('The receiver answered 500');
    under.clock.time = Date.parse(again.nextAttemptAt ?? '');
    const done = await message(id, ({ state }) => state === 'delivered');
    expect(done.attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'delivered']);
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(hook.received.map(({ body }) => body)).size).toBe(1);
  });

  it('is given up after ten attempts, and can be resent manually', async () => {
    let works = false;
    const hook = await receiver(() => (works ? { status: 200 } : 'hang up'));
    notifier();
    const { id } = await endedFor([hook.url]);
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const one = await message(
        id,
        ({ state, attempts }) => state === 'waiting' && attempts.length === attempt,
      );
      under.clock.time = Date.parse(one.nextAttemptAt ?? '');
    }
    const failed = await message(id, ({ state }) => state === 'failed');
    expect(failed).toMatchObject({ nextAttemptAt: null, tries: 10 });
    const { notifications } = under.services;
    await notifications.resend(owner, id, failed._id);
    const again = await message(id, ({ attempts }) => attempts.length === failed.attempts.length + 1);
    expect(again).toMatchObject({ state: 'waiting', tries: 1, resends: 1 });
    works = true;
    under.clock.time = Date.parse(again.nextAttemptAt ?? '');
    await message(id, ({ state }) => state === 'delivered');
    await expect(notifications.resend(stranger, id, failed._id)).rejects.toMatchObject({
      code: 'project_not_found',
    });
    await notifications.resend(owner, id, failed._id);
    await expect(
      notifications.resend(owner, id, failed._id).then(() => notifications.resend(owner, id, failed._id)),
    ).rejects.toMatchObject({ code: 'notification_not_ended' });
    await message(id, ({ state }) => state === 'delivered');
  });

  it('is not retried if the receiver answers 410, and nothing more is sent there until a manual resend', async () => {
    const hook = await receiver((at) => ({ status: at === 1 ? 410 : 200 }));
    notifier();
    const { id } = await endedFor([hook.url]);
    const gone = await message(id, ({ state }) => state === 'gone');
    const next = await endedFor([hook.url]);
    expect((await log(next.id))[0]).toMatchObject({ state: 'undeliverable' });
    await under.services.notifications.resend(owner, id, gone._id);
    await message(id, ({ state }) => state === 'delivered');
    const third = await endedFor([hook.url]);
    await message(third.id, ({ state }) => state === 'delivered');
    expect(hook.received).toHaveLength(3);
  });

  it('is retried only after the time that a busy receiver asks for', async () => {
    const hook = await receiver(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    notifier();
    const { id } = await endedFor([hook.url]);
    const { nextAttemptAt, attempts } = await message(id, (one) => one.attempts.length === 1);
    expect(Date.parse(nextAttemptAt ?? '') - Date.parse(attempts[0]?.at ?? '')).toBe(3_600_000);
  });

  it.each([
    ['a private address', 'https://127.0.0.1/hook'],
    ['plain http', 'http://example.org/hook'],
    ['a redirect', ''],
  ])('is not delivered through %s', async (what, url) => {
    const target = await receiver();
    const hook = await receiver(() => ({ status: 302, headers: { location: target.url } }));
    notifier();
    const { id } = await endedFor([url || hook.url]);
    const tried = await message(id, ({ attempts }) => attempts.length === 1);
    expect(tried.state).toBe(what === 'a redirect' ? 'waiting' : 'undeliverable');
    expect(target.received).toEqual([]);
  });

  it('is sent again, with the same id, by another process if its sender died during an attempt', async () => {
    const hook = await receiver((at) => (at === 1 ? 'silent' : { status: 200 }));
    const first = notifier();
    const { id } = await endedFor([hook.url]);
    await waitUntil(() => hook.received.length === 1);
    await first.stop();
    notifier();
    const { attempts } = await message(id, ({ state }) => state === 'delivered');
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['unknown', 'delivered']);
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});

describe('an e-mail', () => {
  it('is not sent without a mail server, and the notification says so', async () => {
    notifier();
    const { id } = await endedFor(['ada@example.org']);
    const { reason } = await message(id, ({ state }) => state === 'undeliverable');
    expect(reason).toContain('SMTP_URL');
  });

  it('is retried with the same id after a temporary refusal of the mail server, but not after a permanent one', async () => {
    let busy = true;
    const mail = await mailServer((to) => (to.startsWith('nobody') ? 550 : busy ? 451 : null));
    notifier(mail.url);
    const { id } = await endedFor(['nobody@example.org', 'ada@example.org']);
    const refused = await message(id, ({ state }) => state === 'undeliverable');
    expect(refused).toMatchObject({
      recipient: 'nobody@example.org',
      reason: expect.stringContaining('550'),
    });
    const waiting = await message(id, ({ state }) => state === 'waiting');
    expect(waiting.reason).toContain('451');
    busy = false;
    under.clock.time = Date.parse(waiting.nextAttemptAt ?? '');
    await message(id, ({ state }) => state === 'delivered');
    expect(mail.mails[0]?.raw).toContain(`Message-ID: <${waiting._id}@proviso>`);
  });
});

/** The text of an e-mail, decoded from quoted-printable. */
function decoded(raw: string): string {
  const joined = raw.replace(/=\r\n/g, '').replace(/\r\n /g, ' ').replace(/\r\n/g, '\n');
  return joined.replace(/=([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { DeliveryState } from '../../../src/domain/delivery.ts';
import { createGuardedPost } from '../../../src/fetch/guarded-post.ts';
import { webhookChannel } from '../../../src/notify/webhook.ts';
import { type Notifier, startNotifier } from '../../../src/services/notifications/notifier.ts';
import { runFinalizer } from '../../../src/services/runs/run-finalizer.ts';
import { wantsAll } from '../../support/faults/chance.ts';
import { type Behaviour, startReceiver } from '../../support/notify/receiver.ts';
import { endedRun } from '../../support/owned-records.ts';
import { owner } from '../../support/records.ts';
import { loopbackPolicy, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

const messages = wantsAll ? 20 : 3;
const fine = { status: 200 };

type Way = {
  how: string;
  /** The answers to the first attempts of each notification; later attempts succeed. */
  first: (() => Behaviour | Promise<Behaviour>)[];
  ends: DeliveryState;
  /** The test takes long, because the webhook channel waits its full timeout for an answer. */
  takesLong?: true;
};

const ways: Way[] = [
  { how: 'hangs up', first: [() => 'hang up', () => 'hang up'], ends: 'delivered' },
  { how: 'is slow', first: [() => wait(300).then(() => fine)], ends: 'delivered' },
  { how: 'answers 500', first: [() => ({ status: 500 }), () => ({ status: 503 })], ends: 'delivered' },
  { how: 'answers 410', first: [() => ({ status: 410 })], ends: 'gone' },
  {
    how: 'accepts the request and never answers',
    first: [() => 'silent'],
    ends: 'delivered',
    takesLong: true,
  },
];

const under = await startService();
afterAll(() => under.close());

function notifier(): Notifier {
  const channels = {
    email: null,
    webhook: webhookChannel(createGuardedPost(loopbackPolicy), 'test', async () => null),
  };
  const parts = { ...under.dependencies, channels, publicUrl: () => 'https://proviso.example.org' };
  return startNotifier(parts, { idleMs: 10, concurrency: messages });
}

/** Creates a project with this recipient whose run has ended, as if a worker had run it. */
async function endedFor(recipient: string): Promise<string> {
  const about = { name: 'n', description: 'd' };
  const { _id: politicsId } = await under.services.politics.create(owner, { ...about, rules: [about] });
  const to = { contactNotifications: [recipient] };
  const { _id } = await under.services.projects.create(owner, { ...about, ...to, politicsId, files: [] });
  const { runId } = await endedRun(under, owner, _id);
  const run = await under.store.runs.get(owner.userId, runId);
  if (run === null) throw new Error('the run must exist');
  await runFinalizer(under.dependencies).settle(run);
  return _id;
}

async function messageOf(project: string) {
  const page = { page: 1, pageSize: 10 };
  const { items } = await under.services.notifications.list(owner, project, page);
  expect(items).toHaveLength(1);
  return items[0];
}

describe.each(ways.filter(({ takesLong }) => wantsAll || !takesLong))('a receiver that $how', (way) => {
  it('gets every attempt of a notification with the same id and words, even after the sender restarts', async () => {
    const hook = await startReceiver((_, attempt) => way.first[attempt - 1]?.() ?? fine);
    // After an address answers 410, Proviso sends nothing more to it, so each notification has its own address.
    const projects: string[] = [];
    for (let at = 0; at < messages; at += 1)
      projects.push(await endedFor(`${hook.url}/${way.how}/${at}`.replaceAll(' ', '-')));
    let sender = notifier();
    const states = () => Promise.all(projects.map(messageOf));
    /** Whether no notification is being sent or due. A sender that stops at such a moment leaves nothing unfinished. */
    const atRest = async () =>
      (await states()).every(
        (message) =>
          message?.state !== 'sending' &&
          Date.parse(message?.nextAttemptAt ?? '9999-01-01') > under.clock.now().getTime(),
      );
    for (;;) {
      await waitUntil(atRest, { upTo: 100_000 });
      const next = (await states()).flatMap((message) => Date.parse(message?.nextAttemptAt ?? '') || []);
      if (next.length === 0) break;
      await sender.stop();
      under.clock.time = Math.max(...next);
      sender = notifier();
    }
    expect(new Set((await states()).map((message) => message?.state))).toEqual(new Set([way.ends]));
    await sender.stop();
    await hook.close();

    const ids = new Set(hook.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(messages);
    for (const id of ids) {
      const sent = hook.received.filter(({ headers }) => headers['webhook-id'] === id);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      const failing = way.how === 'is slow' ? 0 : way.first.length;
      expect(sent).toHaveLength(way.ends === 'gone' ? 1 : failing + 1);
    }
  }, 400_000);
});

import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { Actor } from '../../../src/domain/records/owned.ts';
import { startHeartbeat } from '../../../src/services/leases/heartbeat.ts';
import { createServices } from '../../../src/services/services.ts';
import type { Store } from '../../../src/store/port.ts';
import { owner, stranger } from '../../support/records.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';

let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService();
});
afterEach(async () => {
  vi.useRealTimers();
  await under.close();
});

const scope = 'POST /v1/politics';
const body = { name: 'n', rules: [{ name: 'a', description: 'b' }] };
const rules = body.rules;

/** Creates a rule set with the idempotency key, as the API does, and answers with the id of the rule set. */
function make(key = 'key', actor = owner, sent: typeof body = body) {
  return under.services.idempotency.once(actor, { key, scope, body: sent }, async (recordId) => {
    const made = await under.services.politics.create(
      actor,
      { name: 'n', description: 'd', rules },
      { recordId },
    );
    return { status: 201, id: made._id };
  });
}
const count = async (actor = owner) =>
  (await under.services.politics.list(actor, { page: 1, pageSize: 1 })).total;

it('the first answer is repeated for 24 hours, even if the members of the body are in a different order', async () => {
  const first = await make();
  expect(first.replayed).toBe(false);
  const again = await make('key', owner, { rules, name: 'n' });
  expect(again).toEqual({ answer: first.answer, replayed: true });
  under.clock.time = Date.now() + 24 * 3_600_000;
  expect((await make()).replayed).toBe(false);
  expect(await count()).toBe(2);
});

it('a different body with the same key is refused; another user can use the same key, and the same body can have another key', async () => {
  await make();
  await expect(make('key', owner, { ...body, name: 'other' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
    status: 422,
  });
  expect((await make('key', stranger)).replayed).toBe(false);
  expect((await make('key2')).replayed).toBe(false);
  for (const key of ['', 'x'.repeat(256)])
    await expect(make(key)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'Idempotency-Key' }],
    });
});

describe('the answer of a request with an idempotency key', () => {
  const limit = { kind: 'project', id: newObjectId() } as const;
  const all: Actor['scopes'] = ['read', 'write', 'run', 'administer'];
  let made = 0;
  const answerFor = (actor: Actor) =>
    under.services.idempotency.once(actor, { key: 'shared', scope, body }, async () => {
      made += 1;
      return { made };
    });

  it.each<[string, Partial<Actor>]>([
    ['fewer scopes', { scopes: ['read'] }],
    ['other scopes', { scopes: ['write', 'run'] }],
    ['no scope', { scopes: [] }],
    ['a limit to one project', { limit }],
    ['all scopes and a limit', { scopes: all, limit }],
    ['fewer scopes and a limit', { scopes: ['write'], limit }],
    ['another workspace', { workspaceId: stranger.userId }],
  ])('is not shown to a token of the same user with %s, which gets its own', async (_, change) => {
    const first = await answerFor(owner);
    const token = { ...owner, ...change };
    const own = await answerFor(token);
    expect(own.replayed).toBe(false);
    expect(own.answer).not.toEqual(first.answer);
    expect(await answerFor(token)).toEqual({ answer: own.answer, replayed: true });
    expect(await answerFor(owner)).toEqual({ answer: first.answer, replayed: true });
  });

  it('is repeated to a token with all scopes and no limit, which may do what a session may do', async () => {
    const first = await answerFor(owner);
    expect(await answerFor({ ...owner, scopes: all })).toEqual({ answer: first.answer, replayed: true });
  });
});

it('after a failed request, its idempotency key can be used again', async () => {
  const fails = under.services.idempotency.once(owner, { key: 'key', scope, body }, async () => {
    throw new AppError('politics_not_found', 'gone');
  });
  await expect(fails).rejects.toMatchObject({ code: 'politics_not_found' });
  expect((await make()).replayed).toBe(false);
});

it('a request whose process died can be repeated after its lease is dead, and creates its record only once', async () => {
  const key = { key: 'key', scope, body };
  const dying = startHeartbeat(under.dependencies);
  const { idempotency } = createServices({ ...under.dependencies, holder: dying }, under.estimating);
  let first = '';
  const neverAnswered = new Promise<void>((made) => {
    void idempotency.once(owner, key, async (recordId) => {
      first = recordId;
      await under.services.politics.create(owner, { name: 'n', description: 'd', rules }, { recordId });
      made();
      return new Promise(() => {});
    });
  });
  await neverAnswered;
  await expect(make()).rejects.toMatchObject({ code: 'idempotency_key_running', status: 409 });
  under.clock.time = Date.now() + 3_600_000;
  await expect(make()).rejects.toMatchObject({ code: 'idempotency_key_running' });
  under.clock.time = null;
  await dying.stop();
  expect((await make()).answer).toEqual({ status: 201, id: first });
  expect(await count()).toBe(1);
});

it.each(['complete', 'forget'] as const)(
  'an idempotency key stays taken until the store accepts the end of the request (%s)',
  async (operation) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { store } = under;
    let down = true;
    const ends = new EventEmitter();
    const failing: Store = {
      ...store,
      idempotency: {
        ...store.idempotency,
        async complete(...given) {
          if (down) throw new Error('the store is down');
          await store.idempotency.complete(...given);
          ends.emit('stored');
        },
        async forget(...given) {
          if (down) throw new Error('the store is down');
          await store.idempotency.forget(...given);
          ends.emit('stored');
        },
      },
    };
    const { idempotency } = createServices({ ...under.dependencies, store: failing }, under.estimating);
    const work = async () => {
      if (operation === 'forget') throw new AppError('politics_not_found', 'gone');
      return { made: 1 };
    };
    const send = () => idempotency.once(owner, { key: 'key', scope, body }, work);
    const first = send().catch((error: AppError) => error.code);
    expect(await first).toEqual(
      operation === 'forget' ? 'politics_not_found' : { answer: { made: 1 }, replayed: false },
    );
    await expect(send()).rejects.toMatchObject({ code: 'idempotency_key_running' });
    down = false;
    const stored = once(ends, 'stored');
    await vi.advanceTimersByTimeAsync(1_000);
    await stored;
    if (operation === 'forget') await expect(send()).rejects.toMatchObject({ code: 'politics_not_found' });
    else expect(await send()).toEqual({ answer: { made: 1 }, replayed: true });
  },
);

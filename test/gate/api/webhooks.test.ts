import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { signingRotations } from '../../../src/domain/webhook-rotation.ts';
import { type Behaviour, startReceiver } from '../../support/notify/receiver.ts';
import { startTestServer, type TestUser } from '../../support/server.ts';

const perHour = 30;
const closing: { close(): Promise<void> }[] = [];
const server = await startTestServer({
  FETCH_ALLOW_HOSTS: '127.0.0.2',
  LIMIT_WEBHOOK_TESTS_PER_HOUR: String(perHour),
});
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});
afterAll(() => server.stop());

async function receiver(behaviour: Behaviour = { status: 204 }) {
  const started = await startReceiver(() => behaviour);
  closing.push(started);
  return started;
}

const send = async (path: string, body: object, user: TestUser = server.owner) =>
  user.request('POST', `/v1/webhooks/${path}`, { body });
const dataOf = (answer: { body: unknown }) => Object(answer.body).data;
const test = (url: string) => send('test', { url }).then(dataOf);
const rotate = (url: string, overlapHours?: number) =>
  send('key/rotate', { url, ...(overlapHours !== undefined && { overlapHours }) });
const keyOf = async (url: string, user = server.owner) =>
  dataOf(await user.request('GET', `/v1/webhooks/key?url=${encodeURIComponent(url)}`));

type Receiver = Awaited<ReturnType<typeof receiver>>;

/** Whether a receiver with the key accepts the last message that it received. */
function accepts({ received }: Receiver, key: string): boolean {
  const { headers = {}, body = '' } = received.at(-1) ?? {};
  const named = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(named.map((name) => [name, String(headers[name])]));
  try {
    return Object(new Webhook(key).verify(body, signed)).type === 'webhook.test';
  } catch {
    return false;
  }
}

describe('a test of a webhook', () => {
  it('sends one signed message and returns the answer of the receiver', async () => {
    const hook = await receiver();
    expect(await test(hook.url)).toEqual({
      delivered: true,
      status: 204,
      detail: 'The receiver answered 204',
    });
    expect(hook.received).toHaveLength(1);
    const { secret, previousUntil } = await keyOf(hook.url);
    expect([accepts(hook, secret), previousUntil]).toEqual([true, null]);
    expect(accepts(hook, (await keyOf(hook.url, server.stranger)).secret)).toBe(false);
  });

  it.each([
    [{ status: 500 }, { delivered: false, status: 500, detail: 'The receiver answered 500' }],
    [
      { status: 302, headers: { location: 'http://127.0.0.1/' } },
      { delivered: false, status: 302 },
    ],
    [{ status: 410 }, { delivered: false, status: 410 }],
    ['hang up' as const, { delivered: false, status: null, detail: expect.stringContaining('receiver') }],
  ])('says how the receiver failed: %j', async (behaviour, answer) => {
    const hook = await receiver(behaviour);
    expect(await test(hook.url)).toMatchObject(answer);
    expect(hook.received).toHaveLength(1);
  });

  it('sends nothing to private addresses and reports a host that cannot be reached', async () => {
    for (const url of [
      'http://127.0.0.1:1/',
      'https://10.0.0.1/',
      'ftp://example.org/',
      'https://localhost/',
    ]) {
      expect((await send('test', { url })).status, url).toBe(400);
    }
    expect((await send('test', { url: 'https://10.0.0.1/' })).text).toContain('FETCH_ALLOW_HOSTS');
    expect((await send('test', { url: `https://example.org/${'x'.repeat(2_000)}` })).status).toBe(400);
    expect(await test('https://nowhere.invalid/')).toMatchObject({ delivered: false, status: null });
  });
});

describe('a rotation of a signing key', () => {
  it('makes a new key; during the overlap, receivers with either key accept messages', async () => {
    const hook = await receiver();
    const before = await keyOf(hook.url);
    const rotated = await rotate(hook.url, 2);
    const { previousUntil } = dataOf(rotated);
    expect(rotated).toMatchObject({ status: 200, body: { data: { url: hook.url } } });
    expect(Math.abs(Date.parse(previousUntil) - Date.now() - 7_200_000)).toBeLessThan(60_000);
    const after = await keyOf(hook.url);
    expect(after.previousUntil).toBe(previousUntil);
    expect(rotated.text).not.toContain('whsec_');
    await test(hook.url);
    expect([before, after].map(({ secret }) => accepts(hook, secret))).toEqual([true, true]);
    const [other] = [await keyOf(`${hook.url}/other`)];
    expect(other.previousUntil).toBeNull();

    await rotate(hook.url, 2);
    await test(hook.url);
    expect([before, after].map(({ secret }) => accepts(hook, secret))).toEqual([false, true]);
  });

  it('without an overlap makes the previous key invalid at once', async () => {
    const hook = await receiver();
    const before = await keyOf(hook.url);
    expect(dataOf(await rotate(hook.url, 0)).previousUntil).toBeNull();
    await test(hook.url);
    expect([before, await keyOf(hook.url)].map(({ secret }) => accepts(hook, secret))).toEqual([false, true]);
  });

  it('is made or refused with a conflict if requests arrive together, and the key that is shown then signs', async () => {
    const hook = await receiver();
    const before = await keyOf(hook.url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(hook.url, 2)));
    const made = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5 - made);
    expect(made).toBeGreaterThan(0);
    const after = await keyOf(hook.url);
    await test(hook.url);
    expect([after, before].map(({ secret }) => accepts(hook, secret))).toEqual([true, made === 1]);
  });

  it('affects only the keys of the user', async () => {
    const url = 'https://example.org/of-both';
    const [mine, theirs] = [await keyOf(url), await keyOf(url, server.stranger)];
    await rotate(url);
    expect((await keyOf(url)).secret).not.toBe(mine.secret);
    expect(await keyOf(url, server.stranger)).toEqual(theirs);
  });

  it('is made once if the request is repeated with the same Idempotency-Key', async () => {
    const body = { url: 'https://example.org/repeated' };
    const headers = { 'idempotency-key': 'rotate once' };
    const keys: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const answer = await server.owner.request('POST', '/v1/webhooks/key/rotate', { body, headers });
      expect(answer.status).toBe(200);
      keys.push((await keyOf(body.url)).secret);
    }
    expect(new Set(keys).size).toBe(1);
    const { services } = server;
    const recordId = '0123456789abcdef01234567';
    const again = { overlapHours: 1, recordId };
    for (const _ of [1, 2]) {
      await services.notifications.rotateWebhookKey(server.owner.actor, body.url, again);
      keys.push((await keyOf(body.url)).secret);
    }
    expect(new Set(keys).size).toBe(2);
  });

  it('ends its overlap at previousUntil, not before', () => {
    const last = {
      ...{ workspaceId: 'u', url: 'x', rotation: 3, changeId: 'c' },
      previousUntil: '2026-01-01T00:00:00.000Z',
    };
    expect(signingRotations(last, new Date('2025-12-31T23:59:59.999Z'))).toEqual([3, 2]);
    expect(signingRotations(last, new Date('2026-01-01T00:00:00.000Z'))).toEqual([3]);
    expect(signingRotations(null, new Date())).toEqual([0]);
  });
});

it('tests and rotations of a user are limited per hour', async () => {
  const { admin } = server;
  const url = 'https://example.org/limited';
  for (let nth = 0; nth < perHour; nth += 1) {
    expect((await send('key/rotate', { url }, admin)).status).toBe(200);
  }
  for (const path of ['key/rotate', 'test']) {
    const refused = await send(path, { url }, admin);
    expect([refused.status, Object(refused.body).code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  }
});

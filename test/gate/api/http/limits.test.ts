import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ServerBeside, startTestServer, type TestServer } from '../../../support/server.ts';
import { browserOf, password } from '../../../support/sessions.ts';

let server: TestServer;
let other: ServerBeside;
beforeAll(async () => {
  [server, other] = await twoServers({ LIMIT_REQUESTS_PER_MINUTE: '5' });
});
afterAll(() => stopBoth(server, other));

/** Two servers with the same store, behind a proxy that names the address of each client. */
async function twoServers(limits: Record<string, string>): Promise<[TestServer, ServerBeside]> {
  const first = await startTestServer({ ...limits, TRUST_PROXY: '1' });
  return [first, await first.beside()];
}

async function stopBoth(first: TestServer, second: ServerBeside): Promise<void> {
  await second.stop();
  await first.stop();
}

/** The header that a proxy would send for a client with this address. */
const from = (address: string) => ({ 'x-forwarded-for': address });
/** A sign-in that counts towards the limit. It has no password, so that the server refuses it without slow hashing. */
const guess = { email: 'nobody' };
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

/** Sends a request to a path exactly as given; `fetch` would normalise the path. */
function post(
  { port }: TestServer,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ status: number }> {
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const options = { host: '127.0.0.1', port, method: 'POST', path };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, headers: { ...type, ...headers } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0 }));
    });
    sent.once('error', reject);
    sent.end(text);
  });
}

describe('429', () => {
  it('is the answer to a user who sends too many requests, and those have no effect', async () => {
    const body = { name: 'n', description: 'd', rules: [{ name: 'r', description: 'd' }] };
    const answers: Answer[] = [];
    for (let i = 0; i < 7; i++) answers.push(await server.owner.request('POST', '/v1/politics', { body }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const last = answers.at(-1);
    expect(last?.body).toMatchObject({ code: 'rate_limited', success: false });
    expect(last?.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60');
    expect(last?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { total } = await server.services.politics.list(server.owner.actor, { page: 1, pageSize: 1 });
    expect(total).toBe(5);
  });

  it('is the answer for all tokens of the user, and for no other user', async () => {
    const { secret } = await server.services.tokens.create(server.owner.actor, { name: 'second' });
    const headers = { 'api-token': secret };
    expect((await server.anonymous('GET', '/v1/politics', { headers })).status).toBe(429);
    expect((await server.stranger.request('GET', '/v1/politics')).status).toBe(200);
  });

  it('is the answer of all servers, because they share the limit', async () => {
    const asked = Array.from({ length: 12 }, (_, nth) =>
      nth % 2 === 0
        ? server.admin.request('GET', '/v1/politics')
        : other.request(server.admin, 'GET', '/v1/politics'),
    );
    expect(await statuses(asked)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
  });

  it('is the answer to callers without an account by address, for every procedure that they can call', async () => {
    const headers = from('198.51.100.1');
    const asked = Array.from({ length: 7 }, () => server.anonymous('GET', '/trpc/account.me', { headers }));
    expect(await statuses(asked)).toEqual([...Array(5).fill(200), ...Array(2).fill(429)]);
  });

  it('is never the answer to requests for public pages', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      for (let i = 0; i < 10; i++) expect((await server.anonymous('GET', path)).status).toBe(200);
    }
  });
});

describe('attempts to sign in from one address', () => {
  let server: TestServer;
  let other: ServerBeside;
  beforeAll(async () => {
    [server, other] = await twoServers({ LIMIT_SIGN_INS_PER_HOUR: '3' });
  });
  afterAll(() => stopBoth(server, other));

  it('are limited across all servers', async () => {
    const headers = from('192.0.2.1');
    const tries = Array.from({ length: 6 }, (_, nth) =>
      (nth % 2 === 0 ? server.anonymous : other.request.bind(null, null))('POST', '/trpc/account.signIn', {
        body: guess,
        headers,
      }),
    );
    expect(await statuses(tries)).toEqual([400, 400, 400, 429, 429, 429]);
    const refused = await server.anonymous('POST', '/trpc/account.signIn', { body: guess, headers });
    expect(refused.headers.get('ratelimit-policy')).toBe('"sign-in";q=3;w=3600');
    expect(refused.body).toMatchObject({ error: { data: { problem: { code: 'rate_limited' } } } });
  });

  it('include attempts to change the password of a session', async () => {
    const account = { email: 'ada@example.org', password };
    await server.accounts.add({ ...account, name: '' });
    const { call } = browserOf(server);
    const headers = from('192.0.2.3');
    await call('account.signIn', account, headers);
    const change = { current: '', next: '' };
    const answers: number[] = [];
    for (let at = 0; at < 3; at += 1)
      answers.push((await call('account.changePassword', change, headers)).status);
    expect(answers).toEqual([400, 400, 429]);
  });

  it('are counted together for every spelling of the path', async () => {
    const headers = from('192.0.2.2');
    const spellings = ['/trpc/account%2EsignIn', '/trpc//account.signIn', '/trpc/%61ccount.signUp'];
    const found: number[] = [];
    for (const path of spellings) found.push((await post(server, path, headers, guess)).status);
    expect(found).toEqual([400, 400, 400]);
    for (const path of [
      ...spellings,
      '/trpc/account.signIn',
      '/TRPC/account.signUp',
      '/trpc//account.signUp',
    ]) {
      expect((await post(server, path, headers, guess)).status, path).toBe(429);
    }
  });

  it('are counted together for an IPv6 /64, and for an IPv4 address and its IPv4-mapped IPv6 form', async () => {
    const tryFrom = (address: string) =>
      server.anonymous('POST', '/trpc/account.signIn', { body: guess, headers: from(address) });
    const network = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::1', '2001:db8::4'];
    const answers: number[] = [];
    for (const address of network) answers.push((await tryFrom(address)).status);
    expect(answers).toEqual([400, 400, 400, 429]);
    expect((await tryFrom('2001:db8:0:1::1')).status).toBe(400);
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209']) await tryFrom(address);
    expect((await tryFrom('192.0.2.9')).status).toBe(429);
  });
});

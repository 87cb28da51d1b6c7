import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../support/server.ts';

const ours = 'https://app.example.org';
const foreign = 'https://evil.example';
const account = { email: 'ada@example.org', password: 'engine number one' };

const server = await startTestServer({ CORS_ORIGINS: `${ours}, http://localhost:5173`, SIGN_UP: 'open' });
afterAll(() => server.stop());

const preflight = (origin: string, path = '/v1/politics') =>
  server.anonymous('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'api-token,content-type,if-match',
    },
  });
const allowed = (headers: Headers) => headers.get('access-control-allow-origin');
const names = (headers: Headers, name: string) => (headers.get(name) ?? '').toLowerCase().split(',');

describe('a page from an origin in CORS_ORIGINS', () => {
  it.each(['/v1/politics', '/trpc/politics.list', '/openapi.json', '/assets/x/y.pdf'])(
    'receives a preflight response with what it is allowed to send: %s',
    async (path) => {
      const { status, headers } = await preflight(ours, path);
      expect(status).toBe(204);
      expect(allowed(headers)).toBe(ours);
      expect(names(headers, 'access-control-allow-methods')).toEqual(
        expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete']),
      );
      expect(names(headers, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining([
          ...['api-token', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'],
          'last-event-id',
        ]),
      );
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    },
  );

  it('can call the API with a token and read the answers, including errors', async () => {
    const body = { name: 'n', description: 'd', rules: [{ name: 'r', description: 'd' }] };
    const made = await server.owner.request('POST', '/v1/politics', { body, headers: { origin: ours } });
    expect([made.status, allowed(made.headers)]).toEqual([201, ours]);
    expect(names(made.headers, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['etag', 'location', 'link', 'ratelimit', 'ratelimit-policy', 'retry-after']),
    );
    const refused = await server.anonymous('GET', '/v1/politics', { headers: { origin: ours } });
    expect([refused.status, allowed(refused.headers)]).toEqual([401, ours]);
  });

  it('cannot use a session to read or change anything', async () => {
    const signedUp = await server.anonymous('POST', '/trpc/account.signUp', { body: account });
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect((await server.anonymous('GET', '/v1/politics', { headers: { cookie } })).status).toBe(200);
    for (const origin of [ours, foreign, 'null']) {
      const headers = { cookie, origin };
      const statuses = [
        await server.anonymous('GET', '/v1/politics', { headers }),
        await server.anonymous('GET', '/trpc/tokens.list', { headers }),
        await server.anonymous('POST', '/trpc/tokens.create', { body: { name: 'theft' }, headers }),
        await server.anonymous('POST', '/trpc/account.signIn', { body: account, headers: { origin } }),
      ].map(({ status }) => status);
      expect(statuses, origin).toEqual([403, 403, 403, 403]);
    }
  });
});

describe('a page from any other origin', () => {
  it('gets no CORS permission, and without a token the same 401 as every client', async () => {
    const { status, headers } = await preflight(foreign);
    expect([status, allowed(headers)]).toEqual([401, null]);
    const asked = await server.owner.request('GET', '/v1/politics', { headers: { origin: foreign } });
    expect([asked.status, allowed(asked.headers)]).toEqual([200, null]);
  });

  it.each([
    ['POST', '/v1/politics'],
    ['PATCH', '/v1/politics/x'],
    ['DELETE', '/v1/projects/x'],
    ['POST', '/v1/files?name=a'],
    ['POST', '/v1/nothing'],
    ['GET', '/v1/politics'],
    ['POST', '/trpc/politics.create'],
    ['POST', '/trpc/tokens.create'],
  ])('gets 401 and never 403 without a token: %s %s', async (method, path) => {
    for (const headers of [{ origin: foreign }, { origin: ours }, { 'sec-fetch-site': 'cross-site' }]) {
      const body = method === 'GET' ? {} : { body: {} };
      expect((await server.anonymous(method, path, { ...body, headers })).status).toBe(401);
    }
  });
});

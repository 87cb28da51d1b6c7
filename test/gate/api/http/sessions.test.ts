import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { problemIn } from '../../../support/sessions.ts';

const account = { email: 'ada@example.org', password: 'engine number one' };

let server: TestServer;
let cookie = '';
beforeAll(async () => {
  server = await startTestServer({ SIGN_UP: 'open' });
  const made = await call('account.signUp', account);
  cookie = cookieOf(made.headers);
});
afterAll(() => server.stop());

const call = (procedure: string, body: object, headers = {}) =>
  server.anonymous('POST', `/trpc/${procedure}`, { body, headers });
const read = (procedure: string, headers = {}) => server.anonymous('GET', `/trpc/${procedure}`, { headers });
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

describe('a session', () => {
  it('begins with a sign-up or a sign-in, and ends with a sign-out', async () => {
    const signedIn = await call('account.signIn', account);
    const own = cookieOf(signedIn.headers);
    expect((await read('account.me', { cookie: own })).body).toMatchObject({
      result: { data: { user: { email: account.email } } },
    });
    const out = await call('account.signOut', {}, { cookie: own });
    expect(cookieOf(out.headers)).toContain('proviso.session_token=');
    expect((await read('account.me', { cookie: own })).body).toMatchObject({
      result: { data: { user: null } },
    });
    expect((await read('tokens.list', { cookie: own })).status).toBe(401);
  });

  it('begins also with a sign-in in a batch of calls', async () => {
    const signedIn = await call('account.signIn?batch=1', { 0: account });
    expect(signedIn).toMatchObject({ status: 200, body: [{ result: { data: { email: account.email } } }] });
    const me = await read('account.me', { cookie: cookieOf(signedIn.headers) });
    expect(me.body).toMatchObject({ result: { data: { user: { email: account.email } } } });
  });

  it('can begin in the ways that the settings allow, which a visitor is told', async () => {
    const none = { user: null, resetByMail: false };
    expect((await read('account.me')).body).toEqual({
      result: { data: { ...none, signUp: { first: false, open: true, invited: true }, singleSignOn: false } },
    });
    const oidc = {
      OIDC_ISSUER: 'https://sso.example.org',
      OIDC_CLIENT_ID: 'proviso',
      OIDC_CLIENT_SECRET: 'a secret of the provider',
    };
    const beside = await server.beside({ SIGN_UP: 'closed', ...oidc });
    try {
      expect((await beside.request(null, 'GET', '/trpc/account.me')).body).toEqual({
        result: {
          data: { ...none, signUp: { first: false, open: false, invited: false }, singleSignOn: true },
        },
      });
    } finally {
      await beside.stop();
    }
  });

  it('can create working tokens, list them without their secrets, and revoke them', async () => {
    const expiresAt = '2100-01-01T00:00:00+02:00';
    const made = await call('tokens.create', { name: 'import', expiresAt }, { cookie });
    const { secret, token } = JSON.parse(made.text).result.data;
    const asked = await server.anonymous('GET', '/v1/politics', { headers: { 'api-token': secret } });
    expect(asked.status).toBe(200);
    const listed = await read('tokens.list', { cookie });
    expect(listed.body).toMatchObject({
      result: {
        data: [{ _id: token._id, name: 'import', last4: secret.slice(-4), lastUsedAt: expect.any(String) }],
      },
    });
    expect(listed.text).not.toMatch(/"(hash|userId)"/);
    expect(listed.text).not.toContain(secret);
    await call('tokens.revoke', { id: token._id }, { cookie });
    expect((await server.anonymous('GET', '/v1/politics', { headers: { 'api-token': secret } })).status).toBe(
      401,
    );
  });

  it('is required to create tokens: a token cannot create another token', async () => {
    const answer = await call('tokens.create', { name: 'more' }, { 'api-token': server.owner.token });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { data: { problem: { code: 'forbidden' } } } },
    });
    expect((await call('tokens.create', { name: 'more' })).status).toBe(401);
  });

  it('also allows calls of the documented API, for the dashboard', async () => {
    expect((await server.anonymous('GET', '/v1/politics', { headers: { cookie } })).status).toBe(200);
  });

  it('does not replace a token: a request with a wrong token is refused', async () => {
    const headers = { cookie, 'api-token': 'pv_wrong' };
    expect((await server.anonymous('GET', '/v1/politics', { headers })).status).toBe(401);
  });

  it('can change the password only with the current password, and errors name the wrong field', async () => {
    const change = (current: string, next: string) =>
      call('account.changePassword', { current, next }, { cookie });
    expect(await change('wrong', 'engine number two')).toMatchObject({ status: 401 });
    expect(await change(account.password, 'short')).toMatchObject({
      status: 400,
      body: { error: { data: { problem: { errors: [{ path: 'password' }] } } } },
    });
    const changed = await change(account.password, 'engine number two');
    expect(changed.status).toBe(200);
    expect((await read('tokens.list', { cookie })).status).toBe(401);
    cookie = cookieOf(changed.headers);
    expect((await read('tokens.list', { cookie })).status).toBe(200);
  });
});

describe('a page from another site', () => {
  const body = { name: 'n', description: 'd', rules: [{ name: 'r', description: 'd' }] };
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it.each(foreign)('can do nothing on behalf of the signed-in user: %o', async (headers) => {
    const post = await server.anonymous('POST', '/v1/politics', { body, headers: { cookie, ...headers } });
    expect(post).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await call('tokens.create', { name: 'theft' }, { cookie, ...headers })).status).toBe(403);
    expect((await call('account.signIn', account, headers)).status).toBe(403);
  });

  it('cannot read answers, because no other origin is allowed', async () => {
    const answer = await server.anonymous('GET', '/v1/politics', {
      headers: { cookie, origin: 'https://evil.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is recognised without restricting programs or the dashboard', async () => {
    for (const headers of [{}, { origin: server.url }, { origin: server.address }]) {
      const answer = await server.anonymous('POST', '/v1/politics', {
        body,
        headers: { cookie, ...headers },
      });
      expect(answer.status).toBe(201);
    }
    const withToken = { origin: 'https://tool.example' };
    expect((await server.owner.request('POST', '/v1/politics', { body, headers: withToken })).status).toBe(
      201,
    );
  });
});

describe('an error over tRPC', () => {
  it('contains the problem and reveals nothing about its cause', async () => {
    const answer = await call('politics.create', { name: '' }, { 'api-token': server.owner.token });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { data: { code: 'BAD_REQUEST', problem: { code: 'validation_failed' } } } },
    });
    expect(answer.text).not.toMatch(/stack|node_modules|ZodError/);
  });

  it('is the answer to an input of the wrong type, even after REST calls', async () => {
    await server.owner.request('GET', '/v1/politics?page=1');
    const body = { id: 'f'.repeat(24), removeRules: ['0'] };
    const answer = await call('politics.update', body, { 'api-token': server.owner.token });
    expect(answer.body).toMatchObject({
      error: { data: { problem: { errors: [{ path: 'removeRules[0]' }] } } },
    });
  });

  it('has the status and the code of its reason', async () => {
    const headers = { 'api-token': server.owner.token };
    const { anonymous } = server;
    const problems = await Promise.all([
      read('politics.create', headers),
      call('politics.list', {}, headers),
      read('politics.nothing', headers),
      anonymous('POST', '/trpc/politics.create', {
        raw: '{',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
      anonymous('POST', '/trpc/politics.create', {
        raw: 'a=b',
        headers: { ...headers, 'content-type': 'text/csv' },
      }),
      read('politics.list'),
    ]);
    expect(problems.map(problemIn)).toEqual([
      { code: 'method_not_allowed', status: 405 },
      { code: 'method_not_allowed', status: 405 },
      { code: 'path_not_found', status: 404 },
      { code: 'malformed_json', status: 400 },
      { code: 'unsupported_media_type', status: 415 },
      { code: 'unauthenticated', status: 401 },
    ]);
    expect(problems.map(({ status }) => status)).toEqual([405, 405, 404, 400, 415, 401]);
  });

  it('is the answer to an invalid batch', async () => {
    const answer = await read('politics.list,politics.list?batch=1&input={}', {
      'api-token': server.owner.token,
    });
    expect(answer.status).toBe(400);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Claims, startIdentityProvider } from '../../../support/identity-provider.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { browserOf, dataOf, password, problemIn } from '../../../support/sessions.ts';

type Browser = ReturnType<typeof browserOf>;

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestServer;
beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await startTestServer({ ...provider.settings, LIMIT_SIGN_INS_PER_HOUR: '1000' });
  await server.accounts.invite({ email: 'grace@example.org', name: '' });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});
beforeEach(() => {
  provider.behavesAsUsual();
});

/** Begins a sign-in. Returns the address of the provider that the browser is sent to. */
async function begin(browser: Browser): Promise<URL> {
  const started = await browser.call('account.startSingleSignOn');
  expect(started.status).toBe(200);
  return new URL(String(Reflect.get(Object(dataOf(started)), 'url')));
}

/** Lets the provider sign the person in. Returns the path and the query with which it sends the browser back. */
async function back(at: URL): Promise<string> {
  const answer = await fetch(at, { redirect: 'manual' });
  const to = new URL(answer.headers.get('location') ?? '');
  return `${to.pathname}${to.search}`;
}

/** A whole sign-in in a new browser. Returns where the browser ends, and the browser. */
async function signIn(): Promise<{ to: string | null; browser: Browser }> {
  const browser = browserOf(server);
  const ended = await browser.open(await back(await begin(browser)));
  expect(ended.status).toBe(303);
  return { to: ended.headers.get('location'), browser };
}

const emailOf = async (browser: Browser) =>
  Reflect.get(Object(Reflect.get(Object(dataOf(await browser.read('account.me'))), 'user')), 'email');

describe('a sign-in with the identity provider', () => {
  it('leaves the account without a password, so that no password can be changed', async () => {
    const { browser } = await signIn();
    expect(dataOf(await browser.read('account.me'))).toMatchObject({ user: { hasPassword: false } });
    const change = { current: password, next: 'engine number two' };
    expect(problemIn(await browser.call('account.changePassword', change))).toMatchObject({
      code: 'password_not_set',
      status: 409,
    });
  });

  it('reaches the account with the verified email, with PKCE, a state and a nonce', async () => {
    const browser = browserOf(server, 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0');
    const at = await begin(browser);
    expect(at.origin).toBe(provider.issuer);
    expect(Object.fromEntries(at.searchParams)).toMatchObject({
      client_id: 'proviso',
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{32}/),
      nonce: expect.stringMatching(/.{32}/),
      redirect_uri: `${server.url}/sign-in/oidc`,
      scope: 'openid email profile',
    });
    const ended = await browser.open(await back(at));
    expect(ended.headers.get('location')).toBe('/');
    expect(ended.headers.get('cache-control')).toBe('no-store');
    expect(ended.headers.getSetCookie().join()).toMatch(/proviso\.session_token=.*HttpOnly; SameSite=Lax/);
    expect(await emailOf(browser)).toBe('grace@example.org');
    expect((await browser.read('account.sessions')).text).toContain('Firefox/150.0');
    expect(provider.tokenRequests.at(-1)?.code_verifier).toMatch(/^[\w-]{43,128}$/);
    expect(at.href).not.toContain(provider.tokenRequests.at(-1)?.code_verifier ?? '');
    const stored = JSON.stringify(await server.dependencies.store.auth.find('account', null));
    expect(stored).toContain('"oidc"');
    expect(stored).not.toMatch(/an access token|eyJ/);
  });

  it('reaches the same account again, also after the provider has given the person another subject', async () => {
    await signIn();
    provider.behaviour.claims = (claims) => ({ ...claims, sub: 'subject-2', email: 'GRACE@example.org' });
    const { to, browser } = await signIn();
    expect(to).toBe('/');
    expect(await emailOf(browser)).toBe('grace@example.org');
    const people = await server.accounts.people();
    expect(people.filter(({ email }) => email === 'grace@example.org')).toHaveLength(1);
  });

  const minute = 60;
  const bad: [what: string, change: (claims: Claims) => Claims, reason: string][] = [
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' }), 'failed'],
    ['another audience', (claims) => ({ ...claims, aud: 'another client' }), 'failed'],
    ['another authorized party', (claims) => ({ ...claims, azp: 'another client' }), 'failed'],
    [
      'several audiences and no authorized party',
      (claims) => ({ ...claims, aud: [claims.aud, 'x'] }),
      'failed',
    ],
    ['an expiry in the past', (claims) => ({ ...claims, exp: Number(claims.iat) - minute }), 'failed'],
    ['no expiry', ({ exp: _, ...claims }) => claims, 'failed'],
    ['another nonce', (claims) => ({ ...claims, nonce: 'of another sign-in' }), 'failed'],
    ['no nonce', ({ nonce: _, ...claims }) => claims, 'failed'],
    ['an unverified email', (claims) => ({ ...claims, email_verified: false }), 'email_unverified'],
    ['the text "true" as verified', (claims) => ({ ...claims, email_verified: 'true' }), 'email_unverified'],
    [
      'nothing about the email being verified',
      ({ email_verified: _, ...claims }) => claims,
      'email_unverified',
    ],
    ['no email', ({ email: _, ...claims }) => claims, 'email_unverified'],
    [
      'the email of someone without an account',
      (claims) => ({ ...claims, email: 'x@example.org' }),
      'no_account',
    ],
  ];

  it.each(bad)('is refused for a token with %s', async (_, change, reason) => {
    provider.behaviour.claims = change;
    const { to, browser } = await signIn();
    expect(to).toBe(`/?sign-in=${reason}`);
    expect(browser.jar.has('proviso.session_token')).toBe(false);
    expect(await server.accounts.find('x@example.org')).toBeNull();
  });

  it('is refused for a token with a forged signature, and for an answer without a token', async () => {
    provider.behaviour.forges = true;
    expect((await signIn()).to).toBe('/?sign-in=failed');
    provider.behavesAsUsual();
    provider.behaviour.withoutIdToken = true;
    expect((await signIn()).to).toBe('/?sign-in=failed');
  });

  it('is refused for an account whose owner has not proved the email, so that no one can prepare it for another', async () => {
    const now = new Date().toISOString();
    await server.dependencies.store.auth.create('user', {
      id: 'd'.repeat(24),
      email: 'prepared@example.org',
      name: '',
      emailVerified: false,
      createdAt: now,
      updatedAt: now,
    });
    provider.behaviour.claims = (claims) => ({ ...claims, email: 'prepared@example.org' });
    expect((await signIn()).to).toBe('/?sign-in=email_unverified');
    const { secret } = await server.accounts.createPasswordLink('d'.repeat(24), {
      kind: 'reset',
      validMs: 60_000,
    });
    await server.accounts.setPasswordByLink(secret, password);
    expect((await signIn()).to).toBe('/');
  });

  it('is refused for a disabled person', async () => {
    const { _id } = (await server.accounts.find('grace@example.org')) ?? { _id: '' };
    await server.accounts.setDisabled(_id, true);
    expect((await signIn()).to).toBe('/?sign-in=account_disabled');
    await server.accounts.setDisabled(_id, false);
    expect((await signIn()).to).toBe('/');
  });

  it('works once, in the browser that began it, and with its own state', async () => {
    const browser = browserOf(server);
    const path = await back(await begin(browser));
    const thief = browserOf(server);
    expect((await thief.open(path)).headers.get('location')).toBe('/?sign-in=failed');
    expect(thief.jar.size).toBe(0);
    const cookies = [...browser.jar];
    const [first, second] = [await browser.open(path), browserOf(server)];
    expect(first.headers.get('location')).toBe('/');
    for (const [name, value] of cookies) second.jar.set(name, value);
    expect((await second.open(path)).headers.get('location')).toBe('/?sign-in=failed');
    expect(second.jar.has('proviso.session_token')).toBe(false);

    const victim = browserOf(server);
    await begin(victim);
    const attacker = browserOf(server);
    const ofAttacker = await back(await begin(attacker));
    expect((await victim.open(ofAttacker)).headers.get('location')).toBe('/?sign-in=failed');
    for (const query of ['', '?code=x', '?state=x&code=y', '?error=access_denied']) {
      expect((await browserOf(server).open(`/sign-in/oidc${query}`)).headers.get('location')).toMatch(
        /^\/\?sign-in=failed$/,
      );
    }
  });

  it('is refused if the answer names another issuer, and says so if the person canceled', async () => {
    const mixedUp = browserOf(server);
    const path = await back(await begin(mixedUp));
    const other = path.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://evil.example')}`);
    expect((await mixedUp.open(other)).headers.get('location')).toBe('/?sign-in=failed');
    const canceled = browserOf(server);
    const state = (await begin(canceled)).searchParams.get('state');
    const answer = await canceled.open(`/sign-in/oidc?error=access_denied&state=${state}`);
    expect(answer.headers.get('location')).toBe('/?sign-in=canceled');
  });

  it('never redirects to another site, whatever the request or the provider names', async () => {
    const evil = encodeURIComponent('https://evil.example/');
    const browser = browserOf(server);
    await browser.call('account.startSingleSignOn', { callbackURL: 'https://evil.example/' });
    const path = await back(await begin(browser));
    for (const more of [
      `callbackURL=${evil}`,
      `errorCallbackURL=${evil}`,
      `redirect=${evil}`,
      `error=${evil}`,
    ]) {
      const { headers } = await browserOf(server).open(`${path}&${more}`);
      expect(headers.get('location')).toBe('/?sign-in=failed');
    }
    expect((await browser.open(`${path}&callbackURL=${evil}`)).headers.get('location')).toBe('/');
  });

  it('cannot be begun by a page of another site, nor on a service without a provider', async () => {
    const answer = await browserOf(server).call(
      'account.startSingleSignOn',
      {},
      { origin: 'https://evil.example' },
    );
    expect(problemIn(answer)).toEqual({ code: 'forbidden', status: 403 });
    const without = await server.beside({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
    const started = await without.request(null, 'POST', '/trpc/account.startSingleSignOn', { body: {} });
    expect(problemIn(started).status).toBe(404);
    expect((await without.request(null, 'GET', '/sign-in/oidc?state=x&code=y')).status).toBe(404);
    await without.stop();
  });

  it('creates accounts for the domains that the operator names, refuses others, and works once the provider does', async () => {
    provider.behaviour.discovery = (document) => ({ ...document, issuer: 'https://evil.example' });
    const beside = await server.beside({ OIDC_EMAIL_DOMAINS: 'corp.example' });
    const anonymous: TestServer['anonymous'] = (...request) => beside.request(null, ...request);
    const of = async (email: string, name: string) => {
      provider.behaviour.claims = (claims) => ({ ...claims, email, name });
      const browser = browserOf({ anonymous });
      return (await browser.open(await back(await begin(browser)))).headers.get('location');
    };
    const early = await browserOf({ anonymous }).call('account.startSingleSignOn');
    expect(problemIn(early)).toEqual({ code: 'identity_provider_unavailable', status: 503 });
    provider.behavesAsUsual();
    expect(await of('grace@example.org', '')).toBe('/?sign-in=no_account');
    expect(await of('eve@corp.example.evil.example', '')).toBe('/?sign-in=no_account');
    expect(await of('alan@Corp.example', 'Alan\nTuring')).toBe('/');
    expect(await server.accounts.find('alan@corp.example')).toMatchObject({ name: 'Alan Turing' });
    await beside.stop();
  });
});

describe('an installation without an account', () => {
  it('does not make the first person from the provider its administrator', async () => {
    const empty = await startTestServer({ ...provider.settings, OIDC_EMAIL_DOMAINS: 'example.org' });
    const { auth } = empty.dependencies.store;
    await auth.delete(
      'user',
      (await auth.find('user', null)).map(({ id }) => String(id)),
    );
    const browser = browserOf(empty);
    const ended = await browser.open(await back(await begin(browser)));
    expect(ended.headers.get('location')).toMatch(/^\/\?sign-in=/);
    expect(await auth.count('user')).toBe(0);
    await empty.stop();
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../../../src/api/router.ts';
import { startMailServer } from '../../../support/notify/mail-server.ts';
import { startTestServer } from '../../../support/server.ts';
import { browserOf, dataOf, password, problemIn } from '../../../support/sessions.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15';

const mail = await startMailServer();
const server = await startTestServer({
  SMTP_URL: mail.url,
  LIMIT_SIGN_INS_PER_HOUR: '1000',
});
/** A second server, which sends no mail and which browsers reach over https. */
const withoutMail = await server.beside({ PUBLIC_URL: 'https://proviso.example.org', SMTP_URL: '' });
await server.accounts.add({ email: 'ada@example.org', password, name: 'Ada' });
await server.accounts.add({ email: 'eve@example.org', password, name: 'Eve' });
afterAll(async () => {
  await withoutMail.stop();
  await server.stop();
  await mail.close();
});

async function signedIn(email: string, userAgent?: string) {
  const browser = browserOf(server, userAgent);
  expect((await browser.call('account.signIn', { email, password })).status).toBe(200);
  return browser;
}

/** The newest link that was mailed, once there are `count` mails in total to this address. */
async function mailedSecret(to: string, count: number): Promise<string> {
  const mails = () => mail.mails.filter((one) => one.to.includes(to));
  await expect.poll(() => mails().length).toBe(count);
  const raw = (mails().at(-1)?.raw ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
  return /set-password#([\w.-]+)/.exec(raw)?.[1] ?? '';
}

describe('the sessions of a person', () => {
  it('are listed with the browser, and end one by one or all but this one', async () => {
    const first = await signedIn('ada@example.org', mac);
    const second = await signedIn('ada@example.org');
    const third = await signedIn('ada@example.org');
    const listed = dataOf(await first.read('account.sessions'));
    expect(listed).toHaveLength(3);
    expect(listed).toContainEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      userAgent: mac,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      current: true,
    });
    expect(JSON.stringify(listed)).not.toContain([...first.jar.values()][0]?.split('.')[0]);
    const [own] = Object.values(dataOf(await second.read('account.sessions')) ?? []).filter(
      ({ current }) => current,
    );
    expect((await first.call('account.endSession', { id: own._id })).status).toBe(200);
    expect((await second.read('tokens.list')).status).toBe(401);
    expect((await third.read('tokens.list')).status).toBe(200);
    expect(dataOf(await first.call('account.endOtherSessions'))).toEqual({ ended: 1 });
    expect((await third.read('tokens.list')).status).toBe(401);
    expect((await first.read('tokens.list')).status).toBe(200);
  });

  it('are renewed in the browser when they are used, and are not listed once they expired', async () => {
    const browser = await signedIn('ada@example.org');
    const [session] = (await server.accounts.sessions(await idOf('ada@example.org'))).slice(0, 1);
    const inAnHour = new Date(Date.now() + 60 * 60 * 1000).toISOString();
    await server.dependencies.store.auth.update('session', session?._id ?? '', { expiresAt: inAnHour });
    const used = await browser.read('account.me');
    expect(used.headers.getSetCookie().join()).toMatch(/proviso\.session_token=[^;]+; Max-Age=604800/);
    await server.dependencies.store.auth.update('session', session?._id ?? '', {
      expiresAt: '2020-01-01T00:00:00.000Z',
    });
    const listed = await server.accounts.sessions(await idOf('ada@example.org'));
    expect(listed.map(({ _id }) => _id)).not.toContain(session?._id);
    expect((await browser.read('tokens.list')).status).toBe(401);
  });

  it('have a new secret after each sign-in, whatever cookie the browser had before', async () => {
    const browser = browserOf(server);
    browser.jar.set('proviso.session_token', 'chosen-by-an-attacker.c2lnbmF0dXJl');
    await browser.call('account.signIn', { email: 'ada@example.org', password });
    const signedInWith = browser.jar.get('proviso.session_token');
    expect(signedInWith).not.toContain('chosen-by-an-attacker');
    await browser.call('account.signIn', { email: 'ada@example.org', password });
    expect(browser.jar.get('proviso.session_token')).not.toBe(signedInWith);
  });

  it('are in a cookie that scripts, other sites and, over https, plain connections never get', async () => {
    const [plain = ''] = (
      await browserOf(server).call('account.signIn', { email: 'ada@example.org', password })
    ).headers.getSetCookie();
    expect(plain).toMatch(/; HttpOnly/);
    expect(plain).toMatch(/; SameSite=Lax/);
    expect(plain).toMatch(/; Path=\//);
    expect(plain).not.toMatch(/domain=/i);
    const secure = await fetch(`${withoutMail.address}/trpc/account.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password }),
    });
    expect(secure.headers.getSetCookie().join()).toMatch(/^__Secure-proviso\.session_token=.*; Secure/);
  });

  it('end on the server at sign-out, so that a copied cookie is worth nothing', async () => {
    const browser = await signedIn('ada@example.org');
    const copy = browserOf(server);
    for (const [name, value] of browser.jar) copy.jar.set(name, value);
    expect((await copy.read('tokens.list')).status).toBe(200);
    await browser.call('account.signOut');
    expect((await copy.read('tokens.list')).status).toBe(401);
    expect(dataOf(await copy.read('account.me'))).toMatchObject({ user: null });
  });
});

async function idOf(email: string): Promise<string> {
  return (await server.accounts.find(email))?._id ?? '';
}

describe('a page from another site', () => {
  const changing = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) =>
    Reflect.get(Object(Reflect.get(procedure, '_def')), 'type') === 'mutation' ? [name] : [],
  );

  it('cannot make any call that changes something, with or without a session', async () => {
    expect(changing.length).toBeGreaterThan(25);
    const browser = await signedIn('eve@example.org');
    const answers: [string, object][] = [];
    for (const procedure of changing) {
      for (const more of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        answers.push([procedure, problemIn(await browser.call(procedure, {}, more))]);
      }
    }
    expect(answers).toEqual(answers.map(([name]) => [name, { code: 'forbidden', status: 403 }]));
    const visitor = browserOf(server);
    for (const procedure of ['signIn', 'signUp', 'signOut', 'requestPasswordReset', 'setPasswordByLink']) {
      const answer = await visitor.call(`account.${procedure}`, {}, { origin: 'https://evil.example' });
      expect([procedure, problemIn(answer).code]).toEqual([procedure, 'forbidden']);
    }
  });

  it('cannot put a page of the dashboard into a frame', async () => {
    for (const path of ['/', '/account', '/people', '/audit', '/set-password']) {
      const { status, headers } = await server.anonymous('GET', path);
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });
});

describe('a person', () => {
  it('can change the own name, on one line', async () => {
    const browser = await signedIn('eve@example.org');
    expect(dataOf(await browser.call('account.rename', { name: ' Eve Q. ' }))).toMatchObject({
      name: 'Eve Q.',
    });
    expect(dataOf(await browser.read('account.me'))).toMatchObject({ user: { name: 'Eve Q.' } });
    expect(problemIn(await browser.call('account.rename', { name: 'Eve\nBcc: x' })).code).toBe(
      'validation_failed',
    );
  });
});

describe('a forgotten password', () => {
  it('is replaced once by a mailed link, which ends every session', async () => {
    const old = await signedIn('ada@example.org');
    await browserOf(server).call('account.requestPasswordReset', { email: 'ADA@example.org' });
    const secret = await mailedSecret('ada@example.org', 1);
    const visitor = browserOf(server);
    const short = await visitor.call('account.setPasswordByLink', { secret, password: 'short' });
    expect(problemIn(short).code).toBe('validation_failed');
    const tries = await Promise.allSettled(
      ['one', 'two', 'three'].map((which) =>
        server.accounts.setPasswordByLink(secret, `engine number ${which}`),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await old.read('tokens.list')).status).toBe(401);
    await server.accounts.setPassword({ email: 'ada@example.org', password });
    const again = await visitor.call('account.setPasswordByLink', { secret, password: 'engine number six' });
    expect(problemIn(again)).toEqual({ code: 'link_invalid', status: 400 });
  });

  it('cannot be replaced by a link that has expired, was replaced by a newer one, or was changed', async () => {
    const visitor = browserOf(server);
    const user = await idOf('eve@example.org');
    const expired = await server.accounts.createPasswordLink(user, { kind: 'reset', validMs: -1 });
    const late = { secret: expired.secret, password: 'stolen password' };
    expect(problemIn(await visitor.call('account.setPasswordByLink', late)).code).toBe('link_invalid');
    const replaced = await server.accounts.createPasswordLink(user, { kind: 'reset', validMs: 60_000 });
    const valid = await server.accounts.createPasswordLink(user, { kind: 'reset', validMs: 60_000 });
    const ofAda = `${await idOf('ada@example.org')}${valid.secret.slice(24)}`;
    const changed = `${valid.secret.slice(0, -1)}${valid.secret.endsWith('A') ? 'B' : 'A'}`;
    for (const secret of [replaced.secret, ofAda, changed, '', 'x']) {
      const answer = await visitor.call('account.setPasswordByLink', { secret, password: 'stolen password' });
      expect(problemIn(answer)).toEqual({ code: 'link_invalid', status: 400 });
    }
    await signedIn('eve@example.org');
    const stored = await server.dependencies.store.auth.find('verification', null);
    expect(JSON.stringify(stored)).not.toContain(valid.secret.slice(25));
  });

  it('says nothing about who has an account, and sends no person more than three mails in an hour', async () => {
    const visitor = browserOf(server);
    const ask = (email: string) => visitor.call('account.requestPasswordReset', { email });
    const [known, unknown] = [await ask('eve@example.org'), await ask('unknown@example.org')];
    expect(known.text).toBe(unknown.text);
    expect(known.status).toBe(200);
    for (const _ of [1, 2, 3, 4]) await ask('eve@example.org');
    await server.passwordResets.close();
    expect(mail.mails.filter(({ to }) => to.includes('eve@example.org'))).toHaveLength(3);
    expect(mail.mails.filter(({ to }) => to.includes('unknown@example.org'))).toEqual([]);
  });

  it('is set by the operator if the service sends no mail, and the answer says so', async () => {
    const ask = () =>
      withoutMail.request(null, 'POST', '/trpc/account.requestPasswordReset', {
        body: { email: 'eve@example.org' },
      });
    const refused = await ask();
    expect(problemIn(refused)).toEqual({ code: 'mail_not_set_up', status: 409 });
    expect(refused.text).toContain('proviso user passwd');
  });

  it('cannot be guessed: requests for links count as password attempts', async () => {
    const beside = await server.beside({ LIMIT_SIGN_INS_PER_HOUR: '1' });
    const answer = await beside.request(null, 'POST', '/trpc/account.setPasswordByLink', {
      body: { secret: 'x', password: 'stolen password' },
    });
    expect(problemIn(answer).code).toBe('rate_limited');
    await beside.stop();
  });
});

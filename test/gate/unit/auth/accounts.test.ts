import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccounts } from '../../../../src/auth/accounts.ts';
import type { Accounts, Cookies } from '../../../../src/auth/port.ts';
import { installationSecret } from '../../../../src/auth/secret.ts';
import type { AccountMail } from '../../../../src/notify/port.ts';
import { passwordResets } from '../../../../src/services/people/password-resets.ts';
import type { Store } from '../../../../src/store/port.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/store.ts';
import { aToken } from '../../../support/records.ts';
import { silentLog } from '../../../support/service.ts';

const ada = { email: 'Ada@Example.org', password: 'engine number one', name: 'Ada' };

let folder = '';
let store: Store;
let accounts: Accounts;

const accountsOf = (signUp: 'first' | 'open' | 'closed') =>
  createAccounts(store, {
    signUp,
    sessionDays: 7,
    secret: 'for tests only, and long enough for it',
    publicUrl: 'http://localhost:3000',
  });

const header = (cookies: Cookies) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proviso-accounts-'));
  store = openSqliteStore(folder);
  accounts = accountsOf('first');
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('accounts', () => {
  it('have an id of 24 hex characters and an email in lower case', async () => {
    const { user } = await accounts.signUp(ada);
    expect(user).toMatchObject({ _id: expect.stringMatching(/^[0-9a-f]{24}$/), email: 'ada@example.org' });
  });

  it('can only be created by the first visitor, even if many sign up at once', async () => {
    expect(await accounts.signUpState()).toEqual({ open: true, first: true, invited: true });
    const visitors = ['a', 'b', 'c', 'd'].map((name) =>
      accounts.signUp({ ...ada, email: `${name}@example.org`, name }),
    );
    const settled = await Promise.allSettled(visitors);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual(
      Array(3).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'sign_up_closed' }) }),
    );
    expect(await accounts.signUpState()).toEqual({ open: false, first: false, invited: true });
  });

  it('can be created by all visitors or by none, also if they are invited, if the operator chooses so', async () => {
    await accounts.signUp(ada);
    await accountsOf('open').signUp({ ...ada, email: 'b@example.org' });
    for (const isInvited of [false, true]) {
      const made = accountsOf('closed').signUp({ ...ada, email: 'c@example.org' }, '', isInvited);
      await expect(made).rejects.toMatchObject({ code: 'sign_up_closed' });
    }
  });

  it('get no mail for a new password while they are disabled', async () => {
    const { user } = await accounts.signUp(ada);
    const send = vi.fn<AccountMail['send']>(async () => ({ outcome: 'delivered', detail: '' }));
    const counter = { count: async () => ({ used: 1, endsInMs: 1 }), close: async () => {} };
    const parts = { accounts, mail: { send, close() {} }, publicUrl: 'http://a', counter, log: silentLog };
    const resets = passwordResets(parts);
    for (const isDisabled of [true, false]) {
      await accounts.setDisabled(user._id, isDisabled);
      resets.request(ada.email);
      await resets.close();
      expect(send.mock.calls.map(([{ to }]) => to)).toEqual(isDisabled ? [] : [user.email]);
    }
  });

  it('are recognised by a session cookie until the sign-out', async () => {
    const { user, cookies } = await accounts.signUp(ada);
    expect(await accounts.session(header(cookies))).toMatchObject({ user });
    await accounts.signOut(header(cookies));
    expect(await accounts.session(header(cookies))).toBeNull();
  });

  it('are not accessible with a session cookie whose signature was changed', async () => {
    const { cookies } = await accounts.signUp(ada);
    const changed = header(cookies).replace(/\.[^.]{6}([^.]*)$/, '.AAAAAA$1');
    expect(changed).not.toBe(header(cookies));
    expect(await accounts.session(changed)).toBeNull();
  });

  it('have session cookies that scripts and other sites cannot use', async () => {
    const { cookies } = await accounts.signUp(ada);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  });

  it('cause the same error for an unknown email address and for a wrong password', async () => {
    await accounts.signUp(ada);
    const wrong = { code: 'wrong_credentials', message: 'the email or the password is wrong' };
    await expect(accounts.signIn({ ...ada, password: 'engine number two' })).rejects.toMatchObject(wrong);
    await expect(accounts.signIn({ ...ada, email: 'b@example.org' })).rejects.toMatchObject(wrong);
  });

  it('cannot be created twice for the same email address, whatever its case', async () => {
    await accounts.signUp(ada);
    const again = { ...ada, email: 'ADA@example.ORG' };
    await expect(accountsOf('open').signUp(again)).rejects.toMatchObject({ code: 'email_taken' });
    await expect(accounts.add(again)).rejects.toMatchObject({ code: 'email_taken' });
  });

  it('cause errors that name the invalid field', async () => {
    await expect(accounts.signUp({ ...ada, password: 'short' })).rejects.toMatchObject({
      errors: [{ path: 'password' }],
    });
    await expect(accounts.add({ ...ada, password: 'short' })).rejects.toMatchObject({
      errors: [{ path: 'password' }],
    });
    await expect(accounts.add({ ...ada, email: 'nobody' })).rejects.toMatchObject({
      errors: [{ path: 'email' }],
    });
  });

  it('lose all earlier sessions if the password is changed, which starts a new session', async () => {
    const first = await accounts.signUp(ada);
    const second = await accounts.signIn(ada);
    const change = { current: ada.password, next: 'engine number two' };
    const cookies = await accounts.changePassword(header(second.cookies), change);
    expect(await accounts.session(header(first.cookies))).toBeNull();
    expect(await accounts.session(header(second.cookies))).toBeNull();
    expect(await accounts.session(header(cookies))).toMatchObject({ user: { email: 'ada@example.org' } });
    await expect(accounts.signIn(ada)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await accounts.signIn({ ...ada, password: change.next });
  });

  it('keep their password if a change does not contain the current one', async () => {
    const { cookies } = await accounts.signUp(ada);
    const change = { current: 'engine number nine', next: 'engine number two' };
    await expect(accounts.changePassword(header(cookies), change)).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    await expect(accounts.changePassword('proviso.session_token=x', change)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('can be created by the operator, who can also set a new password, which ends all sessions', async () => {
    const user = await accountsOf('closed').add(ada);
    expect(await accounts.find('ADA@example.org')).toEqual(user);
    const { cookies } = await accounts.signIn(ada);
    await accounts.setPassword({ email: ada.email, password: 'engine number two' });
    expect(await accounts.session(header(cookies))).toBeNull();
    await accounts.signIn({ ...ada, password: 'engine number two' });
    await expect(accounts.setPassword({ ...ada, email: 'x@example.org' })).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });

  it('have one valid link for a new password: the latest one', async () => {
    const { user } = await accounts.signUp(ada);
    const [earlier, latest] = [
      await accounts.createPasswordLink(user._id, { kind: 'reset', validMs: 60_000 }),
      await accounts.createPasswordLink(user._id, { kind: 'reset', validMs: 60_000 }),
    ];
    await expect(accounts.setPasswordByLink(earlier.secret, 'engine number two')).rejects.toMatchObject({
      code: 'link_invalid',
    });
    expect(await accounts.setPasswordByLink(latest.secret, 'engine number two')).toMatchObject({
      _id: user._id,
    });
  });

  it('lose the tokens that were made before the owner of the email proved it, and keep those made after', async () => {
    await accounts.signUp(ada);
    const open = accountsOf('open');
    const { user } = await open.signUp({ ...ada, email: 'grace@example.org' });
    const made = (name: string) => store.tokens.insert(aToken({ userId: user._id, name }));
    const valid = async () =>
      (await store.tokens.list(user._id)).filter((token) => token.revokedAt === null).map(({ name }) => name);
    const byLink = async (password: string) => {
      const { secret } = await open.createPasswordLink(user._id, { kind: 'reset', validMs: 60_000 });
      await open.setPasswordByLink(secret, password);
    };
    await made('planted');
    await byLink('engine number two');
    expect(await valid()).toEqual([]);
    await made('own');
    await byLink('engine number three');
    expect(await valid()).toEqual(['own']);
  });

  it('stay invited if a stranger asks for a new password, and the first link that is used ends the other', async () => {
    const { _id } = await accounts.invite({ email: 'grace@example.org', name: '' });
    const invitation = await accounts.createPasswordLink(_id, { kind: 'invitation', validMs: 60_000 });
    const reset = await accounts.createPasswordLink(_id, { kind: 'reset', validMs: 60_000 });
    expect(await accounts.setPasswordByLink(invitation.secret, 'engine number two')).toMatchObject({ _id });
    await expect(accounts.setPasswordByLink(reset.secret, 'engine number three')).rejects.toMatchObject({
      code: 'link_invalid',
    });
  });

  it('have no readable password in the data folder', async () => {
    await accounts.signUp(ada);
    for (const name of await readdir(folder)) {
      expect(await readFile(join(folder, name), 'latin1')).not.toContain(ada.password);
    }
  });
});

describe('the secret of an installation', () => {
  it('is the secret in the settings, if they contain one', async () => {
    expect(await installationSecret(folder, 'set by the operator')).toBe('set by the operator');
  });

  it('is created only once if several processes start together, and is readable only by the owner of the folder', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => installationSecret(folder, null)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toHaveLength(43);
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.startsWith('secret.'))).toEqual([]);
  });
});

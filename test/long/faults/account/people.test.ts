import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../../../support/notify/mail-server.ts';
import { ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { browserOf, dataOf, password, problemIn } from '../../../support/sessions.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
let administrator: ReturnType<typeof browserOf>;
beforeAll(async () => {
  mail = await startMailServer((recipient) => (recipient === 'gone@example.org' ? 550 : null));
  server = await startTestServer({
    SMTP_URL: mail.url,
    LIMIT_SIGN_INS_PER_HOUR: '1000',
    KEEP_RUNS_DAYS: '45',
  });
  await server.accounts.setPassword({ email: server.admin.email, password });
  administrator = browserOf(server);
  await administrator.call('account.signIn', { email: server.admin.email, password });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

const secretIn = (text: string) => /set-password#([\w.-]+)/.exec(text)?.[1] ?? '';

async function setPassword(secret: string): Promise<number> {
  return (await browserOf(server).call('account.setPasswordByLink', { secret, password })).status;
}

describe('the administrator', () => {
  it('is the person with the first account', async () => {
    expect(dataOf(await administrator.read('account.me'))).toMatchObject({ user: { isAdministrator: true } });
    await server.accounts.setPassword({ email: server.owner.email, password });
    const other = browserOf(server);
    await other.call('account.signIn', { email: server.owner.email, password });
    expect(dataOf(await other.read('account.me'))).toMatchObject({ user: { isAdministrator: false } });
    expect(problemIn(await other.read('people.list'))).toEqual({ code: 'forbidden', status: 403 });
  });

  it('cannot manage people with a token, nor over the documented API', async () => {
    const { admin } = server;
    const listed = await admin.request('GET', '/trpc/people.list');
    expect(problemIn(listed)).toEqual({ code: 'forbidden', status: 403 });
    for (const path of ['/v1/people', '/v1/people/list', '/v1/users', '/v1/account/sessions']) {
      expect((await admin.request('GET', path)).status).toBe(404);
    }
  });

  it('invites a person by mail: the link sets the first password, once', async () => {
    const invited = await administrator.call('people.invite', { email: 'Grace@Example.org', name: 'Grace' });
    expect(dataOf(invited)).toMatchObject({
      person: { email: 'grace@example.org', invited: true, disabledAt: null },
      invitation: { sent: true, link: null, problem: null },
    });
    const early = await browserOf(server).call('account.signIn', { email: 'grace@example.org', password });
    expect(problemIn(early).code).toBe('wrong_credentials');
    const [raw = ''] = mail.mails.filter(({ to }) => to.includes('grace@example.org')).map((one) => one.raw);
    const secret = secretIn(raw.replace(/=\r\n/g, ''));
    expect(await setPassword(secret)).toBe(200);
    expect(await setPassword(secret)).toBe(400);
    const taken = await administrator.call('people.invite', { email: 'grace@example.org' });
    expect(problemIn(taken).code).toBe('email_taken');
    const { _id } = (await server.accounts.find('grace@example.org')) ?? { _id: '' };
    const again = await administrator.call('people.inviteAgain', { id: _id });
    expect(problemIn(again)).toEqual({ code: 'forbidden', status: 403 });
  });

  it('gets the link itself, once, if no mail can be sent', async () => {
    const refused = await administrator.call('people.invite', { email: 'gone@example.org' });
    expect(dataOf(refused)).toMatchObject({
      invitation: { sent: false, problem: 'The mail server rejected the recipient: 550' },
    });
    const { _id } = (await server.accounts.find('gone@example.org')) ?? { _id: '' };
    const again = await administrator.call('people.inviteAgain', { id: _id });
    expect(await setPassword(secretIn(refused.text))).toBe(400);
    expect(await setPassword(secretIn(again.text))).toBe(200);
    expect((await administrator.read('people.list')).text).not.toContain('set-password');
  });

  it('disables a person on every server at once: sessions, tokens, tickets, streams, links', async () => {
    const { owner } = server;
    const records = await ownedRecordsOf(server, owner.actor);
    const beside = await server.beside();
    const person = browserOf(server);
    await server.accounts.setPassword({ email: owner.email, password });
    await person.call('account.signIn', { email: owner.email, password });
    const { ticket } = await server.services.events.ticket(owner.actor, records.projectId);
    const events = `/v1/projects/${records.projectId}/events`;
    const stream = await fetch(`${beside.address}${events}`, { headers: { 'api-token': owner.token } });
    const link = await server.accounts.createPasswordLink(owner.actor.userId, {
      kind: 'reset',
      validMs: 60_000,
    });
    expect((await beside.request(owner, 'GET', '/v1/politics')).status).toBe(200);

    const { userId: id } = owner.actor;
    // A session that began while the person was being disabled is refused too.
    await server.dependencies.store.auth.update('user', id, { disabledAt: new Date().toISOString() });
    expect((await person.read('tokens.list')).status).toBe(401);
    await server.dependencies.store.auth.update('user', id, { disabledAt: null });
    expect((await person.read('tokens.list')).status).toBe(200);
    const disabled = await administrator.call('people.setDisabled', { id, disabled: true });
    expect(dataOf(disabled)).toMatchObject({ disabledAt: expect.any(String) });
    expect((await beside.request(owner, 'GET', '/v1/politics')).status).toBe(401);
    expect((await owner.request('GET', '/v1/politics')).status).toBe(401);
    expect((await person.read('tokens.list')).status).toBe(401);
    expect((await beside.request(null, 'GET', `${events}?ticket=${ticket}`)).status).toBe(401);
    expect(await stream.text()).toContain('event: progress');
    expect(await setPassword(link.secret)).toBe(400);
    const signIn = (word: string) =>
      browserOf(server).call('account.signIn', { email: owner.email, password: word });
    expect(problemIn(await signIn(password))).toEqual({ code: 'account_disabled', status: 403 });
    expect(problemIn(await signIn('wrong password')).code).toBe('wrong_credentials');
    await browserOf(server).call('account.requestPasswordReset', { email: owner.email });
    await server.passwordResets.close();
    expect(mail.mails.filter(({ to }) => to.includes(owner.email))).toEqual([]);

    await administrator.call('people.setDisabled', { id, disabled: false });
    expect((await beside.request(owner, 'GET', '/v1/politics')).status).toBe(200);
    expect((await person.read('tokens.list')).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
    await beside.stop();
  });

  it('cannot disable the own account, and learns when there is no such person', async () => {
    const own = { id: server.admin.actor.userId, disabled: true };
    expect(problemIn(await administrator.call('people.setDisabled', own)).code).toBe('forbidden');
    for (const [procedure, input] of [
      ['people.setDisabled', { id: 'f'.repeat(24), disabled: true }],
      ['people.inviteAgain', { id: 'f'.repeat(24) }],
    ] as const) {
      expect(problemIn(await administrator.call(procedure, input)).code).toBe('user_not_found');
    }
  });

  it('sees what each person uses, the limits and how long records are kept', async () => {
    const before = dataOf(await administrator.read('people.usage', { id: server.stranger.actor.userId }));
    const month = {
      month: expect.stringMatching(/^\d{4}-\d\d$/),
      resetsAt: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
      caps: { tokens: null, cost: null },
      spent: { tokens: 0, cost: 0 },
    };
    expect(before).toEqual({ runs: 0, pages: 0, modelTokens: 0, storedBytes: 0, month });
    await ownedRecordsOf(server, server.stranger.actor);
    const after = dataOf(await administrator.read('people.usage', { id: server.stranger.actor.userId }));
    expect(after).toMatchObject({ runs: 1, storedBytes: expect.any(Number) });
    expect(Reflect.get(Object(after), 'storedBytes')).toBeGreaterThan(0);
    expect(dataOf(await administrator.read('people.rules'))).toMatchObject({
      quotas: { projects: 10_000 },
      retention: { runsDays: 45, textsDays: 30 },
    });
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { unchangedOwn, withMember } from '../../../src/domain/workspaces/workspace.ts';
import { ownedRecordsOf } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';
import { browserOf, dataOf, password, problemIn } from '../../support/sessions.ts';

const server = await startTestServer({ LIMIT_SIGN_INS_PER_HOUR: '1000' });
await server.accounts.setPassword({ email: server.admin.email, password });
const administrator = browserOf(server);
await administrator.call('account.signIn', { email: server.admin.email, password });
afterAll(() => server.stop());

/** A person who is signed in, with one record of each kind and a file that no record uses. */
async function personWith(email: string) {
  const { services, accounts } = server;
  const { _id } = await accounts.add({ email, password, name: '' });
  const actor = unrestricted(_id);
  const browser = browserOf(server);
  await browser.call('account.signIn', { email, password });
  const records = await ownedRecordsOf(server, actor);
  const { secret } = await services.tokens.create(actor, { name: 'n' });
  const body = (async function* () {
    yield Buffer.from('not used');
  })();
  const unused = await services.uploads.put(actor, { name: 'unused.txt', body });
  return { actor, email, browser, records, secret, files: [records.fileUrl, unused.url] };
}
type PersonWith = Awaited<ReturnType<typeof personWith>>;

const statusOf = async (path: string, headers = {}) =>
  (await server.anonymous('GET', path, { headers })).status;
const fileStatuses = ({ files }: PersonWith) =>
  Promise.all(files.map((url) => statusOf(new URL(url).pathname)));

async function expectShutOut({ browser, secret, email, actor, records }: PersonWith, ticket: string) {
  expect(await statusOf('/v1/politics', { 'api-token': secret })).toBe(401);
  expect((await browser.read('tokens.list')).status).toBe(401);
  expect(await statusOf(`/v1/projects/${records.projectId}/events?ticket=${ticket}`)).toBe(401);
  const again = await browserOf(server).call('account.signIn', { email, password });
  expect(problemIn(again).code).toBe('wrong_credentials');
  expect(await server.accounts.find(email)).toBeNull();
  expect(await server.dependencies.store.tokens.list(actor.userId)).toEqual([]);
}

async function ticketOf({ actor, records }: PersonWith): Promise<string> {
  return (await server.services.events.ticket(actor, records.projectId)).ticket;
}

/** What the log of a workspace says about a record. */
async function logged(workspaceId: string, id: string) {
  const { entries } = await server.services.audit.list(unrestricted(workspaceId), { pageSize: 20 });
  return entries.filter(({ record }) => record?.id === id).map(({ action, outcome }) => [action, outcome]);
}

describe('an account', () => {
  it('is deleted by its owner with everything it has, and the owner stays named where others work', async () => {
    const { dependencies, services } = server;
    const ada = await personWith('ada@example.org');
    const { _id: ownerId } = (await server.accounts.find(server.owner.email)) ?? { _id: '' };
    const shared = { ...unrestricted(ownerId) };
    const { projectId, runId } = await ownedRecordsOf(server, shared);
    const since = new Date().toISOString();
    await dependencies.store.workspaces.insert(
      withMember(unchangedOwn(ownerId), { userId: ada.actor.userId, role: 'reviewer', since }),
    );
    const there: Actor = { ...ada.actor, workspaceId: ownerId, role: 'reviewer' };
    await services.signOffs.sign(there, projectId, runId, { by: ada.email });
    const ticket = await ticketOf(ada);

    const { userId: id } = ada.actor;
    expect(dataOf(await ada.browser.read('people.belongings', { id }))).toEqual({
      ...{ politics: 1, projects: 1, runs: 1, tokens: 2, files: 2, storedBytes: 30, refused: null },
    });
    const wrong = await ada.browser.call('people.remove', { id, heir: null, proof: 'wrong password' });
    expect(problemIn(wrong).code).toBe('wrong_credentials');
    expect(await fileStatuses(ada)).toEqual([200, 200]);
    expect((await ada.browser.call('people.remove', { id, heir: null, proof: password })).status).toBe(200);

    await expectShutOut(ada, ticket);
    expect(ada.browser.jar.size).toBe(0);
    expect(await fileStatuses(ada)).toEqual([404, 404]);
    expect(await dependencies.store.projects.get(id, ada.records.projectId)).toBeNull();
    const { signOff } = await services.signOffs.get(shared, projectId, runId);
    expect(signOff?.by).toBe(ada.email);
    expect(await logged(server.admin.actor.userId, id)).toEqual([['people.remove', 'done']]);
    expect(await logged(ownerId, id)).toEqual([['workspaces.removeMember', 'done']]);
  });

  it('is deleted by the administrator, who hands its records and files to another person', async () => {
    const bob = await personWith('bob@example.org');
    const ticket = await ticketOf(bob);
    const { userId: heir } = server.stranger.actor;
    const { userId: id } = bob.actor;
    const refused = await administrator.call('people.remove', { id, heir: id });
    expect(problemIn(refused).code).toBe('validation_failed');
    expect((await administrator.call('people.remove', { id, heir })).status).toBe(200);

    await expectShutOut(bob, ticket);
    expect(await fileStatuses(bob)).toEqual([200, 200]);
    const there = { ...unrestricted(heir), workspaceId: id };
    expect(await server.services.projects.get(there, bob.records.projectId)).toBeDefined();
    expect(await server.services.workspaces.list(unrestricted(heir))).toContainEqual(
      expect.objectContaining({ _id: id, name: bob.email, role: 'admin', isOwn: false, members: 1 }),
    );
    expect(await logged(server.admin.actor.userId, id)).toEqual([['people.remove', 'done']]);
  });

  it('is deleted by the administrator with its records', async () => {
    const eve = await personWith('eve@example.org');
    const ticket = await ticketOf(eve);
    const removed = await administrator.call('people.remove', { id: eve.actor.userId, heir: null });
    expect(removed.status).toBe(200);
    await expectShutOut(eve, ticket);
    expect(await fileStatuses(eve)).toEqual([404, 404]);
  });

  it('is not deleted, nor disabled, if it is that of the administrator, or the only admin of others', async () => {
    const input = { id: server.admin.actor.userId, heir: null, proof: password };
    expect(problemIn(await administrator.call('people.remove', input)).code).toBe('forbidden');
    const kim = await personWith('kim@example.org');
    const since = new Date().toISOString();
    const member = { userId: server.stranger.actor.userId, role: 'editor', since } as const;
    await server.dependencies.store.workspaces.insert(withMember(unchangedOwn(kim.actor.userId), member));
    const { userId: kims } = kim.actor;
    const why = dataOf(await kim.browser.read('people.belongings', { id: kims }));
    expect(why).toMatchObject({ refused: expect.stringContaining('the only admin of the workspace') });
    const refused = await kim.browser.call('people.remove', { id: kims, heir: null, proof: password });
    expect(problemIn(refused).code).toBe('last_admin');
    expect((await kim.browser.read('tokens.list')).status).toBe(200);
  });

  it('is deleted by nobody else, and shows nobody else what it has', async () => {
    const lee = await personWith('lee@example.org');
    const input = { id: server.owner.actor.userId, heir: null };
    expect(problemIn(await lee.browser.call('people.remove', input)).code).toBe('forbidden');
    const seen = await lee.browser.read('people.belongings', { id: input.id });
    expect(problemIn(seen).code).toBe('forbidden');
    const byToken = await server.anonymous('POST', '/trpc/people.remove', {
      ...{ body: { ...input, id: lee.actor.userId, proof: password }, headers: { 'api-token': lee.secret } },
    });
    expect(problemIn(byToken).code).toBe('forbidden');
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workspacePayer } from '../../../src/domain/budget.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import type { Role } from '../../../src/domain/workspaces/roles.ts';
import { mostWorkspaces, unchangedOwn, withMember } from '../../../src/domain/workspaces/workspace.ts';
import { removePerson } from '../../../src/services/people/remove-person.ts';
import { ownedRecordsOf, rules } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';
import { dataOf, password, problemIn, signedInAs } from '../../support/sessions.ts';

const workspace = z.object({ data: z.object({ _id: z.string(), role: z.string() }) });
const invitation = z.object({ data: z.object({ _id: z.string(), link: z.string() }) });
const inBuying = () => ({ workspace: buying });

const signedIn = (email: string) => signedInAs(server, email);

/** The person in the workspace, with this role. */
const inRole = (userId: string, role: Role): Actor => ({
  ...{ userId, workspaceId: buying, role, scopes: null, limit: null },
});

async function secretFor(email: string, role: string): Promise<string> {
  const answer = await ada.call('workspaces.invite', { id: buying, email, role }, inBuying());
  return invitation.parse(dataOf(answer)).data.link.split('#')[1] ?? '';
}

const server = await startTestServer();
const { who: ada, id: adaId } = await signedIn('ada@example.org');
const { who: bob, id: bobId } = await signedIn('bob@example.org');
const made = await ada.call('workspaces.create', { name: 'Buying' });
/** A workspace that Ada has created, and of which Bob becomes a member. */
const buying = workspace.parse(dataOf(made)).data._id;
afterAll(() => server.stop());

describe('a workspace', () => {
  it('does not exist for people who are not members', async () => {
    const refused = await bob.call('politics.list', {}, inBuying());
    expect(problemIn(refused)).toEqual({ code: 'workspace_not_found', status: 404 });
    const unknown = await bob.call('politics.list', {}, { workspace: 'f'.repeat(24) });
    expect(problemIn(unknown)).toEqual({ code: 'workspace_not_found', status: 404 });
  });

  it('has a name without spaces at its ends, and not a blank one', async () => {
    expect((await ada.call('workspaces.create', { name: '   ' })).status).toBe(400);
    expect((await ada.call('workspaces.rename', { id: buying, name: '  ' })).status).toBe(400);
    const renamed = await ada.call('workspaces.rename', { id: buying, name: ' Buying ' }, inBuying());
    expect(dataOf(renamed)).toMatchObject({ data: { name: 'Buying' } });
  });

  it('is joined once with an invitation, whose link is shown only to the admin who made it', async () => {
    const secret = await secretFor('Bob@example.org', 'viewer');
    const listed = await server.members.invitations(inRole(adaId, 'admin'), buying);
    expect(listed).toMatchObject([
      { email: 'bob@example.org', role: 'viewer', invitedBy: 'ada@example.org' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(secret.split('.')[1]);
    expect(JSON.stringify(await server.dependencies.store.workspaces.get(buying))).not.toContain(
      secret.split('.')[1],
    );
    const answers = await Promise.all([
      bob.call('workspaces.accept', { secret }),
      bob.call('workspaces.accept', { secret }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(problemIn(await ada.call('workspaces.accept', { secret })).code).toBe('link_invalid');
  });

  it('refuses an invitation that has expired, was withdrawn or was replaced', async () => {
    const { store } = server.dependencies;
    const replaced = await secretFor('carol@example.org', 'admin');
    const secret = await secretFor('carol@example.org', 'admin');
    expect(problemIn(await bob.call('workspaces.accept', { secret: replaced })).code).toBe('link_invalid');
    const expiresAt = new Date(Date.now() - 1).toISOString();
    await store.workspaces.update(buying, (one) => ({
      ...one,
      invitations: one.invitations.map((open) => ({ ...open, expiresAt })),
    }));
    expect(problemIn(await bob.call('workspaces.accept', { secret })).code).toBe('link_invalid');
    const withdrawn = await ada.call(
      'workspaces.invite',
      { id: buying, email: 'd@example.org', role: 'admin' },
      inBuying(),
    );
    const { _id: invitationId, link } = invitation.parse(dataOf(withdrawn)).data;
    await ada.call('workspaces.withdrawInvitation', { id: buying, invitationId }, inBuying());
    expect(problemIn(await bob.call('workspaces.accept', { secret: link.split('#')[1] })).code).toBe(
      'link_invalid',
    );
  });

  it('keeps an admin, and has the joins and role changes in its log once each', async () => {
    const alone = await ada.call('workspaces.leave', { id: buying }, inBuying());
    expect(problemIn(alone)).toEqual({ code: 'last_admin', status: 409 });
    const own = await ada.call('workspaces.setRole', { id: adaId, userId: adaId, role: 'viewer' });
    expect(problemIn(own)).toEqual({ code: 'last_admin', status: 409 });
    const entries = await server.dependencies.store.audit.walk(buying, 0, 100);
    const of = (action: string) => entries.filter((entry) => entry.action === action);
    expect(of('workspaces.create')).toMatchObject([{ origin: { userId: adaId }, record: { id: buying } }]);
    expect(of('workspaces.accept')).toMatchObject([{ origin: { userId: bobId }, record: { id: buying } }]);
  });

  it('has records of its own, which members see according to their role', async () => {
    const made = await ada.call('politics.create', { name: 'n', description: 'd', rules }, inBuying());
    const { data } = z
      .object({ data: z.object({ _id: z.string(), userId: z.string(), workspaceId: z.string() }) })
      .parse(dataOf(made));
    expect(data).toMatchObject({ userId: adaId, workspaceId: buying });
    expect((await bob.call('politics.update', { id: data._id, name: 'b' }, inBuying())).status).toBe(403);
    expect(problemIn(await bob.call('politics.update', { id: data._id, name: 'b' }, inBuying())).code).toBe(
      'role_missing',
    );
    expect(problemIn(await ada.call('politics.update', { id: data._id, name: 'b' })).code).toBe(
      'politics_not_found',
    );
  });

  it('is closed to a disabled member at once: for tokens and streams', async () => {
    const { accounts, services } = server;
    const { who, id: userId } = await signedIn('cyd@example.org');
    await who.call('workspaces.accept', { secret: await secretFor('cyd@example.org', 'editor') });
    const there = inRole(userId, 'editor');
    const politics = await services.politics.create(there, { name: 'n', description: 'd', rules });
    const project = await services.projects.create(there, {
      ...{ name: 'n', description: 'd', politicsId: politics._id },
    });
    const { secret } = await services.tokens.create(there, { name: 'of Cyd' });
    const stream = services.events.follow(there, project._id, {
      signal: new AbortController().signal,
      tokenId: null,
    });
    expect((await stream.next()).value).toMatchObject({ status: 'draft' });
    const listed = () => server.anonymous('GET', '/v1/politics', { headers: { 'api-token': secret } });
    expect((await listed()).status).toBe(200);
    await accounts.setDisabled(userId, true);
    expect((await listed()).status).toBe(401);
    await expect(stream.next()).rejects.toMatchObject({ code: 'unauthenticated' });
    await ada.call('workspaces.removeMember', { id: buying, userId }, inBuying());
  });

  it('has reviews and sign-offs in the names of their authors, and not in its log what members do with their accounts', async () => {
    const actor: Actor = { ...unrestricted(adaId), workspaceId: buying };
    const { projectId: id, runId, findingId } = await ownedRecordsOf(server, actor);
    const verdict = { label: 'CONFIRMED', reason: 'I have read it.' };
    const made = await ada.call('findings.review', { id, findingId, ...verdict }, inBuying());
    const by = 'ada@example.org';
    expect(dataOf(made)).toMatchObject({ data: { review: { by } } });
    const signed = await ada.call('runs.signOff', { id, runId }, inBuying());
    expect(dataOf(signed)).toMatchObject({ message: `signed off by ${by}`, data: { signOff: { by } } });
    const withdrawn = await ada.call('runs.withdrawSignOff', { id, runId }, inBuying());
    expect(dataOf(withdrawn)).toMatchObject({ data: { earlier: [{ by, ended: { how: 'withdrawn', by } }] } });
    await ada.call('account.rename', { name: 'Ada' }, inBuying());
    const { entries } = await server.services.audit.list(actor, { pageSize: 100 });
    const actions = entries.map(({ action }) => action);
    expect(actions).toContain('findings.review');
    expect(actions.filter((action) => action.startsWith('account.'))).toEqual([]);
  });

  it.each(['demoted', 'removed', 'disabled'])(
    'cannot be joined by the invitation of an admin who was %s meanwhile',
    async (end) => {
      const admin = await signedIn(`${end}@example.org`);
      const joined = await admin.who.call('workspaces.accept', {
        secret: await secretFor(`${end}@example.org`, 'admin'),
      });
      expect(joined.status).toBe(200);
      const invited = { id: buying, email: 'spare@example.org', role: 'admin' };
      const answer = await admin.who.call('workspaces.invite', invited, inBuying());
      const secret = invitation.parse(dataOf(answer)).data.link.split('#')[1] ?? '';
      const spare = await signedIn(`${end}.spare@example.org`);
      const member = { id: buying, userId: admin.id };
      if (end === 'demoted') await ada.call('workspaces.setRole', { ...member, role: 'viewer' }, inBuying());
      if (end === 'removed') await ada.call('workspaces.removeMember', member, inBuying());
      if (end === 'disabled') await server.accounts.setDisabled(admin.id, true);
      expect(problemIn(await spare.who.call('workspaces.accept', { secret })).code).toBe('link_invalid');
      if (end !== 'removed') await ada.call('workspaces.removeMember', member, inBuying());
    },
  );

  it('cannot be joined by a person who is a member of as many workspaces as possible', async () => {
    const { store } = server.dependencies;
    const { who, id: userId } = await signedIn('dan@example.org');
    const member = { userId, role: 'viewer', since: new Date().toISOString() } as const;
    for (let at = 0; at < mostWorkspaces; at += 1)
      await store.workspaces.insert(withMember(unchangedOwn(newObjectId()), member));
    const secret = await secretFor('dan@example.org', 'viewer');
    expect(problemIn(await who.call('workspaces.accept', { secret })).code).toBe('quota_exceeded');
  });

  it('is closed to a removed member at once: for sessions, tokens, tickets and streams', async () => {
    const { services } = server;
    const [bobThere, adaThere] = [inRole(bobId, 'editor'), inRole(adaId, 'admin')];
    await ada.call('workspaces.setRole', { id: buying, userId: bobId, role: 'editor' }, inBuying());
    const politics = await services.politics.create(bobThere, { name: 'n', description: 'd', rules });
    const politicsId = politics._id;
    const project = await services.projects.create(bobThere, { name: 'n', description: 'd', politicsId });
    const { secret } = await services.tokens.create(bobThere, { name: 'of Bob' });
    const { ticket } = await services.events.ticket(bobThere, project._id);
    const stream = services.events.follow(bobThere, project._id, {
      signal: new AbortController().signal,
      tokenId: null,
    });
    expect((await stream.next()).value).toMatchObject({ status: 'draft' });
    expect((await server.anonymous('GET', '/v1/politics', { headers: { 'api-token': secret } })).status).toBe(
      200,
    );
    await ada.call('workspaces.removeMember', { id: buying, userId: bobId }, inBuying());
    await expect(stream.next()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await services.events.holderOf(ticket, project._id)).toBeNull();
    expect((await server.anonymous('GET', '/v1/politics', { headers: { 'api-token': secret } })).status).toBe(
      401,
    );
    expect((await bob.call('politics.list', {}, inBuying())).status).toBe(404);
    expect(await services.politics.get(adaThere, politics._id)).toMatchObject({ userId: bobId });
  });

  it('keeps its records when the person who created them is removed, and refuses to lose its last admin', async () => {
    const { accounts, dependencies, services } = server;
    const { store, assets } = dependencies;
    const [bobThere, adaThere] = [inRole(bobId, 'editor'), inRole(adaId, 'admin')];
    await bob.call('workspaces.accept', { secret: await secretFor('bob@example.org', 'editor') });
    const { _id } = await services.politics.create(bobThere, { name: 'of Bob', description: 'd', rules });
    await services.politics.create(unrestricted(bobId), { name: 'own', description: 'd', rules });
    await expect(removePerson(adaId, null, { accounts, store, assets })).rejects.toMatchObject({
      code: 'last_admin',
    });
    expect((await ada.call('politics.lint', { rules }, inBuying())).status).toBe(200);
    expect(await removePerson(bobId, null, { accounts, store, assets })).toEqual({
      projects: 0,
      politics: 1,
      left: [buying],
    });
    expect(await services.politics.get(adaThere, _id)).toMatchObject({ name: 'of Bob', userId: bobId });
    expect((await server.members.list(adaThere, buying)).map(({ userId }) => userId)).toEqual([adaId]);
  });

  it('keeps no token of a removed person whose own workspace other people use', async () => {
    const { accounts, dependencies, services } = server;
    const { store, assets } = dependencies;
    const person = await accounts.add({ email: 'eve@example.org', password, name: '' });
    await services.tokens.create(unrestricted(person._id), { name: 'of Eve' });
    await store.workspaces.insert(
      withMember(unchangedOwn(person._id), { userId: adaId, role: 'admin', since: new Date().toISOString() }),
    );
    expect(await removePerson(person._id, null, { accounts, store, assets })).toMatchObject({
      left: [person._id],
    });
    const kept = [];
    for await (const record of store.transfer.all())
      if (record.kind === 'token' && record.record.userId === person._id) kept.push(record);
    expect(kept).toEqual([]);
    expect(await store.workspaces.get(person._id)).toMatchObject({ members: [{ userId: adaId }] });
  });

  it('is named by each token that acts in it', async () => {
    const made = await ada.call('tokens.create', { name: 'of Buying' }, inBuying());
    expect(made.status).toBe(200);
    const named = z.array(z.object({ name: z.string(), workspaceId: z.string() }));
    const tokens = named.parse(dataOf(await ada.read('tokens.list')));
    expect(tokens.find(({ name }) => name === 'of Buying')?.workspaceId).toBe(buying);
  });

  it('is not deleted if it was changed since it was read', async () => {
    const id = workspace.parse(dataOf(await ada.call('workspaces.create', { name: 'Selling' }))).data._id;
    const { store } = server.dependencies;
    const stale = await server.services.workspaces
      .remove({ ...unrestricted(adaId), workspaceId: id }, id, { expected: ['7'] })
      .catch((error: unknown) => error);
    expect(stale).toMatchObject({ code: 'precondition_failed' });
    expect(await store.workspaces.get(id)).toMatchObject({ name: 'Selling' });
    await store.workspaces.delete(id);
  });

  it('can be deleted only without rule sets and projects, and no more than the limit are created', async () => {
    const full = await ada.call('workspaces.delete', { id: buying }, inBuying());
    expect(problemIn(full)).toEqual({ code: 'workspace_not_empty', status: 409 });
    const made = await ada.call('workspaces.create', { name: 'Selling' });
    const id = workspace.parse(dataOf(made)).data._id;
    const { store } = server.dependencies;
    const inNew = { workspace: id };
    const refused = { code: 'workspace_not_empty', status: 409 };
    const ofId = z.object({ data: z.object({ _id: z.string() }) });
    const ruleSet = await ada.call('politics.create', { name: 'n', description: 'd', rules }, inNew);
    const politicsId = ofId.parse(dataOf(ruleSet)).data._id;
    expect(problemIn(await ada.call('workspaces.delete', { id }, inNew))).toEqual(refused);
    const one = { name: 'n', description: 'd', politicsId };
    const project = ofId.parse(dataOf(await ada.call('projects.create', one, inNew))).data._id;
    expect(problemIn(await ada.call('workspaces.delete', { id }, inNew))).toEqual(refused);
    await ada.call('projects.delete', { id: project }, inNew);
    expect(problemIn(await ada.call('workspaces.delete', { id }, inNew))).toEqual(refused);
    await ada.call('politics.delete', { id: politicsId }, inNew);
    const payer = workspacePayer(id);
    await store.budgets.spend(payer, '2026-11', { tokens: 3, cost: 0 }, { tokens: null, cost: null });
    expect((await ada.call('workspaces.delete', { id }, { workspace: id })).status).toBe(200);
    expect((await ada.call('politics.list', {}, { workspace: id })).status).toBe(404);
    expect(await store.budgets.spent(payer, '2026-11')).toEqual({ tokens: 0, cost: 0 });
    const answers = [];
    for (let at = 0; at < 20; at += 1) answers.push(await ada.call('workspaces.create', { name: `${at}` }));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 19 }, () => 200), 403]);
  });
});

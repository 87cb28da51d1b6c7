import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newObjectId } from '../../../../src/domain/records/object-id.ts';
import { removePerson } from '../../../../src/services/people/remove-person.ts';
import { joined } from '../../../support/members.ts';
import { endedRun, type OwnedRecords, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../support/server.ts';

let server: TestServer | undefined;
let ada: TestUser;
let bob: TestUser;
let owned: OwnedRecords;

/** Ada owns the workspace; Bob is a reviewer in it, and the administrator is a viewer. */
beforeEach(async () => {
  await server?.stop();
  server = await startTestServer();
  ada = server.owner;
  owned = await ownedRecordsOf(server, ada.actor);
  bob = await joined(server, server.stranger, 'reviewer');
  await joined(server, server.admin, 'viewer');
});
afterAll(() => server?.stop());

const running = (): TestServer => {
  if (server === undefined) throw new Error('the server is not started');
  return server;
};
const findings = () => `/v1/projects/${owned.projectId}/findings`;
const assign = (who: TestUser, userId: string | null, findingId = owned.findingId) =>
  who.request('PUT', `${findings()}/${findingId}/assignee`, { body: { userId } });
const listed = z.object({
  data: z.array(
    z.object({ id: z.string(), assignee: z.object({ id: z.string(), name: z.string() }).nullable() }),
  ),
});
const list = async (query = '', who = ada) =>
  listed.parse((await who.request('GET', `${findings()}${query}`)).body).data;
const assignees = async () => (await list()).map(({ assignee }) => assignee);
const isBob = () => ({ id: bob.actor.userId, name: bob.email });

describe('PUT /projects/{id}/findings/{findingId}/assignee', () => {
  it('assigns a finding to a member, shows the member wherever the finding is shown, and takes it back', async () => {
    const seen = async () =>
      (await ada.request('GET', `/v1/projects/${owned.projectId}`)).headers.get('etag') ?? 'none';
    const before = await seen();
    expect(await assign(ada, bob.actor.userId.toUpperCase())).toMatchObject({
      status: 200,
      body: { message: `assigned to ${bob.email}`, data: { id: owned.findingId, assignee: isBob() } },
    });
    expect(await assignees()).toEqual([isBob(), null]);
    expect(await seen()).not.toBe(before);
    expect((await ada.request('GET', `/v1/projects/${owned.projectId}`)).body).toMatchObject({
      data: { result: { findings: [{ assignee: isBob() }, { assignee: null }] } },
    });
    const review = { label: 'CONFIRMED', reason: 'I have read it.' };
    const reviewed = await bob.request('PUT', `${findings()}/${owned.findingId}/review`, { body: review });
    expect(reviewed.body).toMatchObject({ data: { assignee: isBob(), review: { by: bob.email } } });
    expect(await assign(bob, null)).toMatchObject({
      body: { message: 'assigned to nobody', data: { assignee: null, review: { by: bob.email } } },
    });
    expect(await assignees()).toEqual([null, null]);
  });

  it('assigns to reviewers of the workspace alone, and lets reviewers alone assign', async () => {
    const viewer = running().admin.actor.userId;
    for (const userId of [viewer, newObjectId()])
      expect(await assign(ada, userId)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ path: 'userId' }] },
      });
    const unknown = await assign(ada, bob.actor.userId, 'f'.repeat(24));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'finding_not_found' } });
    const outside = await running().stranger.request('PUT', `${findings()}/${owned.findingId}/assignee`, {
      body: { userId: null },
    });
    expect(outside).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    const asViewer = { ...bob.actor, userId: viewer, role: 'viewer' as const };
    const { projectId, findingId } = owned;
    await expect(
      running().services.findings.assign(asViewer, projectId, findingId, null),
    ).rejects.toMatchObject({ code: 'role_missing' });
    expect(await assignees()).toEqual([null, null]);
  });

  it('outlives another run, as long as the rule, the subject and the quotes stay the same', async () => {
    await assign(ada, bob.actor.userId);
    await endedRun(running(), ada.actor, owned.projectId);
    expect(await assignees()).toEqual([isBob(), null]);
    await endedRun(running(), ada.actor, owned.projectId, 'other words for');
    expect(await assignees()).toEqual([null, null]);
  });

  it('is in the audit log with the finding and the person', async () => {
    await assign(ada, bob.actor.userId);
    await assign(bob, null);
    const { body } = await ada.request('GET', '/v1/audit?pageSize=2');
    const entry = (who: TestUser, assignee: string | null) => ({
      action: 'findings.assign',
      record: { kind: 'finding', id: owned.findingId, assignee },
      origin: expect.objectContaining({ userId: who.actor.userId }),
    });
    expect(body).toMatchObject({ data: [entry(bob, null), entry(ada, bob.actor.userId)] });
    expect((await ada.request('GET', '/v1/audit/verify')).body).toMatchObject({ data: { problem: null } });
  });
});

describe('what is assigned to a person', () => {
  it('is selected by me, none or an id, also page by page', async () => {
    await assign(ada, bob.actor.userId);
    const [first, second] = await list();
    const ids = async (query: string, who = ada) => (await list(query, who)).map(({ id }) => id);
    expect(await ids('?assignee=me')).toEqual([]);
    expect(await ids('?assignee=me', bob)).toEqual([first?.id]);
    expect(await ids(`?assignee=${bob.actor.userId}&pageSize=1`)).toEqual([first?.id]);
    expect(await ids('?assignee=none')).toEqual([second?.id]);
    expect(await ids('?assignee=none&label=CONFIRMED&outcome=violated')).toEqual([]);
    expect((await ada.request('GET', `${findings()}?assignee=bob`)).body).toMatchObject({
      errors: [{ path: 'assignee' }],
    });
  });

  it('is counted in the overview of that person until it is reviewed', async () => {
    const assigned = async (who: TestUser) => (await who.request('GET', '/v1/overview')).body;
    for (const { id } of await list()) await assign(ada, bob.actor.userId, id);
    const { projectId: _id, runId } = owned;
    const count = (open: number) => ({ project: { _id, name: 'Main street 5' }, runId, findings: open });
    for (const role of ['editor', 'reviewer'] as const)
      await running().members.setRole(ada.actor, ada.actor.userId, bob.actor.userId, role);
    expect(await assigned(bob)).toMatchObject({ assigned: [count(2)] });
    expect(await assigned(ada)).toMatchObject({ assigned: [] });
    const review = { label: 'CONFIRMED', reason: 'I have read it.' };
    for (const [at, { id }] of (await list()).entries()) {
      await bob.request('PUT', `${findings()}/${id}/review`, { body: review });
      expect(await assigned(bob)).toMatchObject({ assigned: at === 0 ? [count(1)] : [] });
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'is removed from the workspace',
      () => running().members.remove(ada.actor, ada.actor.userId, bob.actor.userId),
    ],
    ['leaves the workspace', () => running().members.leave(bob.actor, ada.actor.userId)],
    [
      'becomes a viewer',
      () => running().members.setRole(ada.actor, ada.actor.userId, bob.actor.userId, 'viewer'),
    ],
    [
      'loses the account',
      () =>
        removePerson(bob.actor.userId, null, {
          accounts: running().accounts,
          store: running().dependencies.store,
          assets: running().dependencies.assets,
        }),
    ],
  ])('is lost when the person %s, for good', async (_, lose) => {
    await assign(ada, bob.actor.userId);
    await lose();
    expect(await assignees()).toEqual([null, null]);
    expect(await list('?assignee=none')).toHaveLength(2);
    const { store } = running().dependencies;
    expect(await store.assignments.find(ada.actor.workspaceId, owned.projectId)).toEqual(new Map());
  });
});

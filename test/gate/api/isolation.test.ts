import { callTRPCProcedure } from '@trpc/server';
import { afterAll, describe, expect, it } from 'vitest';
import type { ApiContext } from '../../../src/api/context.ts';
import { changes } from '../../../src/api/operations.ts';
import { problemOf } from '../../../src/api/problem.ts';
import { appRouter } from '../../../src/api/router.ts';
import type { Actor } from '../../../src/domain/records/owned.ts';
import { type OwnedRecords, ownedRecordsOf, rules } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';

/**
 * What a procedure returns to another user: an error that nothing was found, only that user's own records, an error
 * because only the administrator may call it, or nothing about records.
 */
type Probe =
  | { finds: 'nothing'; input: (owned: OwnedRecords) => object; code: string }
  | { finds: 'own'; input: (owned: OwnedRecords) => object }
  | { finds: 'forbidden'; input: (owned: OwnedRecords) => object }
  | { finds: 'no record'; why: string };

const missing = (code: string, input: (owned: OwnedRecords) => object): Probe => ({
  finds: 'nothing',
  input,
  code,
});
const own = (input: (owned: OwnedRecords) => object = () => ({})): Probe => ({ finds: 'own', input });

const forbidden = (input: (owned: OwnedRecords) => object = () => ({})): Probe => ({
  finds: 'forbidden',
  input,
});
const ofOwner = () => ({ id: server.owner.actor.userId });
const ofAdmin = () => ({ id: server.admin.actor.userId });

/** What another user gets from each procedure of the router. A test below fails if a procedure is missing here. */
const probes: Record<string, Probe> = {
  'politics.create': own(() => ({ name: 'n', description: 'd', rules })),
  'politics.lint': own(() => ({ rules })),
  'politics.extract': own(() => ({
    files: [{ name: 'a.txt', type: 'text', content: 'The tenant shall pay the rent.' }],
  })),
  'politics.list': own(),
  'politics.get': missing('politics_not_found', ({ politicsId }) => ({ id: politicsId })),
  'politics.update': missing('politics_not_found', ({ politicsId }) => ({ id: politicsId, name: 'mine' })),
  'politics.delete': missing('politics_not_found', ({ politicsId }) => ({ id: politicsId })),
  'projects.create': missing('politics_not_found', ({ politicsId }) => ({
    name: 'n',
    description: 'd',
    politicsId,
  })),
  'projects.list': own(),
  'projects.overview': own(),
  'projects.get': missing('project_not_found', ({ projectId }) => ({ id: projectId })),
  'projects.update': missing('project_not_found', ({ projectId }) => ({
    id: projectId,
    status: 'deploying',
  })),
  'projects.cancel': missing('project_not_found', ({ projectId }) => ({ id: projectId })),
  'projects.estimate': missing('project_not_found', ({ projectId }) => ({ id: projectId })),
  'projects.delete': missing('project_not_found', ({ projectId }) => ({ id: projectId })),
  'findings.list': missing('project_not_found', ({ projectId, runId }) => ({ id: projectId, runId })),
  'findings.text': missing('project_not_found', ({ projectId, runId, findingId }) => ({
    id: projectId,
    runId,
    findingId,
  })),
  'findings.pages': missing('project_not_found', ({ projectId, runId, findingId }) => ({
    id: projectId,
    runId,
    findingId,
  })),
  'findings.review': missing('project_not_found', ({ projectId, findingId }) => ({
    id: projectId,
    findingId,
    label: 'CONFIRMED',
    reason: 'mine now',
  })),
  'findings.unreview': missing('project_not_found', ({ projectId, findingId }) => ({
    id: projectId,
    findingId,
  })),
  'findings.assign': missing('project_not_found', ({ projectId, findingId }) => ({
    id: projectId,
    findingId,
    userId: null,
  })),
  'runs.list': missing('project_not_found', ({ projectId }) => ({ id: projectId })),
  'runs.get': missing('project_not_found', ({ projectId, runId }) => ({ id: projectId, runId })),
  'runs.diff': missing('project_not_found', ({ projectId, runId }) => ({ id: projectId, runId })),
  'runs.redline': missing('project_not_found', ({ projectId, runId }) => ({ id: projectId, runId })),
  'runs.getSignOff': missing('project_not_found', ({ projectId, runId }) => ({ id: projectId, runId })),
  'runs.signOff': missing('project_not_found', ({ projectId, runId }) => ({ id: projectId, runId })),
  'runs.withdrawSignOff': missing('project_not_found', ({ projectId, runId }) => ({ id: projectId, runId })),
  'events.ticket': missing('project_not_found', ({ projectId }) => ({ id: projectId })),
  'notifications.list': missing('project_not_found', ({ projectId }) => ({ id: projectId })),
  'notifications.resend': missing('project_not_found', ({ projectId, notificationId }) => ({
    id: projectId,
    notificationId,
  })),
  'verify.citations': own(() => ({
    citations: [{ quote: 'Four months of notice.' }],
    sources: [{ name: 'a.txt', type: 'text', content: 'Four months of notice.' }],
  })),
  'notifications.webhookKey': own(() => ({ url: 'https://example.org/hook' })),
  'notifications.rotateWebhookKey': own(() => ({ url: 'https://example.org/hook' })),
  'notifications.testWebhook': own(() => ({ url: 'https://nowhere.invalid/hook' })),
  'tokens.create': own(() => ({ name: 'mine' })),
  'tokens.list': own(),
  'tokens.revoke': missing('token_not_found', ({ tokenId }) => ({ id: tokenId })),
  'account.me': { finds: 'no record', why: 'it tells of the session that asks' },
  'account.signUp': { finds: 'no record', why: 'it makes an account' },
  'account.signIn': { finds: 'no record', why: 'it needs the password' },
  'account.signOut': { finds: 'no record', why: 'it ends the session that asks' },
  'account.startSingleSignOn': { finds: 'no record', why: 'it sends the browser to the provider' },
  'account.requestPasswordReset': { finds: 'no record', why: 'its answer is the same for every email' },
  'account.setPasswordByLink': { finds: 'no record', why: 'it needs the secret of a mailed link' },
  'account.rename': own(() => ({ name: 'Mallory' })),
  'account.sessions': own(),
  'account.endSession': missing('session_not_found', () => ({ id: ownedSession })),
  'account.endOtherSessions': own(),
  'people.list': forbidden(),
  'people.usage': forbidden(ofOwner),
  'people.rules': forbidden(),
  'people.invite': forbidden(() => ({ email: 'mallory@example.org' })),
  'people.inviteAgain': forbidden(ofOwner),
  'people.setBudget': forbidden(() => ({ ...ofOwner(), caps: null })),
  'people.setDisabled': forbidden(() => ({ ...ofOwner(), disabled: true })),
  'people.belongings': forbidden(ofAdmin),
  'people.remove': forbidden(() => ({ ...ofAdmin(), heir: null })),
  'usage.get': own(),
  'workspaces.list': own(),
  'workspaces.create': own(() => ({ name: 'mine' })),
  'workspaces.rename': missing('workspace_not_found', () => ({ ...ofOwner(), name: 'mine' })),
  'workspaces.delete': missing('workspace_not_found', () => ofOwner()),
  'workspaces.leave': missing('workspace_not_found', () => ofOwner()),
  'workspaces.members': missing('workspace_not_found', () => ofOwner()),
  'workspaces.budget': missing('workspace_not_found', () => ofOwner()),
  'workspaces.setBudget': missing('workspace_not_found', () => ({ ...ofOwner(), tokens: 1, cost: null })),
  'workspaces.setRole': missing('workspace_not_found', () => ({
    ...ofOwner(),
    userId: server.stranger.actor.userId,
    role: 'admin',
  })),
  'workspaces.removeMember': missing('workspace_not_found', () => ({
    ...ofOwner(),
    userId: server.owner.actor.userId,
  })),
  'workspaces.invitations': missing('workspace_not_found', () => ofOwner()),
  'workspaces.invite': missing('workspace_not_found', () => ({
    ...ofOwner(),
    email: 'mallory@example.org',
    role: 'admin',
  })),
  'workspaces.withdrawInvitation': missing('workspace_not_found', () => ({
    ...ofOwner(),
    invitationId: 'f'.repeat(24),
  })),
  'workspaces.offer': { finds: 'no record', why: 'it needs the secret of an invitation' },
  'workspaces.accept': { finds: 'no record', why: 'it needs the secret of an invitation' },
  'audit.list': own(),
  'audit.verify': own(),
  'account.changePassword': { finds: 'no record', why: 'it needs the password of the session that asks' },
};

const ownedSession = 'e'.repeat(24);

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
await server.dependencies.store.auth.create('session', {
  id: ownedSession,
  userId: server.owner.actor.userId,
  token: 'a session of the owner',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2126-01-01T00:00:00.000Z',
});
afterAll(() => server.stop());

/** Calls a procedure with a session, because a session has the most permissions. */
async function call(actor: Actor, procedure: string, input: object): Promise<unknown> {
  const ctx: ApiContext = {
    requestId: 'test',
    caller: { actor, via: 'session', credentialId: 'a session', key: 'test' },
    address: null,
    fromOtherSite: false,
    fromUnknownHost: false,
    share: 1,
    closing: () => new AbortController().signal,
    limits: { call: async () => {}, signIn: async () => {}, webhook: async () => {} },
    services: server.services,
    accounts: server.accounts,
    people: server.people,
    members: server.members,
    passwordResets: server.passwordResets,
    singleSignOn: null,
    model: null,
    headers: { ifMatch: null, ifNoneMatch: null, idempotencyKey: null, cookie: null, userAgent: '' },
    answer: {},
  };
  return callTRPCProcedure({
    router: appRouter,
    path: procedure,
    type: 'mutation',
    allowMethodOverride: true,
    getRawInput: async () => input,
    ctx,
    signal: undefined,
    batchIndex: 0,
  });
}

const isMissing = (entry: [string, Probe]): entry is [string, Extract<Probe, { finds: 'nothing' }>] =>
  entry[1].finds === 'nothing';
const isOwn = (entry: [string, Probe]): entry is [string, Extract<Probe, { finds: 'own' }>] =>
  entry[1].finds === 'own';

/** Whether the procedure changes a rule set, a project or what belongs to it. */
const isOfARecord = (procedure: string) =>
  /^(?:politics|projects|findings|runs|notifications)\./.test(procedure);

describe('the records of another user', () => {
  it('are tested for every procedure of the router', () => {
    expect(Object.keys(probes).sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });

  it.each(Object.entries(probes).filter(isMissing))(
    'are not found by %s',
    async (procedure, { input, code }) => {
      const strangers = await call(server.stranger.actor, procedure, input(owned)).catch((error: unknown) =>
        problemOf(error, ''),
      );
      expect(strangers).toMatchObject({ status: 404, code });
    },
  );

  it.each(Object.entries(probes).filter(isOwn))(
    'are not in the result of %s',
    async (procedure, { input }) => {
      const given = JSON.stringify(await call(server.stranger.actor, procedure, input(owned)));
      for (const id of [...Object.values(owned), server.owner.actor.userId]) expect(given).not.toContain(id);
    },
  );

  it.each(Object.entries(probes).filter(([, { finds }]) => finds === 'forbidden'))(
    'are not in the reach of %s, which only the administrator may call',
    async (procedure, probe) => {
      const input = 'input' in probe ? probe.input(owned) : {};
      for (const { actor } of [server.stranger, server.owner]) {
        const refused = await call(actor, procedure, input).catch((error: unknown) => problemOf(error, ''));
        expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
      }
    },
  );

  it.each(changes().flatMap(({ procedure }) => (isOfARecord(procedure) ? [procedure] : [])))(
    'cannot be changed by a viewer of their workspace: %s',
    async (procedure) => {
      const { workspaceId } = server.owner.actor;
      const viewer: Actor = { ...server.stranger.actor, workspaceId, role: 'viewer' };
      const probe = probes[procedure];
      const input = probe && 'input' in probe ? probe.input(owned) : {};
      const refused = await call(viewer, procedure, input).catch((error: unknown) => problemOf(error, ''));
      expect(refused).toMatchObject({ status: 403 });
    },
  );

  it('are unchanged after these calls', async () => {
    const { services, owner } = server;
    const project = await services.projects.view(owner.actor, owned.projectId);
    expect(project.project.status).toBe('completed');
    expect(project.findings?.items.every(({ review }) => review === null)).toBe(true);
    expect((await services.politics.get(owner.actor, owned.politicsId)).name).toBe('Leases');
    expect((await services.tokens.list(owner.actor)).every(({ revokedAt }) => revokedAt === null)).toBe(true);
    expect(await server.accounts.sessions(owner.actor.userId)).toHaveLength(1);
    expect(await server.accounts.people()).toHaveLength(3);
    expect(await server.accounts.person(owner.actor.userId)).toMatchObject({
      name: 'owner',
      disabledAt: null,
    });
  });

  it('are found by their owner, with the same calls to get, list and compare them', async () => {
    const readable = Object.entries(probes)
      .filter(isMissing)
      .filter(([name]) => /\.(get|list|diff)$/.test(name));
    expect(readable.length).toBeGreaterThan(4);
    for (const [procedure, { input }] of readable) {
      expect(await call(server.owner.actor, procedure, input(owned))).toMatchObject({ success: true });
    }
  });

  it('cause the same HTTP answers as records that do not exist', async () => {
    const { stranger } = server;
    const nobodys = 'f'.repeat(24);
    const paths = (projectId: string, politicsId: string): [string, string, object?][] => [
      ['GET', `/v1/politics/${politicsId}`],
      ['PATCH', `/v1/politics/${politicsId}`, { name: 'mine' }],
      ['DELETE', `/v1/politics/${politicsId}`],
      ['GET', `/v1/projects/${projectId}`],
      ['PUT', `/v1/projects/${projectId}`, { status: 'deploying' }],
      ['DELETE', `/v1/projects/${projectId}`],
      ['POST', `/v1/projects/${projectId}/cancel`],
      ['POST', `/v1/projects/${projectId}/estimate`],
      ['GET', `/v1/projects/${projectId}/findings`],
      ['GET', `/v1/projects/${projectId}/runs`],
      ['GET', `/v1/projects/${projectId}/notifications`],
      ['GET', `/v1/projects/${projectId}/events`],
      ['POST', `/v1/projects/${projectId}/events/ticket`],
    ];
    const ask = async (list: [string, string, object?][]) =>
      Promise.all(
        list.map(async ([method, path, body]) => {
          const { status, text } = await stranger.request(method, path, { ...(body && { body }) });
          return { status, text: text.replace(/[0-9a-f]{24}/g, 'ID').replace(/"requestId":"[\w-]+"/, '') };
        }),
      );
    expect(await ask(paths(owned.projectId, owned.politicsId))).toEqual(await ask(paths(nobodys, nobodys)));
  });

  it('cannot be read through a project that names the URL of another user’s file', async () => {
    const politics = await server.services.politics.create(server.stranger.actor, {
      name: 'n',
      description: 'd',
      rules,
    });
    const answer = await server.stranger.request('POST', '/v1/projects', {
      body: {
        name: 'n',
        description: 'd',
        politicsId: politics._id,
        files: [{ name: 'x', type: 'document', url: owned.fileUrl }],
      },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'files[0].url' }] } });
  });
});

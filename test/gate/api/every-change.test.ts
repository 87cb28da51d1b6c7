import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { changes } from '../../../src/api/operations.ts';
import { type OwnedRecords, ownedRecordsOf, rules } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';

const server = await startTestServer({ LIMIT_WORKSPACES: '100', LIMIT_TOKENS: '100' });
afterAll(() => server.stop());
// Removes waiting runs, because a worker would claim them instead of the run of the next test.
afterEach(async () => {
  const { actor } = server.owner;
  const { items } = await server.services.projects.list(actor, { page: 1, pageSize: 100 });
  for (const { _id, status } of items) {
    if (status === 'deploying') await server.services.projects.cancel(actor, _id);
  }
});

/** One record of each kind, and in addition a rule set that no project uses and a project that is being checked. */
type Owned = OwnedRecords & {
  unusedPoliticsId: string;
  deployingId: string;
};

/** A workspace with a member, an open invitation, and a token that acts in it. */
type Shared = { at: string; memberId: string; invitationId: string; headers: Record<string, string> };

/**
 * A request that changes something; `other` is a different valid body for the same path. `tagAt` is the path that returns
 * the ETag, if it is another one.
 */
type Request = {
  path: string;
  body?: object;
  other?: object;
  tagAt?: string;
  headers?: Record<string, string>;
};

const named = { name: 'n', description: 'd' };
const ofWorkspace: Record<string, (shared: Shared) => Request> = {
  'workspaces.rename': ({ at }) => ({ path: at, body: { name: 'a' }, other: { name: 'b' } }),
  'workspaces.delete': ({ at }) => ({ path: at }),
  'workspaces.setBudget': ({ at }) => ({
    path: `${at}/budget`,
    body: { tokens: 1, cost: null },
    other: { tokens: 2, cost: null },
  }),
  'workspaces.setRole': ({ at, memberId }) => ({
    path: `${at}/members/${memberId}`,
    body: { role: 'editor' },
    other: { role: 'admin' },
  }),
  'workspaces.removeMember': ({ at, memberId }) => ({ path: `${at}/members/${memberId}` }),
  'workspaces.withdrawInvitation': ({ at, invitationId }) => ({ path: `${at}/invitations/${invitationId}` }),
};

const requests: Record<string, (owned: Owned) => Request> = {
  'politics.create': () => ({
    path: '/politics',
    body: { ...named, rules },
    other: { ...named, name: 'm', rules },
  }),
  'politics.update': ({ politicsId }) => ({
    path: `/politics/${politicsId}`,
    body: { addRules: rules },
    other: { name: 'other' },
  }),
  'politics.delete': ({ unusedPoliticsId }) => ({ path: `/politics/${unusedPoliticsId}` }),
  'projects.create': ({ politicsId }) => ({
    path: '/projects',
    body: { ...named, politicsId },
    other: { ...named, name: 'm', politicsId },
  }),
  'projects.update': ({ projectId }) => ({
    path: `/projects/${projectId}`,
    body: { name: 'n' },
    other: { name: 'm' },
  }),
  'projects.cancel': ({ deployingId }) => ({ path: `/projects/${deployingId}/cancel` }),
  'projects.delete': ({ projectId }) => ({ path: `/projects/${projectId}` }),
  'findings.review': ({ projectId, findingId }) => ({
    path: `/projects/${projectId}/findings/${findingId}/review`,
    body: { label: 'CONFIRMED', reason: 'it is there' },
    other: { label: 'NOT FOUND', reason: 'it is not there' },
  }),
  'findings.unreview': ({ projectId, findingId }) => ({
    path: `/projects/${projectId}/findings/${findingId}/review`,
  }),
  'findings.assign': ({ projectId, findingId }) => ({
    path: `/projects/${projectId}/findings/${findingId}/assignee`,
    body: { userId: null },
    other: { userId: server.owner.actor.userId },
  }),
  'runs.signOff': ({ projectId, runId }) => ({
    path: `/projects/${projectId}/runs/${runId}/sign-off`,
    body: { comment: 'done' },
    other: { comment: 'not yet' },
  }),
  'runs.withdrawSignOff': ({ projectId, runId }) => ({
    path: `/projects/${projectId}/runs/${runId}/sign-off`,
  }),
  'notifications.resend': ({ projectId, notificationId }) => ({
    path: `/projects/${projectId}/notifications/${notificationId}/resend`,
  }),
  'notifications.rotateWebhookKey': () => ({
    path: '/webhooks/key/rotate',
    body: { url: 'https://example.org/hook' },
    other: { url: 'https://example.org/other' },
  }),
};

/** The answer of this call contains a secret, which is not stored, so it is not repeated. */
const withSecret = ['workspaces.invite'];
/** After this call, no request acts in the workspace, so none gets its answer again. */
const ending = ['workspaces.delete'];

const all = changes()
  .filter(({ procedure }) => !withSecret.includes(procedure))
  .map(({ procedure, meta: { openapi } }) => ({ procedure, method: openapi.method }));
const repeatable = all.filter(({ procedure }) => !ending.includes(procedure));
const conditional = all.filter(({ method }) => method !== 'POST');

/** A request in a new workspace. */
async function preparedIn(make: (shared: Shared) => Request): Promise<Request> {
  const { services, members, owner, stranger } = server;
  const { _id } = await services.workspaces.create(owner.actor, 'n');
  const actor = { ...owner.actor, workspaceId: _id };
  const invite = (email: string) => members.invite(actor, _id, { email, role: 'viewer' });
  const { link } = await invite(stranger.email);
  await members.accept(stranger.actor, link?.split('#')[1] ?? '');
  const { _id: invitationId } = await invite('ada@example.org');
  const { secret } = await services.tokens.create(actor, { name: 'n' });
  const at = `/workspaces/${_id}`;
  const headers = { 'api-token': secret };
  const request = make({ at, memberId: stranger.actor.userId, invitationId, headers });
  return { ...request, headers, tagAt: `${at}/members` };
}

async function prepared(procedure: string): Promise<Request> {
  const inWorkspace = ofWorkspace[procedure];
  if (inWorkspace) return preparedIn(inWorkspace);
  const { actor } = server.owner;
  const { politics, projects } = server.services;
  const owned = await ownedRecordsOf(server, actor);
  const unused = await politics.create(actor, { ...named, rules });
  const deploying = await projects.create(actor, { ...named, politicsId: owned.politicsId });
  await projects.update(actor, deploying._id, { status: 'deploying' });
  const request = requests[procedure]?.({
    ...owned,
    unusedPoliticsId: unused._id,
    deployingId: deploying._id,
  });
  if (!request) throw new Error(`there is no request above for ${procedure}`);
  return request;
}

const send = (method: string, { path, body, headers: own }: Request, headers: Record<string, string>) =>
  server.owner.request(method, `/v1${path}`, { ...(body && { body }), headers: { ...own, ...headers } });

describe('a repeated Idempotency-Key', () => {
  it.each(repeatable)(
    'makes $procedure take effect once and repeat its answer',
    async ({ procedure, method }) => {
      const request = await prepared(procedure);
      const headers = { 'idempotency-key': `once ${procedure}` };
      const first = await send(method, request, headers);
      expect(first.status).toBeLessThan(300);
      const again = await send(method, request, headers);
      expect(again).toMatchObject({ status: first.status, text: first.text });
      for (const name of ['etag', 'location']) expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const other = request.other ?? {};
      if (request.body) {
        const reused = await send(method, { ...request, body: other }, headers);
        expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      }
    },
  );

  it('prevents rules from being added twice if the first answer was lost', async () => {
    const { politicsId } = await ownedRecordsOf(server, server.owner.actor);
    const headers = { 'idempotency-key': 'add once' };
    const path = `/politics/${politicsId}`;
    for (let sent = 0; sent < 3; sent += 1) await send('PATCH', { path, body: { addRules: rules } }, headers);
    const { rules: stored } = await server.services.politics.get(server.owner.actor, politicsId);
    expect(stored).toHaveLength(2 * rules.length);
  });
});

describe('If-Match', () => {
  it.each(conditional)(
    'makes $procedure answer 412 if it has the tag of another version',
    async ({ procedure, method }) => {
      const request = await prepared(procedure);
      if (procedure.startsWith('findings')) await send('PUT', firstFor(procedure, request), {});
      const before = await everythingOf();
      for (const tag of ['"999"', 'W/"1"', '5', '', '"2026-01-01T00:00:00.000Z"']) {
        const answer = await send(method, request, { 'if-match': tag });
        expect(answer).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
      }
      expect(await everythingOf()).toEqual(before);
    },
  );

  it.each(conditional)(
    'lets $procedure succeed if it has the tag of the current version',
    async ({ procedure, method }) => {
      const request = await prepared(procedure);
      const tag = await tagOf(procedure, request);
      expect(tag).toMatch(/^".+"$/);
      expect((await send(method, request, { 'if-match': `"x", ${tag}` })).status).toBe(200);
      const twice = await send(method, request, { 'if-match': tag });
      expect(ending.includes(procedure) ? [401] : [404, 412]).toContain(twice.status);
    },
  );

  it('lets only the first of several reviews with the same tag be stored', async () => {
    const { projectId, findingId } = await ownedRecordsOf(server, server.owner.actor);
    const path = `/projects/${projectId}/findings/${findingId}/review`;
    const put = (reason: string, headers: Record<string, string>) =>
      send('PUT', { path, body: { label: 'CONFIRMED', reason } }, headers);
    expect((await put('nobody has reviewed it', { 'if-match': '*' })).status).toBe(412);
    const read = (await put('first', {})).headers.get('etag') ?? '';
    const tried = await Promise.all(['a', 'b', 'c'].map((reason) => put(reason, { 'if-match': read })));
    expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const [kept] = (
      await server.services.findings.list(server.owner.actor, { projectId, page: 1, pageSize: 1 })
    ).items;
    const won = ['a', 'b', 'c'][tried.findIndex(({ status }) => status === 200)];
    expect(kept?.review?.reason).toBe(won);
    expect(`"${kept?.review?.at}"`).toBe(tried.find(({ status }) => status === 200)?.headers.get('etag'));
  });
});

/** The ETag of the record that the request changes, as a client receives it. */
async function tagOf(procedure: string, request: Request): Promise<string> {
  const { path, tagAt = path, headers = {} } = request;
  const answer = procedure.startsWith('findings')
    ? await send('PUT', firstFor(procedure, request), {})
    : await server.owner.request('GET', `/v1${tagAt}`, { headers });
  return answer.headers.get('etag') ?? '';
}

/** The request that stores what a change of a finding replaces: a first review, or a first assignee. */
function firstFor(procedure: string, { path, other }: Request): Request {
  const review = { label: 'CONFIRMED', reason: 'first' };
  return { path, body: procedure === 'findings.assign' && other ? other : review };
}

/** Reads all rule sets, projects and findings of the owner. */
async function everythingOf() {
  const { actor } = server.owner;
  const page = { page: 1, pageSize: 100 };
  const { items: projects } = await server.services.projects.list(actor, page);
  const findings = projects.map(({ _id }) =>
    server.services.findings.list(actor, { projectId: _id, ...page }),
  );
  return [(await server.services.politics.list(actor, page)).items, projects, await Promise.all(findings)];
}

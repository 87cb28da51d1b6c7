import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/operations.ts';
import type { TokenScope } from '../../../src/domain/records/rights.ts';
import { tokenScopes } from '../../../src/domain/records/rights.ts';
import type { NewToken } from '../../../src/services/tokens.ts';
import { type OwnedRecords, ownedRecordsOf, rules } from '../../support/owned-records.ts';
import { type Answer, startTestServer } from '../../support/server.ts';

const reading: TokenScope[] = ['read', 'write', 'run'];

/** The scopes with which a token may call each operation. A test below fails if an operation is missing here. */
const allowed: Record<string, readonly TokenScope[]> = {
  'politics.list': reading,
  'politics.get': reading,
  'politics.lint': reading,
  'politics.extract': reading,
  'politics.create': ['write'],
  'politics.update': ['write'],
  'politics.delete': ['write'],
  'projects.list': reading,
  'projects.get': reading,
  'projects.overview': reading,
  'projects.estimate': reading,
  'projects.create': ['write'],
  'projects.update': ['write'],
  'projects.delete': ['write'],
  'projects.cancel': ['run'],
  'events.ticket': reading,
  'findings.list': reading,
  'findings.text': reading,
  'findings.pages': reading,
  'findings.review': ['write'],
  'findings.unreview': ['write'],
  'findings.assign': ['write'],
  'runs.list': reading,
  'runs.get': reading,
  'runs.diff': reading,
  'runs.redline': ['run'],
  'runs.getSignOff': reading,
  'runs.signOff': ['write'],
  'runs.withdrawSignOff': ['write'],
  'notifications.list': reading,
  'notifications.resend': ['write'],
  'notifications.testWebhook': ['write'],
  'notifications.webhookKey': ['administer'],
  'notifications.rotateWebhookKey': ['administer'],
  'verify.citations': reading,
  'usage.get': reading,
  'audit.list': ['administer'],
  'audit.verify': ['administer'],
  'workspaces.list': reading,
  'workspaces.members': reading,
  'workspaces.budget': reading,
  'workspaces.setBudget': ['administer'],
  'workspaces.rename': ['administer'],
  'workspaces.delete': ['administer'],
  'workspaces.setRole': ['administer'],
  'workspaces.removeMember': ['administer'],
  'workspaces.invitations': ['administer'],
  'workspaces.invite': ['administer'],
  'workspaces.withdrawInvitation': ['administer'],
};

const secrets = new Map<string, string>();

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
for (const scope of tokenScopes) await tokenFor(scope, { scopes: [scope] });
afterAll(() => server.stop());

async function tokenFor(name: string, permissions: Omit<NewToken, 'name'>): Promise<void> {
  const { secret } = await server.services.tokens.create(server.owner.actor, { name, ...permissions });
  secrets.set(name, secret);
}

const send = (name: string, method: string, path: string, body?: object): Promise<Answer> =>
  server.anonymous(method, path, {
    headers: { 'api-token': secrets.get(name) ?? '' },
    ...(body && { body }),
  });

const refusal = (scope: string) => ({
  code: 'scope_missing',
  detail: expect.stringContaining(`scope ${scope}`),
});

describe('a token with one scope', () => {
  it('is tested with every operation', () => {
    expect(
      operations()
        .map(({ procedure }) => procedure)
        .toSorted(),
    ).toEqual(Object.keys(allowed).toSorted());
  });

  it.each(tokenScopes)('%s is refused by exactly the operations that need another one', async (scope) => {
    for (const { procedure, meta } of operations()) {
      const { method, path } = meta.openapi;
      // No record has this id, so that nothing changes; an operation that is allowed fails with another error.
      const address = `/v1${path.replace(/\{\w+\}/g, 'f'.repeat(24))}`;
      const { body } = await send(scope, method, address, method === 'GET' ? undefined : { name: 'n' });
      const expected = allowed[procedure]?.includes(scope)
        ? expect.not.objectContaining({ code: 'scope_missing' })
        : expect.objectContaining({ code: 'scope_missing' });
      expect(body, `${procedure} with the scope ${scope}`).toEqual(expected);
    }
  });

  it('is refused by the paths of files and streams that need another one', async () => {
    const under = `/v1/projects/${owned.projectId}`;
    for (const path of [`${under}/report?format=json`, `${under}/events`]) {
      expect((await send('administer', 'GET', path)).body).toMatchObject(refusal('read'));
      expect((await send('read', 'GET', path)).status).toBe(200);
    }
    expect((await send('administer', 'GET', `${under}/bundle`)).body).toMatchObject(refusal('read'));
    expect((await send('read', 'GET', '/v1/audit/export')).body).toMatchObject(refusal('administer'));
    expect((await send('administer', 'GET', '/v1/audit/export')).status).toBe(200);
    const upload = { raw: 'text', headers: { 'content-type': 'text/plain' } };
    const uploaded = (name: string) =>
      server.anonymous('POST', '/v1/files?name=a.txt', {
        ...upload,
        headers: { ...upload.headers, 'api-token': secrets.get(name) ?? '' },
      });
    expect((await uploaded('run')).body).toMatchObject(refusal('write'));
    expect((await uploaded('write')).status).toBe(201);
  });

  it('run starts a run but changes no field, and write changes fields but starts no run', async () => {
    const { _id: politicsId } = await server.services.politics.create(server.owner.actor, {
      ...{ name: 'n', description: 'd', rules },
    });
    const made = await server.services.projects.create(server.owner.actor, {
      ...{ name: 'n', description: 'd', politicsId },
    });
    const path = `/v1/projects/${made._id}`;
    expect((await send('run', 'PUT', path, { name: 'x' })).body).toMatchObject(refusal('write'));
    expect((await send('run', 'PUT', path, { name: 'x', status: 'deploying' })).body).toMatchObject(
      refusal('write'),
    );
    expect((await send('write', 'PUT', path, { status: 'deploying' })).body).toMatchObject(refusal('run'));
    expect((await send('write', 'PUT', path, { name: 'x' })).status).toBe(200);
    expect((await send('run', 'PUT', path, { status: 'deploying' })).status).toBe(200);
    expect((await send('run', 'POST', `${path}/cancel`)).status).toBe(200);
    expect(await server.services.projects.get(server.owner.actor, made._id)).toMatchObject({ name: 'x' });
  });

  it('never gets an answer that a token with more scopes has stored under an Idempotency-Key', async () => {
    const body = { name: 'kept', description: 'd', rules };
    const headers = { 'idempotency-key': 'same key' };
    const asked = (token: string) =>
      server.anonymous('POST', '/v1/politics', { body, headers: { ...headers, 'api-token': token } });
    expect((await asked(server.owner.token)).status).toBe(201);
    expect((await asked(secrets.get('read') ?? '')).body).toMatchObject(refusal('write'));
  });

  it('is limited over the Model Context Protocol too', async () => {
    const called = async (name: string, tool: string, args: object) => {
      const answer = await fetch(`${server.address}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'api-token': secrets.get(name) ?? '',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: tool, arguments: args },
        }),
      });
      return answer.text();
    };
    const check = { ruleSet: owned.politicsId, texts: [{ name: 'a.txt', text: 'Notice.' }] };
    for (const [name, tool, args, scope] of [
      ['administer', 'list_rule_sets', {}, 'read'],
      ['read', 'check', check, 'run'],
      ['run', 'check', check, 'write'],
      ['read', 'suggest_changes', { run: `${owned.projectId}.${owned.runId}` }, 'run'],
    ] as const) {
      const answer = await called(name, tool, args);
      expect(answer, `${tool} with ${name}`).toContain(`scope ${scope}`);
    }
    expect(await called('read', 'list_rule_sets', {})).not.toContain('scope_missing');
  });
});

describe('a token that is limited to one record', () => {
  let other: OwnedRecords;
  beforeAll(async () => {
    other = await ownedRecordsOf(server, server.owner.actor);
    await tokenFor('one rule set', { limit: { kind: 'politics', id: owned.politicsId } });
    await tokenFor('one project', { limit: { kind: 'project', id: owned.projectId } });
  });

  it.each(['one rule set', 'one project'])('%s finds the project and no other', async (name) => {
    const path = ({ projectId }: OwnedRecords) => `/v1/projects/${projectId}`;
    for (const part of ['', '/findings', '/runs', '/report?format=json']) {
      expect((await send(name, 'GET', `${path(owned)}${part}`)).status, part).toBe(200);
      expect((await send(name, 'GET', `${path(other)}${part}`)).status, part).toBe(404);
    }
    for (const list of ['/v1/projects', '/v1/projects?search=main', '/v1/overview']) {
      const { text } = await send(name, 'GET', list);
      expect(text, list).toContain(owned.projectId);
      expect(text, list).not.toContain(other.projectId);
      expect(JSON.parse(text).total, list).toBe(1);
    }
    expect((await send(name, 'GET', '/v1/webhooks/key?url=https://example.org/')).status).toBe(403);
  });

  it('does not list the members of the workspace', async () => {
    const path = `/v1/workspaces/${server.owner.actor.workspaceId}/members`;
    for (const name of ['one rule set', 'one project'])
      expect((await send(name, 'GET', path)).body, name).toMatchObject({ code: 'scope_missing' });
  });

  it('finds only its own rule set, and creates none', async () => {
    expect((await send('one rule set', 'GET', `/v1/politics/${owned.politicsId}`)).status).toBe(200);
    expect((await send('one rule set', 'GET', `/v1/politics/${other.politicsId}`)).status).toBe(404);
    expect((await send('one project', 'GET', `/v1/politics/${owned.politicsId}`)).status).toBe(404);
    const listed = await send('one rule set', 'GET', '/v1/politics');
    expect(listed.body).toMatchObject({ total: 1, data: [{ _id: owned.politicsId }] });
    expect((await send('one project', 'GET', '/v1/politics')).body).toMatchObject({ total: 0, data: [] });
    const body = { name: 'n', description: 'd', rules };
    expect((await send('one rule set', 'POST', '/v1/politics', body)).body).toMatchObject({
      code: 'scope_missing',
    });
  });

  it('never gets an answer that a token without a limit has stored under an Idempotency-Key', async () => {
    const body = { name: 'kept', description: 'd', rules };
    const asked = (token: string) =>
      server.anonymous('POST', '/v1/politics', {
        body,
        headers: { 'idempotency-key': 'key of two tokens', 'api-token': token },
      });
    expect((await asked(server.owner.token)).status).toBe(201);
    expect((await asked(secrets.get('one rule set') ?? '')).body).toMatchObject({ code: 'scope_missing' });
  });

  it('creates projects only with its rule set', async () => {
    const made = (politicsId: string) =>
      send('one rule set', 'POST', '/v1/projects', { name: 'n', description: 'd', politicsId });
    expect((await made(owned.politicsId)).status).toBe(201);
    expect((await made(other.politicsId)).body).toMatchObject({ code: 'politics_not_found' });
  });

  it('cannot have the scope administer, or a limit to a record of another user', async () => {
    const limit = { kind: 'project', id: owned.projectId } as const;
    await expect(tokenFor('x', { scopes: ['administer'], limit })).rejects.toMatchObject({
      errors: [{ path: 'scopes' }],
    });
    await expect(
      server.services.tokens.create(server.stranger.actor, { name: 'x', limit }),
    ).rejects.toMatchObject({ code: 'project_not_found' });
  });
});

it('a token of an earlier release, which has no scopes, may do everything', async () => {
  const { store } = server.dependencies;
  const { token, secret } = await server.services.tokens.create(server.owner.actor, { name: 'earlier' });
  const stored = await store.tokens.find(token._id);
  if (stored === null) throw new Error('the token was not stored');
  const { scopes: _, ...earlier } = stored;
  await store.transfer.put([{ kind: 'token', record: earlier }]);
  secrets.set('earlier', secret);
  expect((await send('earlier', 'GET', '/v1/politics')).status).toBe(200);
  expect((await send('earlier', 'GET', '/v1/webhooks/key?url=https://example.org/')).status).toBe(200);
  const body = { name: 'n', description: 'd', rules };
  expect((await send('earlier', 'POST', '/v1/politics', body)).status).toBe(201);
});

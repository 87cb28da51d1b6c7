import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditFile } from '../../../../src/cli/audit/verify.ts';
import type { AuditEntry } from '../../../../src/domain/audit.ts';
import { newObjectId } from '../../../../src/domain/records/object-id.ts';
import { unrestricted } from '../../../../src/domain/records/owned.ts';
import { ownedRecordsOf, rules } from '../../../support/owned-records.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const logOf = async (): Promise<AuditEntry[]> => {
  const { entries } = await server.services.audit.list(server.owner.actor, { pageSize: 100 });
  return entries.toReversed();
};

/** The entries that `work` adds to the log of the owner. */
async function added(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = (await logOf()).at(-1)?.sequence ?? 0;
  await work();
  return (await logOf()).filter(({ sequence }) => sequence > before);
}

describe('the audit log', () => {
  it('has one entry for each change over REST: who, what, which record, and from where', async () => {
    const { owner } = server;
    let ids = { politics: '', project: '' };
    const entries = await added(async () => {
      const politics = await owner.request('POST', '/v1/politics', {
        body: { name: 'n', description: 'd', rules },
        headers: { 'x-request-id': 'my-request' },
      });
      const politicsId: string = JSON.parse(politics.text).data._id;
      const project = await owner.request('POST', '/v1/projects', {
        body: { name: 'n', description: 'd', politicsId },
      });
      ids = { politics: politicsId, project: JSON.parse(project.text).data._id };
      const path = `/v1/projects/${ids.project}`;
      await owner.request('PUT', path, { body: { name: 'x' } });
      await owner.request('PUT', path, { body: { status: 'deploying' } });
      await owner.request('POST', `${path}/cancel`);
      await owner.request('DELETE', path);
    });
    expect(entries.map(({ action, record, outcome }) => [action, record?.kind, record?.id, outcome])).toEqual(
      [
        ['politics.create', 'politics', ids.politics, 'done'],
        ['projects.create', 'project', ids.project, 'done'],
        ['projects.update', 'project', ids.project, 'done'],
        ['runs.start', 'project', ids.project, 'done'],
        ['projects.cancel', 'project', ids.project, 'done'],
        ['projects.delete', 'project', ids.project, 'done'],
      ],
    );
    expect(entries[0]?.origin).toEqual({
      via: 'token',
      userId: owner.actor.userId,
      credentialId: owner.token.slice(3, 27),
      address: expect.stringContaining('127.0.0.1'),
      requestId: 'my-request',
    });
  });

  it('names the changed record, whatever fields of a record the client sends back', async () => {
    const { owner } = server;
    const { politicsId, projectId } = await ownedRecordsOf(server, owner.actor);
    const userId = 'f'.repeat(24);
    const entries = await added(async () => {
      await owner.request('PATCH', `/v1/politics/${politicsId}`, { body: { name: 'x', userId } });
      await owner.request('PUT', `/v1/projects/${projectId}`, { body: { name: 'x', userId } });
    });
    expect(entries.map(({ record }) => record)).toEqual([
      { kind: 'politics', id: politicsId },
      { kind: 'project', id: projectId },
    ]);
  });

  it('has no entry for what is read, refused or repeated with the same Idempotency-Key', async () => {
    const { owner } = server;
    const body = { name: 'n', description: 'd', rules };
    const headers = { 'idempotency-key': newObjectId() };
    const entries = await added(async () => {
      await owner.request('GET', '/v1/politics');
      await owner.request('POST', '/v1/politics/lint', { body: { rules } });
      await owner.request('POST', '/v1/politics', { body: {} });
      await owner.request('DELETE', `/v1/politics/${newObjectId()}`);
      for (let times = 0; times < 3; times += 1) {
        await owner.request('POST', '/v1/politics', { body, headers });
      }
    });
    expect(entries.map(({ action }) => action)).toEqual(['politics.create']);
  });

  it('names the record that was changed, not the project that it belongs to', async () => {
    const { owner } = server;
    const { projectId, runId, findingId, notificationId } = await ownedRecordsOf(server, owner.actor);
    const project = `/v1/projects/${projectId}`;
    const entries = await added(async () => {
      await owner.request('PUT', `${project}/runs/${runId}/sign-off`, { body: {} });
      await owner.request('DELETE', `${project}/runs/${runId.toUpperCase()}/sign-off`);
      const review = `${project}/findings/${findingId}/review`;
      await owner.request('PUT', review, { body: { label: 'CONFIRMED', reason: 'seen' } });
      await owner.request('DELETE', review);
      await owner.request('POST', `${project}/notifications/${notificationId}/resend`);
      await owner.request('PUT', project, { body: { name: 'x' } });
    });
    expect(entries.map(({ action, outcome, record }) => [action, outcome, record?.kind, record?.id])).toEqual(
      [
        ['runs.signOff', 'done', 'run', runId],
        ['runs.withdrawSignOff', 'done', 'run', runId],
        ['findings.review', 'done', 'finding', findingId],
        ['findings.unreview', 'done', 'finding', findingId],
        ['notifications.resend', 'done', 'notification', notificationId],
        ['projects.update', 'done', 'project', projectId],
      ],
    );
  });

  it('has uploads, reviews and changes by agents', async () => {
    const { owner, address } = server;
    const { projectId, findingId } = await ownedRecordsOf(server, owner.actor);
    const entries = await added(async () => {
      await owner.request('POST', '/v1/files?name=a.txt', {
        raw: 'text',
        headers: { 'content-type': 'text/plain' },
      });
      const review = { label: 'CONFIRMED', reason: 'seen' };
      const path = `/v1/projects/${projectId}/findings/${findingId}/review`;
      await owner.request('PUT', path, { body: review });
      await fetch(`${address}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'api-token': owner.token,
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'start_run', arguments: { rules, texts: [{ name: 'a', text: 'Notice.' }] } },
        }),
      }).then((answer) => answer.text());
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'files.upload',
      'findings.review',
      'politics.create',
      'projects.create',
      'runs.start',
    ]);
    expect(entries[1]?.record).toEqual({ kind: 'finding', id: findingId });
  });

  it('has every sign-in, also those with a wrong password, and what a session changes', async () => {
    const post = (name: string, body: object, cookie = '') =>
      server.anonymous('POST', `/trpc/${name}`, { body, headers: { cookie } });
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    const { _id: userId } = await server.accounts.add({ ...account, name: '' });
    await post('account.signIn', { ...account, password: 'wrong horse battery' });
    const cookie = (await post('account.signIn', account)).headers.getSetCookie()[0]?.split(';')[0];
    await post('tokens.create', { name: 'new' }, cookie);
    await post('account.signOut', {}, cookie);
    const { entries } = await server.services.audit.list(unrestricted(userId), { pageSize: 10 });
    expect(entries.map(({ action, outcome, origin }) => [action, outcome, origin.via])).toEqual([
      ['account.signOut', 'done', 'session'],
      ['tokens.create', 'done', 'session'],
      ['account.signIn', 'done', 'sign_in'],
      ['account.signIn', 'refused', 'sign_in'],
    ]);
  });

  it('has the entry of a change whose process died before the entry was written', async () => {
    const { store } = server.dependencies;
    const { userId } = server.owner.actor;
    const origin = { via: 'token', userId, credentialId: 'c', address: null, requestId: null } as const;
    const begun = { record: null, origin, ownerId: userId, email: null, since: new Date().toISOString() };
    const alive = server.dependencies.holder.take();
    const dead = server.dependencies.holder.take();
    dead.end();
    const entries = await added(async () => {
      await store.audit.begin({ ...begun, id: newObjectId(), action: 'running', lease: alive.name });
      await store.audit.begin({ ...begun, id: newObjectId(), action: 'politics.delete', lease: dead.name });
    });
    alive.end();
    expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([['politics.delete', 'unknown']]);
  });

  it('is read page by page, newest first, and only by its owner', async () => {
    const all = (await logOf()).toReversed().map(({ id }) => id);
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await server.owner.request('GET', `/v1/audit?pageSize=3${after && `&after=${after}`}`);
      const page: { data: AuditEntry[]; nextCursor: string | null } = JSON.parse(JSON.stringify(body));
      seen.push(...page.data.map(({ id }) => id));
      if (page.nextCursor === null) break;
      after = page.nextCursor;
    }
    expect(seen.slice(-all.length)).toEqual(all);
    expect((await server.stranger.request('GET', '/v1/audit')).body).toMatchObject({ data: [] });
  });
});

describe('an export of the audit log', () => {
  let file = '';
  let lines: string[] = [];
  beforeAll(async () => {
    const { status, text } = await server.owner.request('GET', '/v1/audit/export');
    expect(status).toBe(200);
    lines = text.trimEnd().split('\n');
    file = join(server.folder, 'audit.jsonl');
  });

  const verified = async (changed: readonly string[]) => {
    writeFileSync(file, `${changed.join('\n')}\n`);
    return (await verifyAuditFile(file)).problem;
  };

  it('is refused if the query has an unknown parameter, or the workspace twice', async () => {
    const { workspaceId } = server.owner.actor;
    for (const query of ['format=csv', `workspace=${workspaceId}&workspace=${workspaceId}`])
      expect((await server.owner.request('GET', `/v1/audit/export?${query}`)).status).toBe(400);
    expect((await server.owner.request('GET', `/v1/audit/export?workspace=${workspaceId}`)).status).toBe(200);
  });

  it('is intact, and signed with the key that the service publishes', async () => {
    expect(await verified(lines)).toBeNull();
    const keys = await server.anonymous('GET', '/v1/.well-known/jwks.json');
    const { words } = await verifyAuditFile(file);
    expect(keys.text).toContain(words.split(' ').at(-1));
    const { body } = await server.owner.request('GET', '/v1/audit/verify');
    expect(body).toMatchObject({ data: { problem: null, entries: lines.length - 1 } });
  });

  it('is not intact if any entry was changed, removed, moved or added, or the last line was changed', async () => {
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at] ?? '';
      const without = lines.toSpliced(at, 1);
      const changed = line.replace(/[0-9a-f](?=[0-9a-f]{20}")/, (digit) => (digit === '0' ? '1' : '0'));
      expect(changed).not.toBe(line);
      expect(await verified(lines.with(at, changed)), `line ${at} changed`).not.toBeNull();
      expect(await verified(without), `line ${at} removed`).not.toBeNull();
      if (at < lines.length - 2) {
        expect(await verified(without.toSpliced(at + 1, 0, line)), `line ${at} moved`).not.toBeNull();
        expect(await verified(lines.toSpliced(at, 0, line)), `line ${at} doubled`).not.toBeNull();
      }
    }
    expect(readFileSync(file, 'utf8')).not.toBe('');
  });
});

it('a changed entry in the store is detected by the service', async () => {
  const { store } = server.dependencies;
  const [first] = await store.audit.walk(server.owner.actor.userId, 0, 1);
  if (first === undefined) throw new Error('the log is empty');
  await store.transfer.put([{ kind: 'audit_entry', record: { ...first, action: 'projects.get' } }]);
  const { body } = await server.owner.request('GET', '/v1/audit/verify');
  expect(body).toMatchObject({ data: { problem: 'entry 1 was changed' } });
});

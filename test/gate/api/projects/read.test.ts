import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedRun, type OwnedRecords, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let owned: OwnedRecords;
let path = '';
beforeAll(async () => {
  server = await startTestServer();
  owned = await ownedRecordsOf(server, server.owner.actor);
  path = `/v1/projects/${owned.projectId}`;
});
afterAll(() => server.stop());

const draft = () =>
  server.services.projects.create(server.owner.actor, {
    name: 'n',
    description: 'd',
    politicsId: owned.politicsId,
  });

describe('GET /projects/{id}: 200', () => {
  it('has neither progress nor result before the first run', async () => {
    const { _id } = await draft();
    expect((await server.owner.request('GET', `/v1/projects/${_id}`)).body).toMatchObject({
      success: true,
      data: { _id, status: 'draft', progress: null, result: null, runs: [] },
    });
  });

  it('has the progress of a waiting run', async () => {
    const { _id } = await draft();
    await server.owner.request('PUT', `/v1/projects/${_id}`, { body: { status: 'deploying' } });
    const { body } = await server.owner.request('GET', `/v1/projects/${_id}`);
    expect(body).toMatchObject({
      data: {
        status: 'deploying',
        progress: {
          state: 'queued',
          stage: 'waiting',
          percent: 0,
          files: { done: 0, total: 0 },
          rules: { done: 0, total: 2 },
          attempts: 0,
          lastError: null,
        },
        result: null,
        runs: [{ state: 'queued' }],
      },
    });
    await server.owner.request('POST', `/v1/projects/${_id}/cancel`);
  });

  it('has the result of a run that has ended, with findings and a link to all of them', async () => {
    const { body } = await server.owner.request('GET', path);
    expect(body).toMatchObject({
      data: {
        status: 'completed',
        result: {
          incomplete: false,
          findings: [{ id: owned.findingId, label: 'CONFIRMED', citations: [{ locator: { page: 3 } }] }, {}],
          findingsTotal: 2,
          nextCursor: null,
          findingsUrl: `${path}/findings?runId=${owned.runId}`,
        },
        runs: [{ _id: owned.runId, state: 'completed' }],
      },
    });
  });

  it('returns no internal field', async () => {
    const { text } = await server.owner.request('GET', path);
    for (const own of ['assetId', 'lease"', 'version', 'captures', 'settled', 'released', 'fence']) {
      expect(text).not.toContain(`"${own}`);
    }
  });

  it('lists the last 20 runs, newest first', async () => {
    const { _id } = await draft();
    const ids: string[] = [];
    for (let at = 0; at < 22; at++) ids.unshift((await endedRun(server, server.owner.actor, _id)).runId);
    const { body } = await server.owner.request('GET', `/v1/projects/${_id}`);
    expect(body).toMatchObject({ data: { runs: ids.slice(0, 20).map((id) => ({ _id: id })) } });
  });
});

describe('GET /projects/{id}: 304', () => {
  it('is the answer until the record, its run or a review changes', async () => {
    const tag = async () => (await server.owner.request('GET', path)).headers.get('etag') ?? '';
    const unchanged = async (etag: string) =>
      (await server.owner.request('GET', path, { headers: { 'if-none-match': etag } })).status;
    const first = await tag();
    expect(await unchanged(first)).toBe(304);
    await server.owner.request('PUT', path, { body: { name: 'new' } });
    expect(await unchanged(first)).toBe(200);
    const second = await tag();
    await server.owner.request('PUT', `${path}/findings/${owned.findingId}/review`, {
      body: { label: 'NOT FOUND', reason: 'the clause is struck out' },
    });
    expect(await unchanged(second)).toBe(200);
    const third = await tag();
    await endedRun(server, server.owner.actor, owned.projectId);
    expect(await unchanged(third)).toBe(200);
    expect(await unchanged(await tag())).toBe(304);
  });
});

describe('GET /projects: 200', () => {
  it('lists projects with the latest change first, and finds them by name or description', async () => {
    const { _id } = await draft();
    await server.owner.request('PUT', `/v1/projects/${_id}`, { body: { name: 'Zebra crossing' } });
    const found = await server.owner.request('GET', '/v1/projects?search=ZEBRA');
    expect(found.body).toMatchObject({ success: true, total: 1, page: 1, pageSize: 12, data: [{ _id }] });
    const all = await server.owner.request('GET', '/v1/projects?pageSize=1');
    expect(all.body).toMatchObject({ data: [{ _id }], pageSize: 1 });
    expect((await server.stranger.request('GET', '/v1/projects')).body).toMatchObject({ total: 0, data: [] });
  });
});

describe('DELETE /projects/{id}', () => {
  it('answers 200, and the project is gone with its runs and findings', async () => {
    const { _id } = await draft();
    const { runId } = await endedRun(server, server.owner.actor, _id);
    expect((await server.owner.request('DELETE', `/v1/projects/${_id}`)).status).toBe(200);
    for (const gone of ['', '/findings', '/runs', `/runs/${runId}`]) {
      expect(await server.owner.request('GET', `/v1/projects/${_id}${gone}`)).toMatchObject({
        status: 404,
        body: { code: 'project_not_found' },
      });
    }
    expect((await server.owner.request('DELETE', `/v1/projects/${_id}`)).status).toBe(404);
  });

  it('answers 409 while the project is being checked', async () => {
    const { _id } = await draft();
    await server.owner.request('PUT', `/v1/projects/${_id}`, { body: { status: 'deploying' } });
    expect(await server.owner.request('DELETE', `/v1/projects/${_id}`)).toMatchObject({
      status: 409,
      body: { code: 'project_deploying' },
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedRun, type OwnedRecords, ownedRecordsOf, rules } from '../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owned: OwnedRecords;
let path = '';
beforeAll(async () => {
  server = await startTestServer();
  owned = await ownedRecordsOf(server, server.owner.actor);
  path = `/v1/projects/${owned.projectId}/runs`;
});
afterAll(() => server.stop());

const get = (rest = '') => server.owner.request('GET', `${path}${rest}`);

describe('GET /projects/{id}/runs', () => {
  it('200: lists the runs, newest first, page by page', async () => {
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect(await get('?pageSize=1')).toMatchObject({
      status: 200,
      body: {
        total: 2,
        page: 1,
        pageSize: 1,
        data: [{ _id: runId, state: 'completed', findings: 2, summary: { incomplete: false } }],
      },
    });
    expect((await get('?pageSize=1&page=2')).body).toMatchObject({ data: [{ _id: owned.runId }] });
  });

  it('400 and 404: invalid page parameters, an unknown project', async () => {
    expect(await get('?page=0')).toMatchObject({ status: 400, body: { errors: [{ path: 'page' }] } });
    const unknown = await server.owner.request('GET', `/v1/projects/${'f'.repeat(24)}/runs`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  });
});

describe('GET /projects/{id}/runs/{runId}', () => {
  it('200: has the rule set and files as they were at its start, and its result', async () => {
    const answer = await get(`/${owned.runId}`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          _id: owned.runId,
          state: 'completed',
          politics: { politicsId: owned.politicsId, name: 'Leases', rules },
          files: [{ name: 'lease.txt', type: 'document', url: owned.fileUrl }],
          scope: 'together',
          result: { incomplete: false },
        },
      },
    });
    expect(answer.text).not.toMatch(/"(assetId|lease|fence|captures|version)"/);
  });

  it('304: as long as nothing has changed', async () => {
    const etag = (await get(`/${owned.runId}`)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect((await server.owner.request('GET', `${path}/${owned.runId}`, { headers })).status).toBe(304);
  });

  it('404: a run that does not exist or is of another project', async () => {
    expect(await get(`/${'f'.repeat(24)}`)).toMatchObject({ status: 404, body: { code: 'run_not_found' } });
    const { _id } = await server.services.projects.create(server.owner.actor, {
      name: 'n',
      description: 'd',
      politicsId: owned.politicsId,
    });
    const other = await server.owner.request('GET', `/v1/projects/${_id}/runs/${owned.runId}`);
    expect(other).toMatchObject({ status: 404, body: { code: 'run_not_found' } });
  });
});

describe('GET /projects/{id}/runs/{runId}/diff', () => {
  it('200: compared with no run everything is new, compared with itself nothing has changed', async () => {
    const first = await get(`/${owned.runId}/diff`);
    expect(first).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          againstId: null,
          unchanged: 0,
          differences: [
            { changes: ['new'], before: null },
            { changes: ['new'], before: null },
          ],
        },
      },
    });
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect((await get(`/${runId}/diff?against=${owned.runId}`)).body).toMatchObject({
      data: { runId, againstId: owned.runId, unchanged: 2, differences: [] },
    });
  });

  it('200: shows the effect of a changed rule', async () => {
    await server.owner.request('PATCH', `/v1/politics/${owned.politicsId}`, {
      body: { updateRule: { index: 0, name: 'Notice period' } },
    });
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect((await get(`/${runId}/diff`)).body).toMatchObject({
      data: {
        unchanged: 1,
        differences: [
          { changes: ['new'], rule: { name: 'Notice period' } },
          { changes: ['gone'], rule: { name: 'Notice' }, after: null },
        ],
      },
    });
  });

  it('200: continues after a full response, which has a Link to the rest', async () => {
    const { limits } = server.dependencies;
    const { answerBytes } = limits;
    limits.answerBytes = 10;
    const whole = `/v1/projects/${owned.projectId}/runs/${owned.runId}/diff`;
    const first = await server.owner.request('GET', whole);
    const { nextCursor, differences } = JSON.parse(first.text).data;
    expect(differences).toHaveLength(1);
    expect(first.headers.get('link')).toBe(`<${server.url}${whole}?after=${nextCursor}>; rel="next"`);
    const rest = await server.owner.request('GET', `${whole}?after=${nextCursor}`);
    expect(rest).toMatchObject({
      status: 200,
      body: { data: { total: 2, nextCursor: null, differences: [{ rule: { index: 1 } }] } },
    });
    expect(rest.headers.get('link')).toBeNull();
    limits.answerBytes = answerBytes;
  });

  it('400 and 404: an invalid id, an unknown run', async () => {
    expect(await get(`/${owned.runId}/diff?against=x`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'against' }] },
    });
    expect(await get(`/${owned.runId}/diff?after=1`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'after' }] },
    });
    expect((await get(`/${owned.runId}/diff?against=${'f'.repeat(24)}`)).status).toBe(404);
  });

  it('409: a run that has not ended', async () => {
    await server.owner.request('PUT', `/v1/projects/${owned.projectId}`, { body: { status: 'deploying' } });
    const [waiting] = JSON.parse((await get()).text).data;
    expect(await get(`/${waiting._id}/diff`)).toMatchObject({ status: 409, body: { code: 'run_not_ended' } });
  });
});

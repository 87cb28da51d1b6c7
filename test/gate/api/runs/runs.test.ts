import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedRun, type OwnedRecords, ownedRecordsOf, rules } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

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
  it('answers 200 with the runs, newest first, page by page', async () => {
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

  it('answers 400 for invalid page parameters, and 404 for an unknown project', async () => {
    expect(await get('?page=0')).toMatchObject({ status: 400, body: { errors: [{ path: 'page' }] } });
    const unknown = await server.owner.request('GET', `/v1/projects/${'f'.repeat(24)}/runs`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  });
});

describe('GET /projects/{id}/runs/{runId}', () => {
  it('answers 200 with the rule set and files as they were at the start of the run, and with its result', async () => {
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

  it('answers 304 as long as nothing has changed', async () => {
    const etag = (await get(`/${owned.runId}`)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect((await server.owner.request('GET', `${path}/${owned.runId}`, { headers })).status).toBe(304);
  });

  it('answers 404 for a run that does not exist or belongs to another project', async () => {
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
  it('answers 200: compared with no run everything is new, compared with itself nothing has changed', async () => {
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

  it('answers 200 with the effect of a changed rule', async () => {
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

  it('answers 200 with a Link header for the remaining differences if the response is full', async () => {
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

  it('answers 400 for an invalid id, and 404 for an unknown run', async () => {
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

  it('answers 409 for a run that has not ended', async () => {
    await server.owner.request('PUT', `/v1/projects/${owned.projectId}`, { body: { status: 'deploying' } });
    const [waiting] = JSON.parse((await get()).text).data;
    expect(await get(`/${waiting._id}/diff`)).toMatchObject({ status: 409, body: { code: 'run_not_ended' } });
  });
});

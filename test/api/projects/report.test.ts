import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultSchema } from '../../../engine/model/result.ts';
import { endedRun, type OwnedRecords, ownedRecordsOf } from '../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owned: OwnedRecords;
let path = '';
beforeAll(async () => {
  server = await startTestServer();
  owned = await ownedRecordsOf(server, server.owner.actor);
  path = `/v1/projects/${owned.projectId}/report`;
});
afterAll(() => server.stop());

const get = (query = '', at = path) => server.owner.request('GET', `${at}${query}`);
const startRun = (status: string) =>
  server.owner.request('PUT', `/v1/projects/${owned.projectId}`, { body: { status } });

describe('GET /projects/{id}/report: 200', () => {
  it('returns a file with the complete result of the last ended run, including reviews', async () => {
    const review = { label: 'NOT FOUND', reason: 'struck out' };
    await server.owner.request('PUT', `/v1/projects/${owned.projectId}/findings/${owned.findingId}/review`, {
      body: review,
    });
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Main%20street%205%20report.json",
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const result = resultSchema.strict().parse(answer.body);
    expect(result).toMatchObject({ runId: owned.runId, findings: [{ id: owned.findingId, review }, {}] });
  });

  it('returns Markdown with the links of the citations if that is requested', async () => {
    const { status, headers, text } = await get('?format=md');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Main%20street%205%20report.md",
    );
    expect(text).toMatch(/^# Proviso report\n/);
    expect(text).toContain('> words for **Notice**');
    const [finding] = JSON.parse((await get()).text).findings;
    expect(text).toContain(finding.citations[0].link);
  });

  it('returns the report of the previous run while another is active, or of the run whose id is given', async () => {
    await startRun('deploying');
    try {
      expect((await get()).body).toMatchObject({ runId: owned.runId });
    } finally {
      await server.owner.request('POST', `/v1/projects/${owned.projectId}/cancel`);
    }
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect((await get()).body).toMatchObject({ runId });
    expect((await get(`?runId=${owned.runId}`)).body).toMatchObject({ runId: owned.runId });
  });

  it('answers HEAD with the headers only', async () => {
    const headers = { 'accept-encoding': 'identity' };
    const whole = await server.owner.request('GET', `${path}?format=md`, { headers });
    const head = await server.owner.request('HEAD', `${path}?format=md`, { headers });
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-type', 'content-length', 'content-disposition']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  });

  it('returns a harmless file name, whatever the name of the project', async () => {
    const { politicsId } = owned;
    for (const [name, file] of [
      ['../a\\b: "c"\u202e\n.exe', 'a%20b%20c%20.exe%20report.md'],
      ['///', 'report.md'],
      ['Büro 💡', 'B%C3%BCro%20%F0%9F%92%A1%20report.md'],
    ]) {
      const { _id } = await server.services.projects.create(server.owner.actor, {
        ...{ name: name ?? '', description: 'd', politicsId },
      });
      await endedRun(server, server.owner.actor, _id);
      const { headers } = await get('?format=md', `/v1/projects/${_id}/report`);
      expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${file}`);
    }
  });
});

describe('GET /projects/{id}/report', () => {
  it.each([
    ['?format=html', 'format'],
    ['?format=', 'format'],
    ['?format=md&format=json', 'format'],
    ['?runId=x', 'runId'],
    ['?runid=', 'runid'],
    [`?id=${'f'.repeat(24)}`, 'id'],
  ])('answers 400 for %s', async (query, at) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { errors: [{ path: at }] } });
  });

  it('answers 404 for a project without a run, a run of another project, or an unknown id', async () => {
    const { _id } = await server.services.projects.create(server.owner.actor, {
      ...{ name: 'n', description: 'd', politicsId: owned.politicsId },
    });
    const at = `/v1/projects/${_id}/report`;
    expect(await get('', at)).toMatchObject({ status: 404, body: { code: 'run_not_found' } });
    expect(await get(`?runId=${owned.runId}`, at)).toMatchObject({
      status: 404,
      body: { code: 'run_not_found' },
    });
    const unknown = await get('', `/v1/projects/${'f'.repeat(24)}/report`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    expect((await server.stranger.request('GET', path)).status).toBe(404);
    expect((await server.anonymous('GET', path)).status).toBe(401);
  });

  it('answers 409 for a run that has not ended', async () => {
    await startRun('deploying');
    const { data } = JSON.parse(
      (await server.owner.request('GET', `/v1/projects/${owned.projectId}/runs`)).text,
    );
    try {
      const answer = await get(`?runId=${data[0]._id}`);
      expect(answer).toMatchObject({ status: 409, body: { code: 'run_not_ended' } });
    } finally {
      await server.owner.request('POST', `/v1/projects/${owned.projectId}/cancel`);
    }
  });
});

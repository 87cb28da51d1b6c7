import { afterAll, describe, expect, it } from 'vitest';
import { ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
afterAll(() => server.stop());

describe('GET /projects/{id}/runs/{runId}', () => {
  it('answers 404 for a run of another project', async () => {
    const { _id } = await server.services.projects.create(server.owner.actor, {
      ...{ name: 'n', description: 'd', politicsId: owned.politicsId },
    });
    const other = await server.owner.request('GET', `/v1/projects/${_id}/runs/${owned.runId}`);
    expect(other).toMatchObject({ status: 404, body: { code: 'run_not_found' } });
  });
});

describe('GET /projects/{id}/runs/{runId}/diff', () => {
  it('answers 200 with a Link header for the remaining differences if the response is full', async () => {
    const { limits } = server.dependencies;
    const { LIMIT_ANSWER_BYTES: answerBytes } = limits;
    limits.LIMIT_ANSWER_BYTES = 10;
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
    limits.LIMIT_ANSWER_BYTES = answerBytes;
  });
});

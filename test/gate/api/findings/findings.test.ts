import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endedRun, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
const path = `/v1/projects/${owned.projectId}/findings`;
afterAll(() => server.stop());

const get = (query = '') => server.owner.request('GET', `${path}${query}`);

describe('GET /projects/{id}/findings: 200', () => {
  it('continues in the run of the cursor, and refuses a cursor of a different run', async () => {
    const { body } = await get('?pageSize=1');
    const { nextCursor } = z.object({ nextCursor: z.string() }).parse(body);
    expect(await get(`?runId=${owned.runId}&after=${nextCursor}`)).toMatchObject({ status: 200 });
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect(await get(`?after=${nextCursor}`)).toMatchObject({ body: { data: [{ runId: owned.runId }] } });
    expect(await get(`?runId=${runId}&after=${nextCursor}`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'after', message: 'belongs to a different run from runId' }] },
    });
  });

  it('returns the findings of an earlier run if its id is given', async () => {
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect((await get()).body).toMatchObject({ data: [{ runId }, { runId }] });
    expect((await get(`?runId=${owned.runId}`)).body).toMatchObject({ data: [{ runId: owned.runId }, {}] });
  });
});

describe('GET /projects/{id}/findings', () => {
  it('answers 404 for an unknown run or project', async () => {
    expect(await get(`?runId=${'f'.repeat(24)}`)).toMatchObject({
      status: 404,
      body: { code: 'run_not_found' },
    });
    const unknown = await server.owner.request('GET', `/v1/projects/${'f'.repeat(24)}/findings`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  });
});

describe('PUT /projects/{id}/findings/{findingId}/review', () => {
  const reviewPath = async () => {
    const { findingId } = await endedRun(server, server.owner.actor, owned.projectId);
    return `${path}/${findingId}/review`;
  };
  const review = { label: 'NOT FOUND', outcome: 'violated', reason: 'the clause is struck out' };

  it('answers 200, and the review applies until a field of the rule changes, and again if the change is undone', async () => {
    await server.owner.request('PUT', await reviewPath(), { body: review });
    const politics = `/v1/politics/${owned.politicsId}`;
    const change = async (ifAbsent: string | null) => {
      const body = { updateRule: { index: 0, ifAbsent } };
      expect((await server.owner.request('PATCH', politics, { body })).status).toBe(200);
      await endedRun(server, server.owner.actor, owned.projectId);
      return (await get()).body;
    };
    expect(await change('violated')).toMatchObject({ data: [{ review: null }, { review: null }] });
    expect(await change(null)).toMatchObject({ data: [{ review }, { review: null }] });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endedRun, type OwnedRecords, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let owned: OwnedRecords;
let path = '';
beforeAll(async () => {
  server = await startTestServer();
  owned = await ownedRecordsOf(server, server.owner.actor);
  path = `/v1/projects/${owned.projectId}/findings`;
});
afterAll(() => server.stop());

const get = (query = '') => server.owner.request('GET', `${path}${query}`);

describe('GET /projects/{id}/findings: 200', () => {
  it('returns the findings of the last run in the order of the rules', async () => {
    const answer = await get();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        total: 2,
        page: 1,
        pageSize: 12,
        data: [
          { id: owned.findingId, rule: { index: 0, name: 'Notice' }, label: 'CONFIRMED', review: null },
          { rule: { index: 1, name: 'Deposit' } },
        ],
      },
    });
  });

  it('returns a cursor, and the next page for this cursor', async () => {
    const { body } = await get('?pageSize=1&label=CONFIRMED');
    const { nextCursor } = z.object({ nextCursor: z.string() }).parse(body);
    expect(await get(`?pageSize=1&label=CONFIRMED&after=${nextCursor}`)).toMatchObject({
      status: 200,
      body: { data: [{ rule: { index: 1 } }], nextCursor: null },
    });
  });

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

  it('returns pages by number', async () => {
    expect((await get('?page=2&pageSize=1')).body).toMatchObject({
      total: 2,
      data: [{ rule: { index: 1 } }],
    });
    expect((await get('?page=3&pageSize=1')).body).toMatchObject({ total: 2, data: [] });
  });

  it.each([
    ['label=CONFIRMED', 2],
    ['label=NOT%20FOUND', 0],
    ['label=not_assessed', 0],
    ['outcome=satisfied', 2],
    ['outcome=violated', 0],
    ['ruleKey=unknown', 0],
    ['fileIndex=0', 0],
    ['label=CONFIRMED&outcome=violated', 0],
  ])('filters by %s', async (query, total) => {
    expect((await get(`?${query}`)).body).toMatchObject({ total });
  });

  it('filters by the key of a rule', async () => {
    const [first] = JSON.parse((await get()).text).data;
    expect((await get(`?ruleKey=${first.rule.key}`)).body).toMatchObject({
      total: 1,
      data: [{ id: first.id }],
    });
  });

  it('returns the findings of an earlier run if its id is given', async () => {
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect((await get()).body).toMatchObject({ data: [{ runId }, { runId }] });
    expect((await get(`?runId=${owned.runId}`)).body).toMatchObject({ data: [{ runId: owned.runId }, {}] });
  });

  it('returns no findings for a project that was never checked', async () => {
    const { _id } = await server.services.projects.create(server.owner.actor, {
      name: 'n',
      description: 'd',
      politicsId: owned.politicsId,
    });
    const answer = await server.owner.request('GET', `/v1/projects/${_id}/findings`);
    expect(answer).toMatchObject({ status: 200, body: { data: [], total: 0 } });
  });
});

describe('GET /projects/{id}/findings', () => {
  it.each([
    ['label=confirmed', 'label'],
    ['outcome=ok', 'outcome'],
    ['runId=x', 'runId'],
    ['fileIndex=-1', 'fileIndex'],
    ['fileIndex=one', 'fileIndex'],
    ['fileIndex=', 'fileIndex'],
    ['label=', 'label'],
    ['runId=', 'runId'],
    ['pageSize=1000', 'pageSize'],
    ['rule=x', 'rule'],
  ])('answers 400 for %s', async (query, at) => {
    expect(await get(`?${query}`)).toMatchObject({ status: 400, body: { errors: [{ path: at }] } });
  });

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

  it('answers 200 and stores the review in addition to the label of the check, with author and time', async () => {
    const answer = await server.owner.request('PUT', await reviewPath(), { body: review });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          label: 'CONFIRMED',
          review: { ...review, by: server.owner.email, at: expect.stringMatching(/Z$/) },
        },
      },
    });
    expect((await get()).body).toMatchObject({ data: [{ review }, { review: null }] });
  });

  it('answers 200 and replaces an earlier review; DELETE removes it', async () => {
    const at = await reviewPath();
    await server.owner.request('PUT', at, { body: review });
    await server.owner.request('PUT', at, { body: { ...review, label: 'ESTIMATED' } });
    expect((await get()).body).toMatchObject({ data: [{ review: { label: 'ESTIMATED' } }, {}] });
    expect(await server.owner.request('DELETE', at)).toMatchObject({
      status: 200,
      body: { data: { review: null } },
    });
    expect((await server.owner.request('DELETE', at)).status).toBe(200);
    expect((await get()).body).toMatchObject({ data: [{ review: null }, {}] });
  });

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

  it.each<[string, object, string[]]>([
    ['an unknown label', { ...review, label: 'OK' }, ['label']],
    ['a label that is null', { ...review, label: null }, ['label']],
    ['no reason', { label: 'ESTIMATED' }, ['reason']],
    ['a blank reason', { ...review, reason: ' ' }, ['reason']],
    ['an author, which only the server sets', { ...review, by: 'somebody else' }, ['by']],
  ])('answers 400 for %s', async (_what, body, paths) => {
    const answer = await server.owner.request('PUT', await reviewPath(), { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: paths.map((at) => ({ path: at })) } });
  });

  it('answers 404 for an unknown finding', async () => {
    const answer = await server.owner.request('PUT', `${path}/${'f'.repeat(24)}/review`, { body: review });
    expect(answer).toMatchObject({ status: 404, body: { code: 'finding_not_found' } });
  });
});

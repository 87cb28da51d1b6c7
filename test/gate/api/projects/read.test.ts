import { afterAll, describe, expect, it } from 'vitest';
import { endedRun, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
const path = `/v1/projects/${owned.projectId}`;
afterAll(() => server.stop());

const draft = () =>
  server.services.projects.create(server.owner.actor, {
    name: 'n',
    description: 'd',
    politicsId: owned.politicsId,
  });

describe('GET /projects/{id}: 200', () => {
  it('lists the last 20 runs, newest first', async () => {
    const { _id } = await draft();
    const ids: string[] = [];
    for (let at = 0; at < 22; at++) ids.unshift((await endedRun(server, server.owner.actor, _id)).runId);
    const { body } = await server.owner.request('GET', `/v1/projects/${_id}`);
    expect(body).toMatchObject({ data: { runs: ids.slice(0, 20).map((id) => ({ _id: id })) } });
  });
});

describe('GET /projects/{id}: 200 with a result', () => {
  it('has the first 100 findings, the number of all, and the cursor of the next', async () => {
    const rules = Array.from({ length: 101 }, (_, at) => ({ name: `r${at}`, description: `It has ${at}.` }));
    const politics = { name: 'n', description: 'd', rules };
    const { actor } = server.owner;
    const { _id: politicsId } = await server.services.politics.create(actor, politics);
    const { _id } = await server.services.projects.create(actor, { name: 'n', description: 'd', politicsId });
    await endedRun(server, actor, _id);
    const { body } = await server.owner.request('GET', `/v1/projects/${_id}`);
    const result = { findingsTotal: 101, nextCursor: expect.any(String) };
    expect(body).toMatchObject({ data: { result: { ...result, findings: { length: 100 } } } });
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

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rules } from '../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let politicsId = '';
let path = '';
beforeAll(async () => {
  server = await startTestServer();
  politicsId = (
    await server.services.politics.create(server.owner.actor, { name: 'n', description: 'd', rules })
  )._id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  const made = await server.services.projects.create(server.owner.actor, {
    name: 'n',
    description: 'd',
    politicsId,
  });
  path = `/v1/projects/${made._id}`;
});

const put = (body: object, headers = {}) => server.owner.request('PUT', path, { body, headers });
const deploying = { status: 'deploying' };
const runs = async () =>
  z
    .object({ total: z.int(), data: z.array(z.object({ _id: z.string(), state: z.string() })) })
    .parse((await server.owner.request('GET', `${path}/runs`)).body);

describe('PUT /projects/{id}: 200', () => {
  it('starts a draft: a run is queued', async () => {
    expect(await put(deploying)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: expect.stringContaining('is being checked'),
        data: { status: 'deploying' },
      },
    });
    expect(await runs()).toMatchObject({ total: 1, data: [{ state: 'queued' }] });
  });

  it('changes what is sent and keeps the rest', async () => {
    const files = [{ name: 'f', type: 'url', url: 'https://example.org/' }];
    expect((await put({ name: 'new', files, scope: 'each' })).body).toMatchObject({
      data: { name: 'new', description: 'd', files, scope: 'each', status: 'draft', politicsId },
    });
    expect((await runs()).total).toBe(0);
  });

  it('changes and starts in one request', async () => {
    const answer = await put({ ...deploying, files: [{ name: 't', type: 'text', content: 'Notice.' }] });
    expect(answer.body).toMatchObject({
      data: { status: 'deploying', files: [{ name: 't', type: 'document' }] },
    });
  });

  it('treats the current status as no change', async () => {
    expect(await put({ status: 'draft' })).toMatchObject({
      status: 200,
      body: { data: { status: 'draft' } },
    });
    expect((await runs()).total).toBe(0);
  });

  it('accepts a record as it was read', async () => {
    const read = JSON.parse((await server.owner.request('GET', path)).text).data;
    expect(await put(read)).toMatchObject({ status: 200, body: { data: { name: 'n', status: 'draft' } } });
  });

  it('starts a new run after a cancellation, and keeps the old one', async () => {
    await put(deploying);
    await server.owner.request('POST', `${path}/cancel`);
    expect((await put(deploying)).status).toBe(200);
    expect(await runs()).toMatchObject({ total: 2, data: [{ state: 'queued' }, { state: 'canceled' }] });
  });

  it('uses the rule set as it was at the start of the run', async () => {
    await put(deploying);
    const [run] = (await runs()).data;
    await server.owner.request('PATCH', `/v1/politics/${politicsId}`, { body: { addRules: [rules[0]] } });
    const { body } = await server.owner.request('GET', `${path}/runs/${run?._id}`);
    expect(body).toMatchObject({ data: { politics: { politicsId, rules } } });
  });

  it('starts only one run if the request is repeated with its idempotency key', async () => {
    const headers = { 'idempotency-key': 'deploy-1' };
    const first = await put(deploying, headers);
    const again = await put(deploying, headers);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await runs()).total).toBe(1);
  });
});

describe('PUT /projects/{id}: 400', () => {
  it.each<[string, object, string]>([
    ['a status there is not', { status: 'done' }, 'status'],
    ['a status it does not have', { status: 'completed' }, 'status'],
    ['a status that is a number', { status: 1 }, 'status'],
    ['null for files', { files: null }, 'files'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a politicsId that is none', { politicsId: 'x' }, 'politicsId'],
    ['a private link', { files: [{ name: 'n', type: 'url', url: 'http://localhost' }] }, 'files[0].url'],
    ['a field there is not', { Status: 'deploying' }, 'Status'],
  ])('%s, and nothing changes', async (_what, body, at) => {
    const before = (await server.owner.request('GET', path)).body;
    expect(await put(body)).toMatchObject({ status: 400, body: { errors: [{ path: at }] } });
    expect((await server.owner.request('GET', path)).body).toEqual(before);
  });
});

describe('PUT /projects/{id}: 404', () => {
  it('for a project or a rule set that does not exist', async () => {
    const unknown = await server.owner.request('PUT', `/v1/projects/${'f'.repeat(24)}`, { body: deploying });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    expect(await put({ politicsId: 'f'.repeat(24) })).toMatchObject({
      status: 404,
      body: { code: 'politics_not_found' },
    });
  });
});

describe('PUT /projects/{id}: 409', () => {
  it('while the project is being checked, for any change', async () => {
    await put(deploying);
    for (const body of [deploying, { name: 'new' }, {}]) {
      expect(await put(body)).toMatchObject({ status: 409, body: { code: 'project_deploying' } });
    }
    expect((await runs()).total).toBe(1);
  });

  it('for all but one of many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(deploying)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect((await runs()).total).toBe(1);
  });
});

describe('PUT /projects/{id}: 412', () => {
  it('if the project has changed since it was read', async () => {
    const etag = (await server.owner.request('GET', path)).headers.get('etag') ?? '';
    expect((await put({ name: 'first' }, { 'if-match': etag })).status).toBe(200);
    expect(await put(deploying, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
    expect((await runs()).total).toBe(0);
  });
});

describe('POST /projects/{id}/cancel', () => {
  it('200: the run is canceled at once', async () => {
    await put(deploying);
    expect(await server.owner.request('POST', `${path}/cancel`)).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'canceled' } },
    });
    expect((await runs()).data).toMatchObject([{ state: 'canceled' }]);
  });

  it('200: with or without a JSON content type', async () => {
    await put(deploying);
    const headers = { 'content-type': 'application/json' };
    expect((await server.owner.request('POST', `${path}/cancel`, { headers, raw: '{}' })).status).toBe(200);
  });

  it('409: if no run is active', async () => {
    expect(await server.owner.request('POST', `${path}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'project_not_deploying' },
    });
  });

  it('404: for a project that does not exist', async () => {
    const answer = await server.owner.request('POST', `/v1/projects/${'f'.repeat(24)}/cancel`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rules } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

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
  it('starts a draft: it queues a run', async () => {
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

  it('replaces the fields that are sent and keeps the others', async () => {
    const files = [{ name: 'f', type: 'url', url: 'https://example.org/' }];
    expect((await put({ name: 'new', files, scope: 'each' })).body).toMatchObject({
      data: { name: 'new', description: 'd', files, scope: 'each', status: 'draft', politicsId },
    });
    expect((await runs()).total).toBe(0);
  });

  it('changes the project and starts a run in one request', async () => {
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

  it('accepts a record exactly as GET returned it', async () => {
    const read = JSON.parse((await server.owner.request('GET', path)).text).data;
    expect(await put(read)).toMatchObject({ status: 200, body: { data: { name: 'n', status: 'draft' } } });
  });

  it('starts a new run after a cancellation, and keeps the canceled one', async () => {
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
    ['an unknown status', { status: 'done' }, 'status'],
    ['a status that a client cannot set', { status: 'completed' }, 'status'],
    ['a status that is a number', { status: 1 }, 'status'],
    ['files that are null', { files: null }, 'files'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a politicsId that is not an id', { politicsId: 'x' }, 'politicsId'],
    [
      'a link to a private address',
      { files: [{ name: 'n', type: 'url', url: 'http://localhost' }] },
      'files[0].url',
    ],
    ['an unknown field', { Status: 'deploying' }, 'Status'],
  ])('is the answer to %s, and nothing changes', async (_what, body, at) => {
    const before = (await server.owner.request('GET', path)).body;
    expect(await put(body)).toMatchObject({ status: 400, body: { errors: [{ path: at }] } });
    expect((await server.owner.request('GET', path)).body).toEqual(before);
  });
});

describe('PUT /projects/{id}: 404', () => {
  it('is the answer to a project or rule set that does not exist', async () => {
    const unknown = await server.owner.request('PUT', `/v1/projects/${'f'.repeat(24)}`, { body: deploying });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    expect(await put({ politicsId: 'f'.repeat(24) })).toMatchObject({
      status: 404,
      body: { code: 'politics_not_found' },
    });
  });
});

describe('PUT /projects/{id}: 409', () => {
  it('is the answer to any change while the project is being checked', async () => {
    await put(deploying);
    for (const body of [deploying, { name: 'new' }, {}]) {
      expect(await put(body)).toMatchObject({ status: 409, body: { code: 'project_deploying' } });
    }
    expect((await runs()).total).toBe(1);
  });

  it('is the answer to all but one of many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(deploying)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect((await runs()).total).toBe(1);
  });
});

describe('PUT /projects/{id}: 412', () => {
  it('is the answer if the project has changed since it was read', async () => {
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
  it('answers 200, and the run is canceled at once', async () => {
    await put(deploying);
    expect(await server.owner.request('POST', `${path}/cancel`)).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'canceled' } },
    });
    expect((await runs()).data).toMatchObject([{ state: 'canceled' }]);
  });

  it('answers 200 with or without a JSON content type', async () => {
    await put(deploying);
    const headers = { 'content-type': 'application/json' };
    expect((await server.owner.request('POST', `${path}/cancel`, { headers, raw: '{}' })).status).toBe(200);
  });

  it('answers 409 if no run is active', async () => {
    expect(await server.owner.request('POST', `${path}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'project_not_deploying' },
    });
  });

  it('answers 404 for a project that does not exist', async () => {
    const answer = await server.owner.request('POST', `/v1/projects/${'f'.repeat(24)}/cancel`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  });
});

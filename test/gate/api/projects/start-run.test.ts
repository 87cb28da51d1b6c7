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
});

describe('PUT /projects/{id}: 400', () => {
  it.each<[string, object, string]>([
    [
      'a link to a private address',
      { files: [{ name: 'n', type: 'url', url: 'http://localhost' }] },
      'files[0].url',
    ],
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

describe('POST /projects/{id}/cancel', () => {
  it('answers 200 with or without a JSON content type', async () => {
    await put(deploying);
    const headers = { 'content-type': 'application/json' };
    expect((await server.owner.request('POST', `${path}/cancel`, { headers, raw: '{}' })).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rules = [{ name: 'r', description: 'd' }];
const body = (name: string) => ({ name, description: 'd', rules });
const post = (name: string, key: string, user = server.owner) =>
  user.request('POST', '/v1/politics', { body: body(name), headers: { 'idempotency-key': key } });
const total = async (search: string) =>
  (await server.owner.request('GET', `/v1/politics?search=${search}`)).body;

describe('an Idempotency-Key', () => {
  it('makes a repeated request return the first answer, marked as replayed', async () => {
    const first = await post('once', 'a');
    const again = await post('once', 'a');
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await total('once')).toMatchObject({ total: 1 });
  });

  it('lets only one of 50 concurrent requests create a record; the others wait for the answer or get 409', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('parallel', 'b')));
    expect(await total('parallel')).toMatchObject({ total: 1 });
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect((await post('parallel', 'b')).text).toBe(made[0]?.text);
  });

  it('treats a body with its members in a different order as the same body', async () => {
    const first = await post('order', 'c');
    const headers = { 'idempotency-key': 'c', 'content-type': 'application/json' };
    const raw = JSON.stringify({ rules: [{ description: 'd', name: 'r' }], description: 'd', name: 'order' });
    const again = await server.owner.request('POST', '/v1/politics', { raw, headers });
    expect(again.text).toBe(first.text);
  });

  it('is refused with 422 if it was used with a different body, and nothing changes', async () => {
    await post('first', 'd');
    expect(await post('second', 'd')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await total('second')).toMatchObject({ total: 0 });
  });

  it('applies to a single user and a single operation', async () => {
    await post('mine', 'e');
    expect(await post('theirs', 'e', server.stranger)).toMatchObject({ status: 201 });
    const politics = JSON.parse((await post('mine', 'e')).text).data;
    const project = await server.owner.request('POST', '/v1/projects', {
      body: { name: 'n', description: 'd', politicsId: politics._id },
      headers: { 'idempotency-key': 'e' },
    });
    expect(project.status).toBe(201);
  });

  it('can be used again after a request that failed', async () => {
    const headers = { 'idempotency-key': 'f' };
    const project = { name: 'n', description: 'd', politicsId: 'f'.repeat(24) };
    const failed = await server.owner.request('POST', '/v1/projects', { body: project, headers });
    expect(failed.status).toBe(404);
    const { _id } = await server.services.politics.create(server.owner.actor, {
      name: 'n',
      description: 'd',
      rules,
    });
    const retried = await server.owner.request('POST', '/v1/projects', {
      body: { ...project, politicsId: _id },
      headers,
    });
    expect(retried.status).toBe(201);
  });

  it('is refused with 400 if it is empty or too long', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      expect(await post('bad key', key)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'Idempotency-Key' }] },
      });
    }
  });
});

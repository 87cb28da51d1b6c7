import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let path = '';
beforeAll(async () => {
  server = await startTestServer();
  const rules = [{ name: 'r', description: 'd' }];
  const made = await server.services.politics.create(server.owner.actor, {
    name: 'n',
    description: 'd',
    rules,
  });
  path = `/v1/politics/${made._id}`;
});
afterAll(() => server.stop());

describe('GET /politics/{id}: 200', () => {
  it('returns the record, whatever the case of the id', async () => {
    const answer = await server.owner.request('GET', path);
    expect(answer.body).toMatchObject({
      success: true,
      data: { name: 'n', knowledgeFiles: [], outputFormat: null },
    });
    const upper = path.replace(/[0-9a-f]{24}/, (id) => id.toUpperCase());
    expect((await server.owner.request('GET', upper)).body).toEqual(answer.body);
  });
});

describe('GET /politics/{id}: 304', () => {
  it('is the answer while nothing has changed, for any form of the ETag', async () => {
    const etag = (await server.owner.request('GET', path)).headers.get('etag') ?? '';
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await server.owner.request('GET', path, { headers: { 'if-none-match': tag } });
      expect(answer).toMatchObject({ status: 304, text: '' });
      expect(answer.headers.get('etag')).toBe(etag);
    }
    await server.owner.request('PATCH', path, { body: { name: 'other' } });
    const changed = await server.owner.request('GET', path, { headers: { 'if-none-match': etag } });
    expect(changed).toMatchObject({ status: 200, body: { data: { name: 'other' } } });
  });
});

describe('GET /politics/{id}: 404', () => {
  it('is the answer to an id without a record, and to the id of a deleted one', async () => {
    const unknown = await server.owner.request('GET', `/v1/politics/${'f'.repeat(24)}`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'politics_not_found', success: false } });
    expect(await server.stranger.request('GET', path)).toMatchObject({ status: 404 });
  });
});

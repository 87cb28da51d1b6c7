import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rules = [{ name: 'r', description: 'd' }];
const made = () =>
  server.services.politics.create(server.owner.actor, { name: 'n', description: 'd', rules });

describe('DELETE /politics/{id}', () => {
  it('answers 200, and the rule set is gone from the list too', async () => {
    const { _id } = await made();
    expect(await server.owner.request('DELETE', `/v1/politics/${_id}`)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining(_id) },
    });
    expect((await server.owner.request('GET', `/v1/politics/${_id}`)).status).toBe(404);
    expect((await server.owner.request('GET', '/v1/politics')).text).not.toContain(_id);
  });

  it('answers 404 if the rule set is already deleted', async () => {
    const { _id } = await made();
    await server.owner.request('DELETE', `/v1/politics/${_id}`);
    expect(await server.owner.request('DELETE', `/v1/politics/${_id}`)).toMatchObject({
      status: 404,
      body: { code: 'politics_not_found' },
    });
  });

  it('answers 409 while a project uses the rule set', async () => {
    const { _id } = await made();
    const project = await server.services.projects.create(server.owner.actor, {
      name: 'n',
      description: 'd',
      politicsId: _id,
    });
    expect(await server.owner.request('DELETE', `/v1/politics/${_id}`)).toMatchObject({
      status: 409,
      body: { code: 'politics_in_use' },
    });
    await server.owner.request('DELETE', `/v1/projects/${project._id}`);
    expect((await server.owner.request('DELETE', `/v1/politics/${_id}`)).status).toBe(200);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

describe('a request to /mcp', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { accept: 'application/json, text/event-stream' };

  it('needs a valid token', async () => {
    expect(await server.anonymous('POST', '/mcp', { body: list, headers })).toMatchObject({
      ...{ status: 401, body: { code: 'unauthenticated' } },
    });
    const wrong = { ...headers, authorization: 'Bearer pv_wrong_token' };
    expect(await server.anonymous('POST', '/mcp', { body: list, headers: wrong })).toMatchObject({
      status: 401,
    });
    const withCookie = { ...headers, cookie: 'proviso.session_token=x' };
    expect(await server.anonymous('POST', '/mcp', { body: list, headers: withCookie })).toMatchObject({
      status: 401,
    });
  });

  it('must be a POST of one message, and needs no session', async () => {
    expect(await server.owner.request('GET', '/mcp')).toMatchObject({ status: 405 });
    expect(await server.owner.request('POST', '/mcp/x', { body: list, headers })).toMatchObject({
      status: 404,
    });
    expect(await server.owner.request('POST', '/mcp', { body: [list], headers })).toMatchObject({
      status: 400,
    });
    expect(
      await server.owner.request('POST', '/mcp', {
        raw: '{',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    ).toMatchObject({ status: 400 });
    const { status } = await server.owner.request('POST', '/mcp', { body: list, headers });
    expect(status).toBe(200);
  });

  it('counts for the rate limit of the user', async () => {
    const beside = await server.beside({ LIMIT_REQUESTS_PER_MINUTE: '1', WORKERS: '0' });
    const ask = () => beside.request(server.stranger, 'POST', '/mcp', { body: list, headers });
    expect([(await ask()).status, (await ask()).status]).toContain(429);
    await beside.stop();
  });
});

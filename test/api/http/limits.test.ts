import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LIMIT_REQUESTS_PER_MINUTE: '5', LIMIT_SIGN_INS_PER_HOUR: '3' });
});
afterAll(() => server.stop());

describe('429', () => {
  it('is what a token gets that asks too often, and makes nothing', async () => {
    const body = { name: 'n', description: 'd', rules: [{ name: 'r', description: 'd' }] };
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await server.owner.request('POST', '/v1/politics', { body }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const last = answers.at(-1);
    expect(last?.body).toMatchObject({ code: 'rate_limited', success: false });
    expect(last?.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60');
    expect(last?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { total } = await server.services.politics.list(server.owner.actor, { page: 1, pageSize: 1 });
    expect(total).toBe(5);
  });

  it('does not touch another token, of the same user neither', async () => {
    const { secret } = await server.services.tokens.create(server.owner.actor, { name: 'second' });
    const headers = { 'api-token': secret };
    expect((await server.anonymous('GET', '/v1/politics', { headers })).status).toBe(200);
    expect((await server.stranger.request('GET', '/v1/politics')).status).toBe(200);
  });

  it('is what an address gets that tries passwords', async () => {
    const tryOnce = () =>
      server.anonymous('POST', '/trpc/account.signIn', {
        body: { email: 'owner@example.org', password: 'guess' },
      });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await tryOnce()).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const refused = await tryOnce();
    expect(refused.headers.get('ratelimit-policy')).toBe('"sign-in";q=3;w=3600');
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
  });

  it('does not keep those out who only read', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      for (let i = 0; i < 10; i++) expect((await server.anonymous('GET', path)).status).toBe(200);
    }
  });
});

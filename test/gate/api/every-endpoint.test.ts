import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/operations.ts';
import { problemSchema } from '../../../src/api/problem.ts';
import { ownedRecordsOf } from '../../support/owned-records.ts';
import { type Answer, startTestServer } from '../../support/server.ts';

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
afterAll(() => server.stop());

const endpoints = operations().map(({ meta: { openapi } }) => ({
  name: `${openapi.method} ${openapi.path}`,
  method: openapi.method,
  path: openapi.path,
  takesBody: openapi.method !== 'GET' && openapi.method !== 'DELETE',
  hasId: openapi.path.includes('{'),
}));
const withBody = endpoints.filter(({ takesBody }) => takesBody);
const withId = endpoints.filter(({ hasId }) => hasId);

/** The path with its ids filled in: `id` for all of them if given, otherwise the ids of the owner's records. */
function at(path: string, id?: string): string {
  return `/v1${path
    .replace('{runId}', id ?? owned.runId)
    .replace('{notificationId}', id ?? owned.notificationId)
    .replace('{findingId}', id ?? owned.findingId)
    .replace('{id}', id ?? idOf(path))}`;
}

function idOf(path: string): string {
  if (path.startsWith('/workspaces')) return server.owner.actor.workspaceId;
  return path.startsWith('/politics') ? owned.politicsId : owned.projectId;
}

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = problemSchema.strict().parse(answer.body);
  expect(problem).toMatchObject({ status, code, success: false, message: problem.detail });
  expect(problem.requestId).toBe(answer.headers.get('x-request-id'));
}

describe('401', () => {
  it.each(endpoints)('is the answer to a request without a token: $name', async ({ method, path }) => {
    const answer = await server.anonymous(method, at(path));
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    ['that is unknown', { 'api-token': `pv_${'0'.repeat(24)}_${'x'.repeat(43)}` }],
    ['in a wrong format', { 'api-token': 'hello' }],
    ['sent with a different authentication scheme', { authorization: 'Basic abc' }],
    ['with a changed letter', {}],
  ])('is the answer to a token %s', async (what, headers) => {
    const changed = { 'api-token': server.owner.token.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')) };
    const answer = await server.anonymous('GET', '/v1/politics', {
      headers: what.startsWith('with') ? changed : headers,
    });
    expectProblem(answer, 401, 'unauthenticated');
  });

  it('takes precedence over all other errors: unknown path, wrong method, body too large, not JSON', async () => {
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['GET', '/v1'],
      ['PUT', '/v1/politics'],
      ['POST', '/v1/politics'],
    ] as const) {
      const raw = method === 'GET' ? undefined : 'x'.repeat(2_000_000);
      const answer = await server.anonymous(method, path, {
        ...(raw && { raw, headers: { 'content-type': 'text/plain' } }),
      });
      expectProblem(answer, 401, 'unauthenticated');
    }
  });
});

describe('a token', () => {
  it('is also accepted as a bearer token, whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer']) {
      const headers = { authorization: `${scheme} ${server.owner.token}` };
      expect(await server.anonymous('GET', '/v1/politics', { headers })).toMatchObject({ status: 200 });
    }
  });

  it('is refused with 401 as soon as it is revoked or has expired', async () => {
    const { services, owner } = server;
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { token, secret } = await services.tokens.create(owner.actor, { name: 't', expiresAt: soon });
    const ask = () => server.anonymous('GET', '/v1/politics', { headers: { 'api-token': secret } });
    expect((await ask()).status).toBe(200);
    await services.tokens.revoke(owner.actor, token._id);
    expectProblem(await ask(), 401, 'unauthenticated');
  });
});

describe('404 or 405', () => {
  it.each(['/v1/nothing', '/v1', '/v1/', '/v1/politics/x/y', '/v1/projects/1/2/3', '/v1/Politic'])(
    'is the answer to the unknown path %s',
    async (path) => {
      expectProblem(await server.owner.request('GET', path), 404, 'path_not_found');
    },
  );

  it.each(endpoints)(
    'is the answer to other methods, with a list of the methods of the path: $name',
    async ({ path }) => {
      const others = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
      const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (method) => !others.some((other) => other === method),
      );
      for (const method of wrong) {
        const answer = await server.owner.request(method, at(path));
        expectProblem(answer, 405, 'method_not_allowed');
        const allowed = new Set(answer.headers.get('allow')?.split(', '));
        expect(allowed).toEqual(new Set([...others, ...(others.includes('GET') ? ['HEAD'] : [])]));
      }
    },
  );

  it.each(endpoints.filter(({ method }) => method === 'GET'))(
    'is not the answer to HEAD, which is like GET without a body: $name',
    async ({ path }) => {
      const needed = path === '/webhooks/key' ? '?url=https%3A%2F%2Fexample.org' : '';
      const answer = await server.owner.request('HEAD', `${at(path)}${needed}`);
      // The cited file has no pages, because it is a PDF.
      const status = path.endsWith('/pages') ? 404 : 200;
      expect(answer).toMatchObject({ status, text: '' });
    },
  );
});

describe('413', () => {
  it.each(withBody)('is the answer to a body of 20 MB: $name', async ({ method, path }) => {
    const raw = `{"name":"${'x'.repeat(20_000_000)}"}`;
    expectProblem(await server.owner.request(method, at(path), { raw }), 413, 'body_too_large');
  });

  it('is the answer to a body without a declared length', async () => {
    const chunk = Buffer.alloc(200_000, 'x');
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('{"name":"'));
        for (let i = 0; i < 10; i++) controller.enqueue(chunk);
        controller.close();
      },
    });
    const answer = await fetch(`${server.address}/v1/politics`, {
      method: 'POST',
      headers: { 'api-token': server.owner.token, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    expect(answer.status).toBe(413);
  });
});

describe('415', () => {
  it.each(withBody)('is the answer to a body that is not JSON: $name', async ({ method, path }) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'multipart/form-data',
    ]) {
      const answer = await server.owner.request(method, at(path), {
        raw: 'a=b',
        headers: { 'content-type': type },
      });
      expectProblem(answer, 415, 'unsupported_media_type');
    }
    const untyped = await server.owner.request(method, at(path), { raw: Buffer.from('{}') });
    expectProblem(untyped, 415, 'unsupported_media_type');
  });
});

describe('400', () => {
  it.each(withBody)('is the answer to a body that is not a JSON object: $name', async ({ method, path }) => {
    const json = { 'content-type': 'application/json; charset=utf-8' };
    for (const raw of ['{', '{"a":1,}', 'undefined', "{'a':1}", '\u0000']) {
      expectProblem(
        await server.owner.request(method, at(path), { raw, headers: json }),
        400,
        'malformed_json',
      );
    }
    const notObjects = [
      '[]',
      '[{"name":"n"}]',
      `{"name":${'['.repeat(70)}${']'.repeat(70)}}`,
      '{"outputFormat":{"__proto__":{}}}',
    ];
    for (const raw of notObjects) {
      expectProblem(
        await server.owner.request(method, at(path), { raw, headers: json }),
        400,
        'validation_failed',
      );
    }
  });

  it.each(endpoints)(
    'is the answer to an unknown field, and names the field: $name',
    async ({ method, path, takesBody }) => {
      const answer = takesBody
        ? await server.owner.request(method, at(path), { body: { naem: 'x' } })
        : await server.owner.request(method, `${at(path)}?naem=x`);
      expectProblem(answer, 400, 'validation_failed');
      expect(answer.body).toMatchObject({
        errors: expect.arrayContaining([expect.objectContaining({ path: 'naem' })]),
      });
    },
  );

  it.each(withBody)(
    'is the answer to query parameters in a request with a body: $name',
    async ({ method, path }) => {
      const answer = await server.owner.request(method, `${at(path)}?page=1`, { body: {} });
      expect(answer.body).toMatchObject({ status: 400, errors: [{ path: 'page' }] });
    },
  );

  it.each(withId)(
    'is the answer to an id that is repeated outside the path: $name',
    async ({ method, path, takesBody }) => {
      const answer = takesBody
        ? await server.owner.request(method, at(path), { body: { id: 'f'.repeat(24) } })
        : await server.owner.request(method, `${at(path)}?id=${'f'.repeat(24)}`);
      expect(answer.body).toMatchObject({ status: 400, errors: [{ path: 'id' }] });
    },
  );

  it.each(withId)('is the answer to an invalid id: $name', async ({ method, path, takesBody }) => {
    for (const id of ['x', '123', 'g'.repeat(24), 'f'.repeat(25), '%00', '%zz', 'null']) {
      const answer = await server.owner.request(method, at(path, id), { ...(takesBody && { body: {} }) });
      expectProblem(answer, 400, 'validation_failed');
    }
  });
});

describe('every answer', () => {
  it('has the request id that the caller sent if it is well-formed, otherwise a new one', async () => {
    const ask = (id: string) =>
      server.owner.request('GET', '/v1/politics', { headers: { 'x-request-id': id } });
    expect((await ask('import-7.3:a')).headers.get('x-request-id')).toBe('import-7.3:a');
    for (const dirty of ['a b', 'x'.repeat(65), '<script>']) {
      expect((await ask(dirty)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('reveals nothing about the software of the server', async () => {
    const answer = await server.owner.request('GET', '/v1/politics');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('openapi.json and this file', () => {
  it('contain the same endpoints', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const files = [
      '/files',
      '/projects/{id}/events',
      '/projects/{id}/report',
      '/projects/{id}/bundle',
      '/audit/export',
    ];
    const withoutToken = '/.well-known/jwks.json';
    const documented = Object.keys(paths).filter((path) => ![...files, withoutToken].includes(path));
    expect(new Set(endpoints.map(({ path }) => path))).toEqual(new Set(documented));
  });
});

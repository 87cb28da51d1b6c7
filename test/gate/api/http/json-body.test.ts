import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const post = (raw: string | Uint8Array, type = 'application/json') =>
  server.owner.request('POST', '/v1/politics', { raw, headers: { 'content-type': type } });
const politics = (name: string) =>
  `{"name":"${name}","description":"d","rules":[{"name":"r","description":"d"}]}`;

describe('a JSON body', () => {
  it.each([
    ['null', 'null'],
    ['5', 'a number'],
    ['"text"', 'a string'],
    ['true', 'a boolean'],
    ['[]', 'an array'],
  ])('is refused if it is %s, and the error names this type', async (raw, found) => {
    expect(await post(raw)).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        detail: `the body must be a JSON object, not ${found}`,
        errors: [{ path: '' }],
      },
    });
  });

  it.each([
    ['a value', politics('a\\ud800b'), 'name'],
    ['a value that is only the second half', politics('\\udc00'), 'name'],
    ['a nested value', politics('n').replace('"r"', '"\\ud83d"'), 'rules[0].name'],
    ['the name of a member', '{"name":"n","outputFormat":{"\\udfff":1}}', 'outputFormat'],
  ])(
    'is refused if %s contains half of a surrogate pair, and the error names the field',
    async (_what, raw, path) => {
      const { total } = await server.services.politics.list(server.owner.actor, { page: 1, pageSize: 1 });
      expect(await post(raw)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
      expect(await server.services.politics.list(server.owner.actor, { page: 1, pageSize: 1 })).toMatchObject(
        {
          total,
        },
      );
    },
  );

  it('is stored and returned as it was sent, whatever its characters', async () => {
    const name = '💡 \\u0000 \\ufffd \\ud83d\\udca1 e\\u0301 \\u202e';
    const answer = await post(politics(name));
    expect(answer).toMatchObject({ status: 201, body: { data: { name: JSON.parse(`"${name}"`) } } });
  });

  it('is refused if its bytes are not valid UTF-8, rather than read with replaced characters', async () => {
    const latin1 = Buffer.from(politics('Büro'), 'latin1');
    expect(await post(latin1)).toMatchObject({
      status: 400,
      body: { code: 'malformed_json', detail: expect.stringContaining('UTF-8') },
    });
    expect((await post(Buffer.from(politics('Büro')))).status).toBe(201);
  });

  it('is refused if it declares another encoding, and the error names that encoding', async () => {
    const answer = await post(Buffer.from(politics('n'), 'utf16le'), 'application/json; charset=UTF-16');
    expect(answer).toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining('charset=utf-16') },
    });
    expect((await post(politics('n'), 'application/json; charset="UTF-8"')).status).toBe(201);
  });
});

describe('a text file in a body', () => {
  it('does not count towards LIMIT_BODY_BYTES on any path that takes files', async () => {
    const small = await server.beside({ LIMIT_BODY_BYTES: '1024' });
    const files = [{ name: 'a.txt', type: 'text', content: 'The tenant shall pay the rent. '.repeat(200) }];
    const statusOf = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await small.request(server.owner, method, path, { body })).status;
    const rules = [{ name: 'r', description: 'd' }];
    const { _id: politicsId } = await server.services.politics.create(server.owner.actor, {
      ...{ name: 'n', description: 'd', rules },
    });
    const project = { name: 'n', description: 'd', politicsId };
    const { _id } = await server.services.projects.create(server.owner.actor, project);
    expect(await statusOf('POST', '/v1/projects', { ...project, files })).toBe(201);
    expect(await statusOf('PUT', `/v1/projects/${_id}`, { files })).toBe(200);
    expect(await statusOf('POST', '/v1/politics/extract', { files })).toBe(200);
    const citations = [{ quote: 'The tenant shall pay the rent.' }];
    expect(await statusOf('POST', '/v1/verify', { citations, sources: files })).toBe(200);
    const politics = { name: 'n', description: 'd'.repeat(2_000), rules };
    expect(await statusOf('POST', '/v1/politics', politics)).toBe(413);
    await small.stop();
  });
});

describe('a body made to keep the server busy', () => {
  it('is refused before it is parsed if it has more values than LIMIT_BODY_VALUES', async () => {
    const empty = (count: number) => `{"citations":[${Array(count).fill('{}').join(',')}],"sources":[]}`;
    for (const path of ['/v1/verify', '/trpc/verify.verify']) {
      const answer = await server.owner.request('POST', path, {
        raw: empty(20_000),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('must not have more than 20000 values');
    }
  });

  it('gets at most 50 invalid fields listed, whether they are missing or unknown', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`nam${at}`, 0]));
    const missing = { citations: Array(900).fill({}), sources: [] };
    for (const [path, body] of [
      ['/v1/politics', unknown],
      ['/v1/verify', missing],
    ] as const) {
      const answer = await server.owner.request('POST', path, { body });
      expect(answer).toMatchObject({ status: 400, body: { errors: { length: 50 } } });
    }
  });

  it('is refused if a name in it has more than 1,000 characters, however deep it is', async () => {
    const name = 'n'.repeat(1_001);
    for (const body of [
      { [name]: 0 },
      { metadata: { [name]: 'x' } },
      { outputFormat: { properties: { [name]: {} } } },
    ]) {
      const answer = await server.owner.request('POST', '/v1/politics', { body });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('longer than 1000 characters');
      expect(answer.text.length).toBeLessThan(1_000);
    }
  });

  it('counts no commas and brackets in texts as values', async () => {
    expect((await post(politics('[,{'.repeat(50) + '\\"[,'.repeat(5)))).status).toBe(201);
    const sources = [{ name: 'a.txt', type: 'text', content: ',['.repeat(30_000) }];
    const body = { citations: [{ quote: 'Dogs stay outside.' }], sources };
    expect((await server.owner.request('POST', '/v1/verify', { body })).status).toBe(200);
  });
});

describe('the body of a caller without an account', () => {
  const sent = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    server.anonymous('POST', '/trpc/account.signIn', {
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('is refused above 16 kB, also if its length is not declared', async () => {
    const large = JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(20_000) });
    expect(await sent(large)).toMatchObject({ status: 413 });
    const piecewise = await fetch(`${server.address}/trpc/account.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    expect(piecewise.status).toBe(413);
    await piecewise.body?.cancel();
  });

  it('is refused if it is compressed', async () => {
    const body = gzipSync(JSON.stringify({ email: 'a@example.org', password: 'wrong password' }));
    expect(await sent(body, { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });
});

describe('a path that cannot be decoded', () => {
  it.each(['/assets/%ff/x', `/assets/${'a'.repeat(40)}/%c3`, '/assets/%/x'])(
    'is answered with 404: %s',
    async (path) => {
      expect(await server.anonymous('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'path_not_found', detail: expect.stringContaining('UTF-8') },
      });
    },
  );
});

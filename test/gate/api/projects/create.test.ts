import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { storedAssets } from '../../../support/stored-assets.ts';

let server: TestServer;
let base = { name: 'Main street 5', description: 'The lease of the shop', politicsId: '' };

beforeAll(async () => {
  server = await startTestServer();
  const rules = [{ name: 'r', description: 'd' }];
  const { _id } = await server.services.politics.create(server.owner.actor, {
    name: 'n',
    description: 'd',
    rules,
  });
  base = { ...base, politicsId: _id };
});
afterAll(() => server.stop());

const create = (fields: object) =>
  server.owner.request('POST', '/v1/projects', { body: { ...base, ...fields } });
const filesOf = (body: unknown) =>
  z
    .object({
      data: z.object({ files: z.array(z.object({ name: z.string(), type: z.string(), url: z.string() })) }),
    })
    .parse(body).data.files;
const link = { name: 'lease', type: 'document', url: 'https://example.org/lease.pdf' };

describe('POST /projects: 201', () => {
  it('returns the complete record, whose status is draft', async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        workspaceId: server.owner.actor.workspaceId,
        userId: server.owner.actor.userId,
        ...base,
        files: [],
        contactNotifications: [],
        metadata: {},
        scope: 'together',
        status: 'draft',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const read = await server.owner.request('GET', answer.headers.get('location') ?? '');
    expect(read).toMatchObject({ status: 200, body: { data: base } });
  });

  it('accepts every type of link', async () => {
    const files = ['video', 'document', 'url', 'photo', 'audio'].map((type) => ({ ...link, type }));
    expect(filesOf((await create({ files, scope: 'each' })).body)).toEqual(files);
  });

  it('stores text as a document with a public URL', async () => {
    const content = 'The notice period is four months. ☃\r\n';
    const files = [link, { name: 'Minutes', type: 'text', content }];
    const [first, second] = filesOf((await create({ files })).body);
    expect(first).toEqual(link);
    expect(second).toMatchObject({ name: 'Minutes', type: 'document', url: expect.stringMatching(/^http/) });
    const kept = await server.anonymous('GET', new URL(second?.url ?? '').pathname);
    expect(kept).toMatchObject({ status: 200, text: content });
  });

  it('accepts texts up to the limit, even several of them', async () => {
    const content = 'x'.repeat(5 * 1024 * 1024);
    const files = [1, 2].map((name) => ({ name: `part ${name}`, type: 'text', content }));
    const [, second] = filesOf((await create({ files })).body);
    const kept = await server.anonymous('HEAD', new URL(second?.url ?? '').pathname);
    expect(kept.headers.get('content-length')).toBe(String(content.length));
  });

  it('accepts a project exactly as GET returned it, and creates a new draft', async () => {
    const made = JSON.parse((await create({ files: [link] })).text).data;
    const read = JSON.parse((await server.owner.request('GET', `/v1/projects/${made._id}`)).text).data;
    const again = await server.owner.request('POST', '/v1/projects', {
      body: { ...read, status: 'completed' },
    });
    expect(again).toMatchObject({ status: 201, body: { data: { status: 'draft', files: [link] } } });
  });
});

describe('POST /projects: 400', () => {
  it.each<[string, object, string[]]>([
    ['a blank name', { name: ' ' }, ['name']],
    ['a description that is null', { description: null }, ['description']],
    ['a politicsId that is not an id', { politicsId: 'x' }, ['politicsId']],
    ['no politicsId', { politicsId: undefined }, ['politicsId']],
    ['files that are not a list', { files: link }, ['files']],
    ['a file of an unknown type', { files: [{ ...link, type: 'pdf' }] }, ['files[0].type']],
    ['a file without a type', { files: [{ name: 'n', url: link.url }] }, ['files[0].type']],
    ['a file that is a string', { files: ['https://example.org/a'] }, ['files[0]']],
    ['a link without a URL', { files: [link, { name: 'n', type: 'audio' }] }, ['files[1].url']],
    ['a text without content', { files: [{ name: 'n', type: 'text' }] }, ['files[0].content']],
    ['an empty text', { files: [{ name: 'n', type: 'text', content: '' }] }, ['files[0].content']],
    [
      'a text with a URL',
      { files: [{ name: 'n', type: 'text', content: 'c', url: link.url }] },
      ['files[0].url'],
    ],
    ['a link with content', { files: [{ ...link, content: 'c' }] }, ['files[0].content']],
    ['a link to a private address', { files: [{ ...link, url: 'http://192.168.1.1/a' }] }, ['files[0].url']],
    [
      'a link with an unsupported scheme',
      { files: [{ ...link, url: 'javascript:alert(1)' }] },
      ['files[0].url'],
    ],
    ['an unknown scope', { scope: 'all' }, ['scope']],
    ['a status that would start a run', { status: 'deploying' }, ['status']],
    ['rules', { rules: [] }, ['rules']],
  ])('is the answer to %s', async (_what, fields, paths) => {
    expect(await create(fields)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: paths.map((path) => ({ path })) },
    });
  });

  it('is the answer to more files or more text than the limits allow', async () => {
    const files = Array.from({ length: 101 }, () => link);
    expect(await create({ files })).toMatchObject({ status: 400, body: { errors: [{ path: 'files' }] } });
    const content = 'x'.repeat(5 * 1024 * 1024 + 1);
    expect(await create({ files: [{ name: 'n', type: 'text', content }] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'files[0].content', message: expect.stringContaining('5242880') }] },
    });
  });
});

describe('POST /projects: 404', () => {
  it('is the answer to a rule set that does not exist or belongs to another user', async () => {
    const unknown = await create({ politicsId: 'f'.repeat(24) });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'politics_not_found' } });
    const strangers = await server.stranger.request('POST', '/v1/projects', { body: base });
    expect(strangers).toMatchObject({ status: 404, body: { code: 'politics_not_found' } });
  });

  it('is the answer to a refused project, whose text is not stored', async () => {
    const kept = async () => (await storedAssets(server.dependencies.assets)).length;
    const before = await kept();
    await create({ politicsId: 'f'.repeat(24), files: [{ name: 'n', type: 'text', content: 'c' }] });
    expect(await kept()).toBe(before);
  });
});

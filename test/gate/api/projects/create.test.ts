import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../support/server.ts';
import { storedAssets } from '../../../support/stored-assets.ts';

let base = { name: 'Main street 5', description: 'The lease of the shop', politicsId: '' };

const server = await startTestServer();
const rules = [{ name: 'r', description: 'd' }];
const { _id } = await server.services.politics.create(server.owner.actor, {
  name: 'n',
  description: 'd',
  rules,
});
base = { ...base, politicsId: _id };
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
  ])('is the answer to %s', async (_what, fields, paths) => {
    expect(await create(fields)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: paths.map((path) => ({ path })) },
    });
  });
});

describe('POST /projects: 404', () => {
  it('is the answer to a refused project, whose text is not stored', async () => {
    const kept = async () => (await storedAssets(server.dependencies.assets)).length;
    const before = await kept();
    await create({ politicsId: 'f'.repeat(24), files: [{ name: 'n', type: 'text', content: 'c' }] });
    expect(await kept()).toBe(before);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../support/server.ts';

const content = 'The tenant gives notice of three months.\n\nDogs stay outside of the house at all times.';
const terms = { name: 'terms.txt', type: 'text', content } as const;
const quote = 'Dogs stay outside of the house at all times.';

const server = await startTestServer({ LIMIT_CITATIONS: '3', LIMIT_QUOTE_CHARACTERS: '200' });
afterAll(() => server.stop());

const verify = (body: object) => server.owner.request('POST', '/v1/verify', { body });
const uploaded = z.object({ data: z.object({ url: z.string() }) });

describe('POST /verify: 200', () => {
  it('stores nothing', async () => {
    expect((await verify({ citations: [{ quote }], sources: [terms] })).status).toBe(200);
    expect(await server.dependencies.store.fileSizes.total(server.owner.actor.userId)).toBe(0);
  });

  it('reads an uploaded file, and says which source could not be read', async () => {
    const file = await server.owner.request('POST', '/v1/files?name=a.txt', { raw: content });
    const { url } = uploaded.parse(file.body).data;
    const damaged = await server.owner.request('POST', '/v1/files?name=b.pdf', { raw: '%PDF-1.7 damaged' });
    const sources = [
      { name: 'house', type: 'document', url },
      { name: 'damaged', type: 'document', url: uploaded.parse(damaged.body).data.url },
    ];
    const citations = [
      { quote, source: url },
      { quote, source: 'damaged' },
    ];
    expect(await verify({ citations, sources })).toMatchObject({
      status: 200,
      body: {
        data: { citations: [{ verdict: 'exact', found: { link: `${url}#L3` } }, { verdict: 'unreadable' }] },
      },
    });
  });
});

describe('POST /verify: 400', () => {
  it.each([
    [
      'a private link',
      { citations: [{ quote }], sources: [{ name: 'a', type: 'url', url: 'http://10.0.0.1/' }] },
      'sources[0].url',
    ],
  ])('is the answer to %s', async (_, body, path) => {
    expect(await verify(body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [expect.objectContaining({ path })] },
    });
  });

  it('is the answer to a file of another user', async () => {
    const file = await server.owner.request('POST', '/v1/files?name=a.txt', {
      raw: 'The secret of the owner.',
    });
    const sources = [{ name: 'a', type: 'document', url: uploaded.parse(file.body).data.url }];
    const answer = await server.stranger.request('POST', '/v1/verify', {
      body: { citations: [{ quote }], sources },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'sources[0].url' }] } });
  });
});

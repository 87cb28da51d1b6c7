import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../support/server.ts';

const content =
  '1 Rent\n1.1 Payment\nThe tenant shall pay the rent on the first day of a month.\nThe tenant should pay by card.\n';

const server = await startTestServer();
afterAll(() => server.stop());

const extract = (files: object[]) =>
  server.owner.request('POST', '/v1/politics/extract', { body: { files } });
const text = (words: string) => ({ name: 'lease.txt', type: 'text', content: words });
const uploaded = z.object({ data: z.object({ url: z.string() }) });

describe('POST /politics/extract: 200', () => {
  it('returns the rules and what is left out, and stores nothing', async () => {
    expect(await extract([text(content)])).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          rules: [
            {
              id: '1.1-1',
              modality: 'obligation',
              source: { file: 'lease.txt', clause: '1.1', quote: expect.stringContaining('first day') },
            },
          ],
          leftOut: [{ reason: 'recommendation', quote: 'The tenant should pay by card.' }],
          sentences: 2,
          files: [{ status: 'read', name: 'lease.txt' }],
        },
      },
    });
    expect(await server.owner.request('GET', '/v1/politics')).toMatchObject({ body: { data: [] } });
    expect(await server.dependencies.store.fileSizes.total(server.owner.actor.userId)).toBe(0);
  });

  it('makes rules that a rule set accepts', async () => {
    const { body } = await extract([
      text('The tenant shall:\n(a) pay the rent; and\n(b) keep the lift clean.'),
    ]);
    const { rules } = z.object({ data: z.object({ rules: z.array(z.looseObject({})) }) }).parse(body).data;
    expect(rules).toHaveLength(2);
    const made = { name: 'Lease', description: 'From the lease.', rules };
    expect(await server.owner.request('POST', '/v1/politics', { body: made })).toMatchObject({
      status: 201,
      body: { data: { rules: [{ source: { leadIn: 'The tenant shall' } }, {}] } },
    });
  });
});

describe('POST /politics/extract: 400', () => {
  it.each([
    ['no file', [], 'files'],
    ['a private link', [{ name: 'a', type: 'url', url: 'http://10.0.0.1/' }], 'files[0].url'],
    ['more normative sentences than the limit', [text('The tenant shall pay. '.repeat(2_001))], 'files'],
    ['a text above the limit', [text('word '.repeat(200_001))], 'files'],
  ])('is the answer to %s', async (_, files, path) => {
    expect(await extract(files)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [expect.objectContaining({ path })] },
    });
  });

  it('is the answer to a file of another user', async () => {
    const file = await server.owner.request('POST', '/v1/files?name=a.txt', { raw: content });
    const files = [{ name: 'a', type: 'document', url: uploaded.parse(file.body).data.url }];
    const answer = await server.stranger.request('POST', '/v1/politics/extract', { body: { files } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'files[0].url' }] } });
  });
});

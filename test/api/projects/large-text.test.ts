import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LIMIT_BODY_BYTES: '2000', LIMIT_TEXT_BYTES: '9000' });
});
afterAll(() => server.stop());

const texts = (...lengths: number[]) =>
  lengths.map((length, at) => ({ type: 'text', name: `text ${at}`, content: 'a'.repeat(length) }));

async function creating(files: object[]): Promise<{ status: number; text: string }> {
  const about = { name: 'n', description: 'd' };
  const rules = [{ name: 'n', description: 'd' }];
  const { headers } = await server.owner.request('POST', '/v1/politics', { body: { ...about, rules } });
  const politicsId = headers.get('location')?.split('/').at(-1);
  return server.owner.request('POST', '/v1/projects', { body: { ...about, politicsId, files } });
}

it('takes a text as long as texts may be, though other bodies may not be that long', async () => {
  expect(await creating(texts(9_000))).toMatchObject({ status: 201 });
});

it('refuses a longer text by name, and a body that is longer than all of it may be', async () => {
  const tooLong = await creating(texts(9_001));
  expect(tooLong).toMatchObject({ status: 400 });
  expect(tooLong.text).toContain('files[0].content');
  expect(await creating(texts(9_000, 9_000, 9_000))).toMatchObject({ status: 413 });
});

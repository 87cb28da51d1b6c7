import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer({ SIGN_UP: 'open' });
const rules = Array.from({ length: 20 }, (_, at) => ({
  name: `Rule ${at}`,
  description: `The Supplier shall keep record ${at} for at least ${at} years after the end of the agreement.`,
}));
for (let at = 0; at < 20; at += 1) {
  await server.services.politics.create(server.owner.actor, { name: `n ${at}`, description: 'd', rules });
}
afterAll(() => server.stop());

type Raw = { headers: IncomingHttpHeaders; bytes: Buffer };

/** Returns a response as it was sent; for a response that does not end, only its first bytes. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.address}${path}`, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (answer.headers['content-type']?.startsWith('text/event-stream')) sent.destroy();
      });
      answer.on('close', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
    });
    sent.on('error', (error) => (sent.destroyed ? undefined : reject(error)));
    sent.end();
  });
}
const own = () => ({ 'api-token': server.owner.token });
const list = '/v1/politics?pageSize=100';

describe('an answer to a request with a token', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])(
    'is sent with %s in less than a tenth of the bytes, and is otherwise the same',
    async (encoding, decompress) => {
      const plain = await ask(list, own());
      const small = await ask(list, { ...own(), 'accept-encoding': encoding });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(small.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect(small.bytes.length * 10).toBeLessThan(plain.bytes.length);
      expect(decompress(small.bytes).equals(plain.bytes)).toBe(true);
    },
  );

  it('is sent uncompressed if it is short or the client accepts neither gzip nor Brotli', async () => {
    for (const [path, accepted] of [
      [list, 'identity'],
      [list, 'zstd'],
      ['/v1/politics?search=nothing', 'gzip'],
    ] as const) {
      const { headers } = await ask(path, { ...own(), 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  it('keeps its ETag, so that revalidation returns 304', async () => {
    const { items } = await server.services.politics.list(server.owner.actor, { page: 1, pageSize: 1 });
    const path = `/v1/politics/${items[0]?._id}`;
    const headers = { ...own(), 'accept-encoding': 'gzip' };
    const { etag = '' } = (await ask(path, headers)).headers;
    const again = await ask(path, { ...headers, 'if-none-match': etag });
    expect([again.headers.etag, again.bytes.length]).toEqual([etag, 0]);
  });
});

describe('a public page', () => {
  it.each(['/openapi.json', '/docs', '/docs/style.css'])('is compressed: %s', async (path) => {
    expect((await ask(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  });
});

describe('an answer is not compressed', () => {
  it("if it is for a browser's session, because the compressed length could reveal a secret", async () => {
    const made = await server.anonymous('POST', '/trpc/account.signUp', {
      body: { email: 'ada@example.org', password: 'engine number one' },
    });
    const cookie = made.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const url = encodeURIComponent(JSON.stringify({ url: `https://example.org/${'x'.repeat(2_000)}` }));
    for (const path of [`/trpc/notifications.webhookKey?input=${url}`, '/v1/politics']) {
      const answer = await ask(path, { cookie, 'accept-encoding': 'gzip, br' });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.bytes.toString()).toMatch(/^\{/);
    }
  });

  it('if it is a stream of events, because each event is sent at once', async () => {
    const { politics, projects } = server.services;
    const { items } = await politics.list(server.owner.actor, { page: 1, pageSize: 1 });
    const project = await projects.create(server.owner.actor, {
      ...{ name: 'n', description: 'd', politicsId: items[0]?._id ?? '' },
    });
    const headers = { ...own(), 'accept-encoding': 'gzip' };
    const answer = await ask(`/v1/projects/${project._id}/events`, headers);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.bytes.toString()).toMatch(/^retry: /);
  });

  it('if it is a user’s file, because files are read in ranges', async () => {
    const stored = await server.owner.request('POST', '/v1/files?name=a.txt', {
      raw: 'notice '.repeat(1_000),
    });
    const { pathname } = new URL(JSON.parse(stored.text).data.url);
    const answer = await ask(pathname, { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['cache-control']).toContain('no-transform');
    expect(answer.bytes.length).toBe(7_000);
  });
});

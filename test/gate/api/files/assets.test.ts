import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../support/server.ts';

const text = '0123456789 – the notice period';
const bytes = Buffer.from(text);

const stored = async (name: string, content: string | Uint8Array) => {
  async function* body() {
    yield Buffer.from(content);
  }
  const { url } = await server.services.uploads.put(server.owner.actor, { name, body: body() });
  return new URL(url).pathname;
};

const server = await startTestServer();
const path = await stored('lease.txt', text);
afterAll(() => server.stop());

const get = (headers = {}, at = path) => server.anonymous('GET', at, { headers });

describe('GET /assets: 200', () => {
  it('returns the whole file to anyone who has its URL, whatever file name the URL contains', async () => {
    const answer = await get();
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect((await get({}, path.replace('lease.txt', 'other.pdf'))).headers.get('content-type')).toMatch(
      /^text\/plain/,
    );
  });

  it('prevents scripts in a file from running in the origin of the service', async () => {
    const html = await stored('page.html', '<!doctype html><html><script>alert(1)</script></html>');
    const svg = await stored(
      'image.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    for (const at of [path, html, svg]) {
      const { headers } = await get({}, at);
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await get({}, html)).headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await get({}, svg)).headers.get('content-type')).not.toMatch(/svg/);
    expect((await get({}, path)).headers.get('content-disposition')).toMatch(/^inline;/);
  });

  it('lets a browser play a recording on its own page, but allows nothing else', async () => {
    const { headers } = await get({}, await stored('call.wav', 'RIFF\x24\x00\x00\x00WAVEfmt '));
    expect(headers.get('content-type')).toBe('audio/wav');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('encodes file names so that they cannot inject into the header', async () => {
    const named = await stored(`a"; b=('c')*\r\nset-cookie: d=e ü.txt`, 'x');
    const { headers } = await get({}, named);
    expect(headers.get('content-disposition')).toMatch(
      /^inline; filename="[^"\\;\r\n]+"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/,
    );
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('answers HEAD with the length and no body', async () => {
    const answer = await server.anonymous('HEAD', path);
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  });
});

describe('GET /assets: 206', () => {
  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=5-', 5, bytes.length],
    ['bytes=-5', bytes.length - 5, bytes.length],
    ['bytes=-9999', 0, bytes.length],
    ['bytes=2-99999', 2, bytes.length],
    [' bytes=3-3 ', 3, 4],
  ])('answers the range %s', async (range, start, end) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${bytes.length}`);
    expect(answer.text).toBe(bytes.subarray(start, end).toString());
  });

  it('is the answer with If-Range only if the file still has that ETag', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    expect(await get({ range: 'bytes=0-3', 'if-range': '"other"' })).toMatchObject({ status: 200, text });
  });

  it.each(['bytes=a-b', 'bytes=3-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'bytes=--1'])(
    'is not the answer to %s, which returns the whole file',
    async (range) => {
      expect(await get({ range })).toMatchObject({ status: 200, text });
    },
  );
});

describe('GET /assets', () => {
  it('answers 304 for a file that the client already has', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
  });

  it.each([
    `/assets/${'0'.repeat(40)}/x`,
    '/assets/x/y',
    '/assets/..%2F..%2Fsecret/x',
    '/assets/%00/x',
    '/assets/x',
    '/assets/',
  ])('answers 404 for %s', async (at) => {
    expect(await get({}, at)).toMatchObject({ status: 404, body: { success: false } });
  });

  it('answers 404 for a URL that cannot be decoded', async () => {
    expect(await get({}, '/assets/%zz/x')).toMatchObject({ status: 404, body: { code: 'path_not_found' } });
  });

  it.each([`bytes=${bytes.length}-`, 'bytes=99999-100000', 'bytes=-0'])(
    'answers 416 for %s',
    async (range) => {
      const answer = await get({ range });
      expect(answer).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
      expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    },
  );
});

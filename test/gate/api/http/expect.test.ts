import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer({ LIMIT_UPLOAD_BYTES: '1000' });
afterAll(() => server.stop());

/**
 * Sends the head of a request with `Expect: 100-continue`. Returns the first answer; if that is 100, also the answer
 * after the body.
 */
async function ask(path: string, headers: Record<string, string>, body: string): Promise<string[]> {
  const socket = connect(server.port, '127.0.0.1');
  const lines = Object.entries({ host: 'x', expect: '100-continue', ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  try {
    socket.write(`POST ${path} HTTP/1.1\r\ncontent-length: ${body.length}\r\n${head}\r\n`);
    const [first] = await once(socket, 'data');
    if (!String(first).startsWith('HTTP/1.1 100 ')) return [String(first)];
    socket.write(body);
    const [second] = await once(socket, 'data');
    return [String(first), String(second)];
  } finally {
    socket.destroy();
  }
}
const json = { 'content-type': 'application/json' };
const politics = JSON.stringify({ name: 'n', description: 'd', rules: [{ name: 'r', description: 'd' }] });
const own = () => ({ 'api-token': server.owner.token });

describe('a request that waits for 100 Continue before it sends its body', () => {
  it.each(['/v1/politics', '/v1/files?name=a.txt', '/v1/nothing'])(
    'gets 401 at once if it has no token: %s',
    async (path) => {
      const answers = await ask(path, json, politics);
      expect(answers).toEqual([expect.stringMatching(/^HTTP\/1\.1 401 /)]);
      expect(answers[0]).toMatch(/^connection: close$/im);
    },
  );

  it.each([
    ['413', '/v1/files?name=a.txt', {}, 'x'.repeat(100_000)],
    ['415', '/v1/politics', { 'content-type': 'text/plain' }, politics],
    ['404', '/v1/nothing', json, politics],
  ])(
    'gets %s at once if it is refused for another reason than its token',
    async (status, path, headers, body) => {
      const answers = await ask(path, { ...own(), ...headers }, body);
      expect(answers).toEqual([expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} `))]);
    },
  );

  it.each([
    ['/v1/politics', json, politics],
    ['/v1/files?name=a.txt', {}, 'notice'],
    [
      '/v1/files',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--',
    ],
  ])('gets 100 if its body is needed: %s', async (path, headers, body) => {
    const answers = await ask(path, { ...own(), ...headers }, body);
    expect(answers).toEqual(['HTTP/1.1 100 Continue\r\n\r\n', expect.stringMatching(/^HTTP\/1\.1 201 /)]);
  });
});

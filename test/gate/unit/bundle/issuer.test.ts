import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { signingKeyOf } from '../../../../src/bundle/signing-key.ts';
import { verifyBundle } from '../../../../src/cli/verify/bundle.ts';
import { bundleFolder, smallContents } from '../../../support/bundles/small-bundle.ts';
import { listening } from '../../../support/listening.ts';

const folder = bundleFolder();
let server: Server | undefined;
const keys = (secret: string) => JSON.stringify({ keys: [{ kid: signingKeyOf(secret).id }] });

const path = folder.put(await folder.pack(smallContents()));
vi.spyOn(process.stdout, 'write').mockImplementation((...given: unknown[]) => {
  const then = given.at(-1);
  if (typeof then === 'function') then();
  return true;
});
afterEach(() => server?.closeAllConnections());
afterEach(() => server?.close());
afterAll(() => {
  vi.restoreAllMocks();
  folder.remove();
});

async function issuer(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  return `http://127.0.0.1:${await listening(server)}`;
}

const publishing =
  (text: string): RequestListener =>
  ({ url }, response) => {
    response.statusCode = url === '/v1/.well-known/jwks.json' ? 200 : 404;
    response.end(text);
  };

describe('--issuer', () => {
  it.each(['', '/', '/v1', '/v1/'])(
    'reads the keys of an installation named with “%s” at its end',
    async (end) => {
      const at = await issuer(publishing(keys('test')));
      expect(await verifyBundle(path, { issuer: `${at}${end}` })).toBe(0);
    },
  );

  it('finds that another installation signed', async () => {
    expect(await verifyBundle(path, { issuer: await issuer(publishing(keys('other'))) })).toBe(1);
  });

  it('reads at most 1 MB of an answer without an end', async () => {
    let sent = 0;
    const at = await issuer((_, response) => {
      const send = () => {
        while (!response.destroyed && sent < 2 ** 30) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, ' '))) break;
        }
      };
      response.on('drain', send);
      send();
    });
    await expect(verifyBundle(path, { issuer: at })).rejects.toThrow('more than 1 MB');
    expect(sent).toBeLessThan(2 ** 26);
  });

  it.each([
    ['an answer without keys', '{"keys": 3}', 'not a set of keys'],
    ['an answer that is not JSON', '<html>', 'not a set of keys'],
  ])('refuses %s', async (_, text, message) => {
    const at = await issuer(publishing(text));
    await expect(verifyBundle(path, { issuer: at })).rejects.toThrow(message);
  });

  it.each(['ftp://localhost', 'localhost:3000', 'example'])(
    'refuses %s, which is not an address',
    async (at) => {
      await expect(verifyBundle(path, { issuer: at })).rejects.toThrow('is not an http or https URL');
    },
  );

  it('says why no connection could be made', async () => {
    const at = 'http://127.0.0.1:2';
    await expect(verifyBundle(path, { issuer: at })).rejects.toThrow('ECONNREFUSED');
  });
});

import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkUrl } from '../../../src/fetch/check-url.ts';
import { fetchErrorMessage } from '../../../src/fetch/errors.ts';
import { type FetchSettings, fetchPolicy } from '../../../src/fetch/policy.ts';
import {
  answer,
  guardedWorld,
  httpServer,
  type Listening,
  listening,
  publicAddress,
  rawServer,
} from './loopback.ts';

const check = (url: string, settings: Partial<FetchSettings>) => {
  const checked = checkUrl(url, fetchPolicy(settings));
  return checked.ok ? 'passes' : checked.code;
};

describe('an entry of an operator’s allow list', () => {
  it.each([
    ['intranet', 'http://intranet/', 'passes'],
    ['intranet', 'http://intranet:8080/', 'passes'],
    ['Intranet.', 'http://INTRANET/', 'passes'],
    ['intranet', 'http://other/', 'blocked_address'],
    ['intranet', 'ftp://intranet/', 'bad_scheme'],
    ['intranet', 'http://u:p@intranet/', 'credentials_in_url'],
    ['intranet:8080', 'http://intranet:8080/', 'passes'],
    ['intranet:8080', 'http://intranet/', 'blocked_address'],
    ['intranet:80', 'http://intranet/', 'passes'],
    ['*.corp.example', 'http://a.b.corp.example:9000/', 'passes'],
    ['*.corp.internal', 'http://wiki.corp.internal/', 'passes'],
    ['*.corp.internal', 'http://corp.internal/', 'blocked_address'],
    ['*.corp.internal', 'http://evilcorp.internal/', 'blocked_address'],
    ['10.0.0.5', 'http://10.0.0.5/', 'passes'],
    ['10.0.0.5', 'http://10.0.0.6/', 'blocked_address'],
    ['10.0.0.0/8', 'http://10.200.3.4:8443/', 'passes'],
    ['10.0.0.0/8', 'http://11.0.0.1:8443/', 'bad_port'],
    ['[fd00::7]:8080', 'http://[fd00::7]:8080/', 'passes'],
    ['fd00::7', 'http://[fd00:0::7]/', 'passes'],
    ['fd00::/16', 'http://[fd00::9]/', 'passes'],
    ['127.0.0.1', 'http://2130706433/', 'passes'],
  ])('"%s" leads to this result for %s: %s', (entry, url, outcome) => {
    expect(check(url, { allowHosts: [entry] })).toBe(outcome);
  });

  it.each([
    '',
    'a b',
    'http://intranet/',
    'intranet/path',
    'user@intranet',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/8/8',
  ])('"%s" is refused as invalid, and the error names the entry', (entry) => {
    expect(() => fetchPolicy({ allowHosts: [entry] })).toThrow(`"${entry}"`);
  });

  it('has no effect on an address that the deny list contains', () => {
    const settings = {
      allowHosts: ['10.0.0.0/8'],
      denyAddresses: ['10.0.0.1', 'fd00::/8', '93.184.216.0/24'],
    };
    expect(check('http://10.0.0.2/', settings)).toBe('passes');
    expect(check('http://10.0.0.1/', settings)).toBe('blocked_address');
    expect(check('http://93.184.216.34/', settings)).toBe('blocked_address');
    expect(() => fetchPolicy({ denyAddresses: ['front-door'] })).toThrow('"front-door"');
  });
});

describe('the allow list, when a link is read,', () => {
  let server: Listening;
  beforeAll(async () => {
    server = await httpServer((_request, response) => response.end('hello'));
  });
  afterAll(() => server.close());

  const outcomeOf = async (host: string, address: string, settings: Partial<FetchSettings>) => {
    const guard = await guardedWorld(
      { names: { [host]: answer(address) }, open: server, secret: server },
      settings,
    );
    const outcome = await guard.outcome(`http://${host}/`);
    await guard.remove();
    return outcome;
  };

  it('lets a listed host name resolve to a private address', async () => {
    expect(await outcomeOf('wiki.internal', '10.1.2.3', { allowHosts: ['wiki.internal'] })).toBe(
      'read: hello',
    );
  });

  it('does not let an unlisted host name resolve to a listed address', async () => {
    expect(await outcomeOf('evil.test', '10.1.2.3', { allowHosts: ['10.1.2.3'] })).toBe('blocked_address');
  });

  it.each([
    '169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '::ffff:169.254.169.254',
  ])(
    'does not let a listed host name resolve to an address that provides credentials: %s',
    async (address) => {
      expect(await outcomeOf('wiki.internal', address, { allowHosts: ['wiki.internal'] })).toBe(
        'blocked_address',
      );
    },
  );

  it('does not let a listed host name resolve to a denied address', async () => {
    const settings = { allowHosts: ['wiki.internal'], denyAddresses: ['10.1.2.3'] };
    expect(await outcomeOf('wiki.internal', '10.1.2.3', settings)).toBe('blocked_address');
  });
});

describe('the error that users see if a link cannot be read', () => {
  const world = (open: Listening) => ({ names: { 'good.test': answer(publicAddress) }, open, secret: open });

  it('has the same code for every status with which a server refuses, and does not contain the server’s words', async () => {
    const server = await httpServer((_request, response) => response.writeHead(403).end('secret reason'));
    const guard = await guardedWorld(world(server));
    const fetching = guard.fetchFile({
      user: 'u',
      url: 'http://good.test/',
      signal: new AbortController().signal,
    });
    await expect(fetching).rejects.toMatchObject({
      code: 'http_status',
      message: fetchErrorMessage('http_status'),
    });
    await guard.remove();
    await server.close();
  });

  it('says if a response is not HTTP', async () => {
    const server = await rawServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    const guard = await guardedWorld(world(server));
    expect(await guard.outcome('http://good.test/')).toBe('bad_response');
    await guard.remove();
    await server.close();
  });

  it('says for a closed port that the server could not be reached', async () => {
    const server = await httpServer(() => undefined);
    await server.close();
    const guard = await guardedWorld(world(server));
    expect(await guard.outcome('http://good.test/')).toBe('connect_failed');
    await guard.remove();
  });

  it('says if no known authority signed the certificate (vector 100)', async () => {
    const folder = join(import.meta.dirname, 'certificate');
    const [key, cert] = await Promise.all(
      ['key.pem', 'self-signed.pem'].map((name) => readFile(join(folder, name))),
    );
    let requests = 0;
    const tls = createTlsServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.end('hello');
    });
    tls.on('tlsClientError', () => undefined);
    const server = await listening(tls);
    const guard = await guardedWorld(world(server));
    expect(await guard.outcome('https://good.test/')).toBe('tls_failed');
    expect(requests).toBe(0);
    await guard.remove();
    await server.close();
  });

  it('is the timeout of the caller if that timeout ended the request', async () => {
    const server = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nhello'));
    const guard = await guardedWorld(world(server));
    const patience = new AbortController();
    const fetching = guard.fetchFile({ user: 'u', url: 'http://good.test/', signal: patience.signal });
    const canceled = new Error('canceled');
    patience.abort(canceled);
    await expect(fetching).rejects.toBe(canceled);
    expect(await guard.filesLeft()).toEqual([]);
    await guard.remove();
    await server.close();
  });
});

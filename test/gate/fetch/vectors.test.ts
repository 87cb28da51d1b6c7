import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { checkUrl } from '../../../src/fetch/check-url.ts';
import type { FetchClock } from '../../../src/fetch/host-turns.ts';
import { type FetchSettings, fetchPolicy } from '../../../src/fetch/policy.ts';
import {
  answer,
  guardedWorld,
  httpServer,
  type Listening,
  publicAddress,
  publicAddress6,
  rawServer,
  type World,
} from './loopback.ts';
import { stoppedClock } from './stopped-clock.ts';

const metadata = '169.254.169.254';

const redirectTargets: Record<string, string> = {
  '/80': 'http://127.0.0.1/',
  '/81': 'http://[::1]/',
  '/82': 'http://metadata.test/',
  '/83': 'http://2130706433/',
  '/84': 'file:///etc/passwd',
  '/85': 'gopher://good.test/1',
  '/86': 'data:text/plain,hello',
  '/87': '/87',
  '/port': 'http://good.test:6379/',
  '/userinfo': 'http://u:p@good.test/',
  '/relative': 'again',
};

const open = await httpServer((request, response) => {
  const location = redirectTargets[request.url ?? ''];
  if (location) response.writeHead(302, { location }).end();
  else response.end(`${request.headers.host} ${request.url}`);
});
const secret = await httpServer((_request, response) => response.end('secret'));

afterAll(async () => {
  await open.close();
  await secret.close();
});

const world = (names: World['names'] = {}): World => ({
  names: { 'good.test': answer(publicAddress), 'metadata.test': answer(metadata), ...names },
  open,
  secret,
});

async function outcomeOf(url: string, names: World['names'] = {}, settings: Partial<FetchSettings> = {}) {
  const guard = await guardedWorld(world(names), settings);
  const outcome = await guard.outcome(url);
  expect(await guard.filesLeft()).toEqual([]);
  await guard.remove();
  return outcome;
}

/** For each attack ("vector"): its number, the host as written in the link, and the code of the refusal. */
const literalHosts: [number, string, string][] = [
  [1, '127.0.0.1', 'blocked_address'],
  [2, '127.1', 'blocked_address'],
  [3, '2130706433', 'blocked_address'],
  [4, '0x7f000001', 'blocked_address'],
  [5, '0177.0.0.1', 'blocked_address'],
  [6, '0x7f.0.0.01', 'blocked_address'],
  [7, '0.0.0.0', 'blocked_address'],
  [8, '0.1.2.3', 'blocked_address'],
  [9, '0', 'blocked_address'],
  [10, 'localhost', 'blocked_address'],
  [11, 'x.localhost', 'blocked_address'],
  [12, '127.9.9.9', 'blocked_address'],
  [13, '[::1]', 'blocked_address'],
  [14, '[::]', 'blocked_address'],
  [15, '[::ffff:127.0.0.1]', 'blocked_address'],
  [16, '[::ffff:7f00:1]', 'blocked_address'],
  [17, '[::127.0.0.1]', 'blocked_address'],
  [18, '[::ffff:0:7f00:1]', 'blocked_address'],
  [19, '[64:ff9b::7f00:1]', 'blocked_address'],
  [20, '[64:ff9b:1::7f00:1]', 'blocked_address'],
  [21, '[2002:7f00:1::1]', 'blocked_address'],
  [22, '[2001:0:4136:e378:8000:63bf:80ff:fffe]', 'blocked_address'],
  [23, '[fd00:ec2::254]', 'blocked_address'],
  [24, '[fec0::1]', 'blocked_address'],
  [25, '[fe80::1]', 'blocked_address'],
  [26, '[fe80::1%25eth0]', 'bad_url'],
  [27, '[2606:2800:220:1:0:5efe:7f00:1]', 'blocked_address'],
  [28, metadata, 'blocked_address'],
  [29, '100.100.100.200', 'blocked_address'],
  [30, '192.0.0.192', 'blocked_address'],
  [31, '168.63.129.16', 'blocked_address'],
  [32, '10.1.2.3', 'blocked_address'],
  [33, '172.16.0.1', 'blocked_address'],
  [34, '192.168.1.1', 'blocked_address'],
  [35, '100.64.0.1', 'blocked_address'],
  [36, '198.18.0.1', 'blocked_address'],
  [37, '192.0.2.1', 'blocked_address'],
  [37, '203.0.113.5', 'blocked_address'],
  [38, '192.31.196.1', 'blocked_address'],
  [39, '224.0.0.1', 'blocked_address'],
  [40, '255.255.255.255', 'blocked_address'],
  [41, '127。0。0。1', 'blocked_address'],
  [42, '①②⑦.⓪.⓪.①', 'blocked_address'],
  [43, '%31%32%37.0.0.1', 'blocked_address'],
  [44, '127.0.0.1.', 'blocked_address'],
  [47, 'good.test@127.0.0.1', 'credentials_in_url'],
  [48, 'u:p@good.test', 'credentials_in_url'],
  [51, '127.0.0.1%00.good.test', 'bad_url'],
];

describe('a link to a private address, before a socket opens,', () => {
  it.each(literalHosts)('is refused (vector %i): http://%s/', async (_vector, host, code) => {
    expect(await outcomeOf(`http://${host}/`)).toBe(code);
    expect(await outcomeOf(`https://${host}/`)).toBe(code);
    expect(secret.sockets).toHaveLength(0);
  });

  it.each([
    [46, 'http:127.0.0.1/'],
    [46, 'http:///127.0.0.1'],
  ])('is refused (vector %i): %s', async (_vector, url) => {
    expect(await outcomeOf(url)).toBe('blocked_address');
    expect(secret.sockets).toHaveLength(0);
  });

  it('is refused if its host name ends with a dot and resolves to a private address (vector 45)', async () => {
    expect(await outcomeOf('http://priv.test./', { 'priv.test': answer('10.0.0.1') })).toBe(
      'blocked_address',
    );
    expect(await outcomeOf('http://good.test./')).toBe('read: good.test /');
  });

  it.each([
    ['an address outside the public IPv6 space', '[4000::1]'],
    ['an address of the documentation network', '[3fff::1]'],
    ['a name with a single label', 'intranet'],
    ['a name in the domain .internal', 'db.internal'],
    ['a name in the domain .local', 'printer.local'],
    ['a name with an empty label', 'good..test'],
    ['a name that is too long', `${'a.'.repeat(130)}test`],
  ])('is refused if its host is %s', async (_why, host) => {
    expect(await outcomeOf(`http://${host}/`)).toMatch(/^(blocked_address|bad_url)$/);
    expect(secret.sockets).toHaveLength(0);
  });
});

describe('a link that disguises its host', () => {
  it.each([
    [49, 'http://good.test\\@127.0.0.1/'],
    [50, 'http://good.test#@127.0.0.1/'],
  ])('is sent to the host that the URL standard defines (vector %i): %s', async (_vector, url) => {
    expect(await outcomeOf(url)).toMatch(/^read: good\.test /);
    expect(secret.sockets).toHaveLength(0);
  });
});

describe('a link whose name resolves to a private address (vectors 52 to 76)', () => {
  const answers = literalHosts
    .filter(
      ([vector]) =>
        [7, 8, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27, 28, 29, 30].includes(vector) ||
        (vector >= 32 && vector <= 40),
    )
    .map(([, host]) => host.replace(/[[\]]/g, ''));
  it.each(answers)('is refused if the address is %s', async (address) => {
    expect(await outcomeOf('http://name.test/', { 'name.test': answer(address) })).toBe('blocked_address');
    expect(secret.sockets).toHaveLength(0);
  });
});

describe('a host name with several or changing addresses', () => {
  it.each([
    [77, [publicAddress, '127.0.0.1']],
    [78, [publicAddress6, '::1']],
  ])('is refused if one of its addresses is private (vector %i)', async (_vector, addresses) => {
    expect(await outcomeOf('http://mixed.test/', { 'mixed.test': answer(...addresses) })).toBe(
      'blocked_address',
    );
    expect(secret.sockets).toHaveLength(0);
  });

  it('never leads 50 DNS rebinding attempts to the private address, and is resolved once per attempt (vector 79)', async () => {
    let asked = 0;
    const names = { 'rebind.test': () => answer(asked++ % 2 === 0 ? publicAddress : '127.0.0.1') };
    const guard = await guardedWorld(world(names));
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 50; attempt++) outcomes.push(await guard.outcome('http://rebind.test/'));
    await guard.remove();
    expect(outcomes.filter((outcome) => outcome === 'read: rebind.test /')).toHaveLength(25);
    expect(outcomes.filter((outcome) => outcome === 'blocked_address')).toHaveLength(25);
    expect(guard.lookups()).toBe(50);
    expect(secret.sockets).toHaveLength(0);
  });

  it('never leads 50 attempts to the private address if its address changes while a busy server delays the fetch', async () => {
    const busy = await httpServer((_request, response) =>
      response.writeHead(503, { 'retry-after': '0' }).end(),
    );
    let asked = 0;
    const names = { 'rebind.test': () => answer(asked++ % 2 === 0 ? publicAddress : '127.0.0.1') };
    const guard = await guardedWorld({ ...world(names), open: busy });
    for (let attempt = 0; attempt < 50; attempt++) {
      expect(await guard.outcome('http://rebind.test/')).toBe('blocked_address');
    }
    await guard.remove();
    await busy.close();
    expect(busy.sockets).toHaveLength(50);
    expect(secret.sockets).toHaveLength(0);
  });

  it('has its own error code if it has no address', async () => {
    expect(await outcomeOf('http://unknown.test/')).toBe('dns_failed');
    expect(await outcomeOf('http://empty.test/', { 'empty.test': [] })).toBe('dns_failed');
    expect(
      await outcomeOf('http://junk.test/', { 'junk.test': [{ address: 'fe80::1%lo', family: 6 }] }),
    ).toBe('blocked_address');
  });
});

describe('each hop of a redirect', () => {
  it.each([
    [80, 'blocked_address'],
    [81, 'blocked_address'],
    [82, 'blocked_address'],
    [83, 'blocked_address'],
    [84, 'bad_scheme'],
    [85, 'bad_scheme'],
    [86, 'bad_scheme'],
    [87, 'too_many_redirects'],
  ])('must comply with all rules (vector %i)', async (vector, code) => {
    expect(await outcomeOf(`http://good.test/${vector}`)).toBe(code);
    expect(secret.sockets).toHaveLength(0);
  });

  it('is followed up to the fifth, but not the sixth', async () => {
    const before = open.sockets.length;
    expect(await outcomeOf('http://good.test/87')).toBe('too_many_redirects');
    expect(open.sockets.length - before).toBe(6);
  });

  it('must also comply with the rules for ports and credentials, and can be relative', async () => {
    expect(await outcomeOf('http://good.test/port')).toBe('bad_port');
    expect(await outcomeOf('http://good.test/userinfo')).toBe('credentials_in_url');
    expect(await outcomeOf('http://good.test/relative')).toBe('read: good.test /again');
  });
});

describe('a link with a forbidden scheme or port', () => {
  it.each([
    [88, 'file:///etc/passwd'],
    [89, 'gopher://good.test/1'],
    [90, 'data:text/plain,hello'],
    [91, 'javascript:alert(1)'],
    [91, 'blob:http://good.test/1'],
    [91, 'ftp://good.test/'],
    [91, 'ws://good.test/'],
  ])('is refused (vector %i): %s', async (_vector, url) => {
    expect(await outcomeOf(url)).toBe('bad_scheme');
  });

  it.each([6379, 22, 25])('is refused (vector 92): port %i', async (port) => {
    expect(await outcomeOf(`http://good.test:${port}/`)).toBe('bad_port');
    expect(await outcomeOf(`http://good.test:${port}/`, {}, { ports: [80, 443, port] })).toMatch(/^read: /);
  });
});

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });

/** The guard's result for this server. Also asserts that all sockets are closed and no file remains. */
async function outcomeAgainst(server: Listening, settings: Partial<FetchSettings> = {}, clock?: FetchClock) {
  const guard = await guardedWorld({ ...world(), open: server }, settings, clock);
  const outcome = await guard.outcome('http://good.test/');
  await Promise.all(server.sockets.map((socket) => closed(socket)));
  expect(await guard.filesLeft()).toEqual([]);
  await guard.remove();
  await server.close();
  return outcome;
}

const gzipHeaders = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };

describe('a fetch from a hostile server', () => {
  it('stops at the size limit if 200 KB of gzip expand to 200 MB (vector 93)', async () => {
    const member = gzipSync(Buffer.alloc(2 * 1024 * 1024));
    const bomb = Buffer.concat(Array.from({ length: 100 }, () => member));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const server = await httpServer((_request, response) => response.writeHead(200, gzipHeaders).end(bomb));
    expect(await outcomeAgainst(server)).toBe('too_large');
  });

  it('stops at the size limit if the body is endless (vector 94)', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const write = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      };
      socket.on('drain', write);
      write();
    });
    expect(await outcomeAgainst(server)).toBe('too_large');
  });

  it('reads nothing of a body whose declared length is over the size limit', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9000000000\r\n\r\n'),
    );
    expect(await outcomeAgainst(server)).toBe('too_large');
  });

  it('ends at its deadline if the body arrives byte by byte (vector 95)', async () => {
    const clock = stoppedClock();
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const drip = setInterval(() => socket.write('x', () => clock.advance(20)), 1);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await outcomeAgainst(server, { deadlineMs: 300 }, clock)).toBe('deadline');
    expect(server.sockets).toHaveLength(1);
  });

  it('does not read what follows the declared length (vector 96)', async () => {
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n0123456789${'x'.repeat(2 * 1024 * 1024)}`);
    });
    expect(await outcomeAgainst(server)).toBe('read: 0123456789');
  });

  it('never stores a body as complete if it is shorter than declared (vector 97)', async () => {
    const server = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nabc'),
    );
    expect(await outcomeAgainst(server)).toBe('incomplete');
  });

  it('never stores a chunked or compressed body as complete if it breaks off', async () => {
    const chunked = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    );
    expect(await outcomeAgainst(chunked)).toBe('incomplete');
    const half = gzipSync(Buffer.from('hello '.repeat(1000))).subarray(0, 20);
    const compressed = await httpServer((_request, response) =>
      response.writeHead(200, gzipHeaders).end(half),
    );
    expect(await outcomeAgainst(compressed)).toBe('incomplete');
  });

  it('refuses 40 KB of header fields (vector 98)', async () => {
    const server = await rawServer((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\nhello`),
    );
    expect(await outcomeAgainst(server)).toBe('headers_too_large');
  });

  it('ends at its deadline if the server stays silent (vector 99)', async () => {
    const server = await rawServer(() => undefined);
    expect(await outcomeAgainst(server, { deadlineMs: 200 })).toBe('deadline');
  });

  it('refuses gzip within gzip and encodings that it did not request (vector 101)', async () => {
    for (const encoding of ['gzip, gzip', 'br', 'deflate']) {
      const server = await httpServer((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end('hello'),
      );
      expect(await outcomeAgainst(server)).toBe('bad_encoding');
    }
  });

  it('leaves no open socket, so that a later fetch with another policy cannot reuse it (vector 103)', async () => {
    const server = await httpServer((_request, response) => response.end('hello'));
    const guard = await guardedWorld({ ...world(), open: server });
    expect(await guard.outcome('http://good.test/')).toBe('read: hello');
    expect(await guard.outcome('http://good.test/')).toBe('read: hello');
    expect(server.sockets).toHaveLength(2);
    await guard.remove();
    expect(await outcomeAgainst(server, { denyAddresses: [publicAddress] })).toBe('blocked_address');
    expect(server.sockets).toHaveLength(2);
  });
});

describe('a link whose text alone is checked when a record is created', () => {
  const policy = fetchPolicy();
  it.each(literalHosts)('is refused (vector %i): http://%s/', (_vector, host, code) => {
    expect(checkUrl(`http://${host}/`, policy)).toMatchObject({ ok: false, code });
  });

  it('is accepted if its host is a public name, which is not resolved', () => {
    expect(checkUrl('https://example.com/a.pdf?x=1#page=2', policy)).toMatchObject({ ok: true });
  });
});

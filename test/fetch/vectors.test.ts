import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkUrl } from '../../src/fetch/check-url.ts';
import { type FetchSettings, fetchPolicy } from '../../src/fetch/policy.ts';
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

let open: Listening;
let secret: Listening;
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

beforeAll(async () => {
  open = await httpServer((request, response) => {
    const location = redirectTargets[request.url ?? ''];
    if (location) response.writeHead(302, { location }).end();
    else response.end(`${request.headers.host} ${request.url}`);
  });
  secret = await httpServer((_request, response) => response.end('secret'));
});

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

/** The number of the vector, the host as it is in the link, and the code of the refusal. */
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

describe('a link to a private address is refused before a socket opens', () => {
  it.each(literalHosts)('vector %i: http://%s/', async (_vector, host, code) => {
    expect(await outcomeOf(`http://${host}/`)).toBe(code);
    expect(await outcomeOf(`https://${host}/`)).toBe(code);
    expect(secret.sockets).toHaveLength(0);
  });

  it.each([
    [46, 'http:127.0.0.1/'],
    [46, 'http:///127.0.0.1'],
  ])('vector %i: %s', async (_vector, url) => {
    expect(await outcomeOf(url)).toBe('blocked_address');
    expect(secret.sockets).toHaveLength(0);
  });

  it('vector 45: a name with a final dot is resolved and checked like any other name', async () => {
    expect(await outcomeOf('http://priv.test./', { 'priv.test': answer('10.0.0.1') })).toBe(
      'blocked_address',
    );
    expect(await outcomeOf('http://good.test./')).toBe('read: good.test /');
  });

  it.each([
    ['4000::1 lies outside the public IPv6 space', '[4000::1]'],
    ['the documentation network', '[3fff::1]'],
    ['a single label', 'intranet'],
    ['a name of the house', 'db.internal'],
    ['a printer', 'printer.local'],
    ['an empty label', 'good..test'],
    ['a host that is too long', `${'a.'.repeat(130)}test`],
  ])('%s', async (_why, host) => {
    expect(await outcomeOf(`http://${host}/`)).toMatch(/^(blocked_address|bad_url)$/);
    expect(secret.sockets).toHaveLength(0);
  });
});

describe('tricks with the host of a link reach the host that the URL means', () => {
  it.each([
    [49, 'http://good.test\\@127.0.0.1/'],
    [50, 'http://good.test#@127.0.0.1/'],
  ])('vector %i: %s', async (_vector, url) => {
    expect(await outcomeOf(url)).toMatch(/^read: good\.test /);
    expect(secret.sockets).toHaveLength(0);
  });
});

describe('vectors 52 to 76: a name that resolves to a private address is refused', () => {
  const answers = literalHosts
    .filter(
      ([vector]) =>
        [7, 8, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27, 28, 29, 30].includes(vector) ||
        (vector >= 32 && vector <= 40),
    )
    .map(([, host]) => host.replace(/[[\]]/g, ''));
  it.each(answers)('a name that resolves to %s', async (address) => {
    expect(await outcomeOf('http://name.test/', { 'name.test': answer(address) })).toBe('blocked_address');
    expect(secret.sockets).toHaveLength(0);
  });
});

describe('a name with several or changing addresses', () => {
  it.each([
    [77, [publicAddress, '127.0.0.1']],
    [78, [publicAddress6, '::1']],
  ])('vector %i: is refused if one of its addresses is', async (_vector, addresses) => {
    expect(await outcomeOf('http://mixed.test/', { 'mixed.test': answer(...addresses) })).toBe(
      'blocked_address',
    );
    expect(secret.sockets).toHaveLength(0);
  });

  it('vector 79: never leads 50 attempts at rebinding to the private address, and is resolved once per attempt', async () => {
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

  it('does not lead 50 attempts to the private address that change the answer while a busy server delays the fetch', async () => {
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

  it('has its own error if it has no address', async () => {
    expect(await outcomeOf('http://unknown.test/')).toBe('dns_failed');
    expect(await outcomeOf('http://empty.test/', { 'empty.test': [] })).toBe('dns_failed');
    expect(
      await outcomeOf('http://junk.test/', { 'junk.test': [{ address: 'fe80::1%lo', family: 6 }] }),
    ).toBe('blocked_address');
  });
});

describe('every hop of a redirect passes all rules again', () => {
  it.each([
    [80, 'blocked_address'],
    [81, 'blocked_address'],
    [82, 'blocked_address'],
    [83, 'blocked_address'],
    [84, 'bad_scheme'],
    [85, 'bad_scheme'],
    [86, 'bad_scheme'],
    [87, 'too_many_redirects'],
  ])('vector %i', async (vector, code) => {
    expect(await outcomeOf(`http://good.test/${vector}`)).toBe(code);
    expect(secret.sockets).toHaveLength(0);
  });

  it('five redirects are followed, but not six', async () => {
    const before = open.sockets.length;
    expect(await outcomeOf('http://good.test/87')).toBe('too_many_redirects');
    expect(open.sockets.length - before).toBe(6);
  });

  it('rules for ports, credentials and relative targets apply too', async () => {
    expect(await outcomeOf('http://good.test/port')).toBe('bad_port');
    expect(await outcomeOf('http://good.test/userinfo')).toBe('credentials_in_url');
    expect(await outcomeOf('http://good.test/relative')).toBe('read: good.test /again');
  });
});

describe('schemes and ports', () => {
  it.each([
    [88, 'file:///etc/passwd'],
    [89, 'gopher://good.test/1'],
    [90, 'data:text/plain,hello'],
    [91, 'javascript:alert(1)'],
    [91, 'blob:http://good.test/1'],
    [91, 'ftp://good.test/'],
    [91, 'ws://good.test/'],
  ])('vector %i: %s', async (_vector, url) => {
    expect(await outcomeOf(url)).toBe('bad_scheme');
  });

  it.each([6379, 22, 25])('vector 92: port %i', async (port) => {
    expect(await outcomeOf(`http://good.test:${port}/`)).toBe('bad_port');
    expect(await outcomeOf(`http://good.test:${port}/`, {}, { ports: [80, 443, port] })).toMatch(/^read: /);
  });
});

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });

/** The guard's result for this server. Also asserts that all sockets have been closed and no file is left. */
async function outcomeAgainst(server: Listening, settings: Partial<FetchSettings> = {}) {
  const guard = await guardedWorld({ ...world(), open: server }, settings);
  const outcome = await guard.outcome('http://good.test/');
  await Promise.all(server.sockets.map((socket) => closed(socket)));
  expect(await guard.filesLeft()).toEqual([]);
  await guard.remove();
  await server.close();
  return outcome;
}

const gzipHeaders = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };

describe('a server cannot make the guard read, wait or store more than its limits', () => {
  it('vector 93: 200 KB of gzip that expand to 200 MB stop at the cap', async () => {
    const member = gzipSync(Buffer.alloc(2 * 1024 * 1024));
    const bomb = Buffer.concat(Array.from({ length: 100 }, () => member));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const server = await httpServer((_request, response) => response.writeHead(200, gzipHeaders).end(bomb));
    expect(await outcomeAgainst(server)).toBe('too_large');
  });

  it('vector 94: an endless body stops at the cap', async () => {
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

  it('a body whose announced length is over the cap is not read at all', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9000000000\r\n\r\n'),
    );
    expect(await outcomeAgainst(server)).toBe('too_large');
  });

  it('vector 95: a body that arrives byte by byte ends at the deadline of the whole fetch', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await outcomeAgainst(server, { deadlineMs: 300, idleMs: 200 })).toBe('deadline');
    expect(server.sockets).toHaveLength(1);
  });

  it('vector 96: what comes after the announced length is not read', async () => {
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n0123456789${'x'.repeat(2 * 1024 * 1024)}`);
    });
    expect(await outcomeAgainst(server)).toBe('read: 0123456789');
  });

  it('vector 97: a body that is shorter than announced is never stored as complete', async () => {
    const server = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nabc'),
    );
    expect(await outcomeAgainst(server)).toBe('incomplete');
  });

  it('a chunked or compressed body that breaks off is never stored as complete', async () => {
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

  it('vector 98: 40 KB of header fields are refused', async () => {
    const server = await rawServer((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\nhello`),
    );
    expect(await outcomeAgainst(server)).toBe('headers_too_large');
  });

  it('vector 99: a server that stays silent ends at the deadline', async () => {
    const server = await rawServer(() => undefined);
    expect(await outcomeAgainst(server, { deadlineMs: 200 })).toBe('deadline');
  });

  it('vector 101: gzip in gzip, or an encoding that was not requested, is refused', async () => {
    for (const encoding of ['gzip, gzip', 'br', 'deflate']) {
      const server = await httpServer((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end('hello'),
      );
      expect(await outcomeAgainst(server)).toBe('bad_encoding');
    }
  });

  it('vector 103: no socket is open after its fetch, so a fetch with another policy cannot reuse it', async () => {
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

describe('when a record is created, a link is checked by its text only', () => {
  const policy = fetchPolicy();
  it.each(literalHosts)('vector %i: http://%s/', (_vector, host, code) => {
    expect(checkUrl(`http://${host}/`, policy)).toMatchObject({ ok: false, code });
  });

  it('a public name passes without being resolved', () => {
    expect(checkUrl('https://example.com/a.pdf?x=1#page=2', policy)).toMatchObject({ ok: true });
  });
});

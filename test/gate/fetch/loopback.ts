import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dial, dialChecked, type HostAddress } from '../../../src/fetch/connect.ts';
import { createGuardedFetch } from '../../../src/fetch/guarded-fetch.ts';
import type { FetchClock } from '../../../src/fetch/host-turns.ts';
import { type FetchSettings, fetchPolicy } from '../../../src/fetch/policy.ts';
import type { LinkCache } from '../../../src/sources/port.ts';

/**
 * Public addresses that represent the server of a test. They are never contacted, because every connection is
 * redirected to loopback.
 */
export const publicAddress = '93.184.216.34';
export const publicAddress6 = '2606:2800:220:1:248:1893:25c8:1946';

export const noLinkCache: LinkCache = { find: async () => null, keep: async () => {} };

export type Listening = { port: number; sockets: Socket[]; close(): Promise<void> };

/** Starts a server on a free port of 127.0.0.1, and collects every socket that it accepts. */
export async function listening(server: Server): Promise<Listening> {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, sockets, close };
}

export const httpServer = (answer: RequestListener): Promise<Listening> => listening(createServer(answer));

/** A server that sends raw bytes, for responses that no HTTP library would send. */
export const rawServer = (onSocket: (socket: Socket) => void): Promise<Listening> =>
  listening(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume();
      onSocket(socket);
    }),
  );

export type World = {
  /** The addresses to which each name resolves. If this is a function, each lookup calls the function. */
  names: Record<string, HostAddress[] | (() => HostAddress[])>;
  /** The server that answers at the two public addresses. */
  open: Listening;
  /** The server that answers at all other addresses. If this server accepts a socket, the guarded fetch has failed. */
  secret: Listening;
};

const family = (address: string) => (address.includes(':') ? 6 : 4);

export const answer = (...addresses: string[]): HostAddress[] =>
  addresses.map((address) => ({ address, family: family(address) }));

/** The real guarded fetch, with the given names and with every socket connected to loopback. */
export async function guardedWorld(world: World, settings: Partial<FetchSettings> = {}, clock?: FetchClock) {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-fetch-'));
  let lookups = 0;
  const lookup = async (host: string): Promise<HostAddress[]> => {
    lookups += 1;
    const known = world.names[host];
    if (!known) throw Object.assign(new Error(`unknown host ${host}`), { code: 'ENOTFOUND' });
    return typeof known === 'function' ? known() : known;
  };
  const dial: Dial = (destination, callback) => {
    const isOpen = destination.addresses.every(({ address }) =>
      [publicAddress, publicAddress6].includes(address),
    );
    const port = String((isOpen ? world.open : world.secret).port);
    dialChecked({ ...destination, port, addresses: answer('127.0.0.1') }, callback);
  };
  const fetchFile = createGuardedFetch(
    folder,
    fetchPolicy({ deadlineMs: 60_000, idleMs: 60_000, maxBytes: 1024 * 1024, hostSpacingMs: 0, ...settings }),
    { lookup, dial },
    clock,
  );
  return {
    /** Fetches the URL. Returns `read:` and the text of the file, or the code of the error. */
    async outcome(url: string): Promise<string> {
      try {
        const file = await fetchFile({ url, user: 'u', signal: new AbortController().signal });
        const text = await readFile(file.path, 'utf8');
        await file.close();
        return `read: ${text}`;
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : `unexpected: ${error}`;
      }
    },
    fetchFile,
    lookups: () => lookups,
    filesLeft: () => readdir(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

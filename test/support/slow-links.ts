import { once } from 'node:events';
import { createServer } from 'node:http';
import { listening } from './listening.ts';

/** A server whose files never end. */
export type SlowLinks = {
  /** The host and port, as FETCH_ALLOW_HOSTS takes them. */
  host: string;
  url(name: string): string;
  /** The number of requests that have arrived, and of those whose connection has ended. */
  readonly arrived: number;
  readonly ended: number;
  close(): Promise<void>;
};

export async function startSlowLinks(address = '127.0.0.1'): Promise<SlowLinks> {
  let arrived = 0;
  let ended = 0;
  const server = createServer((_, response) => {
    arrived += 1;
    response.once('close', () => {
      ended += 1;
    });
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('The tenant ');
  });
  const host = `${address}:${await listening(server, address)}`;
  return {
    host,
    url: (name) => `http://${host}/${name}`,
    get arrived() {
      return arrived;
    },
    get ended() {
      return ended;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

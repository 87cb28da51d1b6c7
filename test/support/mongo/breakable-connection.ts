import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../listening.ts';

/** A connection to a server that a test can cut and restore without affecting the server. */
export type BreakableConnection = {
  port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

/** Forwards connections from a free local port to the server until the connection is cut. */
export async function breakableConnection(host: string, port: number): Promise<BreakableConnection> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const listener = createServer((outer) => {
    if (isCut) {
      outer.destroy();
      return;
    }
    const inner = connect(port, host);
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const ownPort = await listening(listener);
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: ownPort,
    cut() {
      isCut = true;
      dropAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      dropAll();
      listener.close();
      await once(listener, 'close');
    },
  };
}

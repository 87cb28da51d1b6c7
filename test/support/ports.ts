import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that the system assigns itself, so that no connection and no other listener gets one by chance. */
const [lowest, highest] = [20_000, 32_700];

/**
 * A TCP port of 127.0.0.1 for a program that cannot choose one itself. No other caller gets it until this process
 * ends: the port before it stays bound as a sign that it is taken.
 */
export async function claimPort(): Promise<number> {
  for (;;) {
    const sign = randomInt(lowest / 2, highest / 2) * 2;
    const taken = await listenerOn(sign);
    if (taken === null) continue;
    const tried = await listenerOn(sign + 1);
    if (tried === null) {
      taken.close();
      continue;
    }
    tried.close();
    await once(tried, 'close');
    taken.unref();
    return sign + 1;
  }
}

/** Listens on a port; null if another program does. */
async function listenerOn(port: number): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}

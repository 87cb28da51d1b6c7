import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export type Received = { headers: IncomingHttpHeaders; body: string };

/** A receiver's answer to a webhook: a status, with headers if needed, or no answer. */
export type Behaviour = { status: number; headers?: Record<string, string> } | 'silent' | 'hang up';

/**
 * A real receiver of webhooks at a private address that the network policy of the tests permits. `at` numbers all
 * requests from 1, `attempt` those with the same id. By default the receiver listens on any free port.
 */
export async function startReceiver(
  behaviour: (at: number, attempt: number) => Behaviour | Promise<Behaviour> = () => ({ status: 204 }),
  givenPort = 0,
) {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    req.on('end', async () => {
      received.push({ headers: req.headers, body });
      const id = req.headers['webhook-id'];
      const attempts = received.filter(({ headers }) => headers['webhook-id'] === id);
      const next = await behaviour(received.length, attempts.length);
      if (next === 'hang up') req.socket.destroy();
      else if (next !== 'silent') res.writeHead(next.status, next.headers).end();
    });
  }).listen(givenPort, '127.0.0.2');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.2:${port}/hook`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

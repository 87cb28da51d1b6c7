import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export type Received = { headers: IncomingHttpHeaders; body: string };

/** What a receiver does with a message: a status, with headers when need be, or nothing at all. */
export type Behaviour = { status: number; headers?: Record<string, string> } | 'silent' | 'hang up';

/** A real receiver of webhooks at a private address that the tests' policy allows. */
export async function startReceiver(behaviour: (at: number) => Behaviour = () => ({ status: 204 })) {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    req.on('end', () => {
      received.push({ headers: req.headers, body });
      const next = behaviour(received.length);
      if (next === 'hang up') req.socket.destroy();
      else if (next !== 'silent') res.writeHead(next.status, next.headers).end();
    });
  }).listen(0, '127.0.0.2');
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

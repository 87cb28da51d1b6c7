import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** A listening server and how to stop it. */
export type Listener = {
  port: number;
  /** Sets the handler. It also answers the requests that arrived before this call. */
  serve(handler: RequestListener): void;
  /** Accepts no more connections, waits up to `graceMs` for active requests, then closes the remaining connections. */
  close(graceMs: number): Promise<void>;
};

/**
 * How long an idle connection stays open, in ms. nginx and Amazon's load balancers close their idle connections after
 * 60 s. The proxy must be the first to close an idle connection: otherwise the proxy could send a request while this
 * server is closing the connection.
 */
const idleConnectionMs = 75_000;

/**
 * A request with `Expect: 100-continue`, whose client waits before it sends the body, triggers `checkContinue` instead
 * of `request`.
 */
const requestEvents = ['request', 'checkContinue'];

/**
 * Opens the port before the service is created, because the service needs to know the port. Requests wait until `serve`
 * is called. Throws the system's error if the port cannot be opened.
 */
export async function openListener(port: number, host: string): Promise<Listener> {
  let serve: (handler: RequestListener) => void = () => undefined;
  const handled = new Promise<RequestListener>((resolve) => {
    serve = resolve;
  });
  const server = createServer({ keepAliveTimeout: idleConnectionMs });
  const waitForHandler: RequestListener = (req, res) => {
    handled.then((handler) => handler(req, res));
  };
  for (const event of requestEvents) server.on(event, waitForHandler);
  const connections = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  await listening(server, port, host);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    serve(handler) {
      serve(handler);
      for (const event of requestEvents) {
        server.off(event, waitForHandler);
        server.on(event, handler);
      }
    },
    close: (graceMs) => closed(server, connections, graceMs),
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server, connections: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection with an active response closes right after the response, instead of staying open for more requests.
    server.keepAliveTimeout = 1;
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
    // Browsers and other clients open connections in advance. To Node, one that has never sent anything is not idle.
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  });
}

import { createServer, type RequestListener, type Server } from 'node:http';

/** Where a server listens, and how it ends. */
export type Listener = {
  port: number;
  /** Answers requests with the handler, those too that came before it. */
  serve(handler: RequestListener): void;
  /** Takes no more connections, lets requests finish for the given time in ms, then cuts them off. */
  close(graceMs: number): Promise<void>;
};

/**
 * How long an idle connection is kept, in ms: longer than the 60 s after which nginx and Amazon's load balancers give up
 * theirs. Who closes first must be the proxy: else it sends a request into a connection that is just being closed.
 */
const keptIdleMs = 75_000;

/** A client that waits with its body (`Expect: 100-continue`) comes by an event of its own. */
const requestEvents = ['request', 'checkContinue'];

/**
 * Listens, so that the port is known before the service is put together; requests wait until there is a handler.
 * Throws what the system says when it can't.
 */
export async function openListener(port: number, host: string): Promise<Listener> {
  let serve: (handler: RequestListener) => void = () => undefined;
  const handled = new Promise<RequestListener>((resolve) => {
    serve = resolve;
  });
  const server = createServer({ keepAliveTimeout: keptIdleMs });
  const waitForHandler: RequestListener = (req, res) => {
    handled.then((handler) => handler(req, res));
  };
  for (const event of requestEvents) server.on(event, waitForHandler);
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
    close: (graceMs) => closed(server, graceMs),
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

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection whose last answer is still under way closes right after it; else it would be kept for the next one.
    server.keepAliveTimeout = 1;
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

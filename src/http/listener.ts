import { createServer, type RequestListener, type Server } from 'node:http';

/** A listening server and how to stop it. */
export type Listener = {
  port: number;
  /** Answers requests with the handler, including those that arrived before it was set. */
  serve(handler: RequestListener): void;
  /** Accepts no more connections, lets requests finish for the given time in ms, then closes them. */
  close(graceMs: number): Promise<void>;
};

/**
 * How long an idle connection stays open, in ms: longer than the 60 s after which nginx and Amazon's load balancers
 * close theirs. The proxy must close first, or it sends a request into a connection that is just being closed.
 */
const idleConnectionMs = 75_000;

/** A client that waits before sending its body (`Expect: 100-continue`) triggers a separate event. */
const requestEvents = ['request', 'checkContinue'];

/**
 * Listens before the service is created, so that the port is known; requests wait until there is a handler. Throws
 * the system's error if it cannot listen.
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
    // A connection with a response in progress closes right after it instead of staying open.
    server.keepAliveTimeout = 1;
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

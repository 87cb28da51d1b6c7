import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RequestCounter } from './port.ts';

export type RedisCounterSettings = {
  /** `redis://…` or `rediss://…`. */
  url: string;
  /** The prefix of all keys, so that several services can share a server. */
  prefix?: string;
};

/** How long a request waits for a server that does not answer, in ms. */
const patienceMs = 500;

/**
 * Opens a counter that all processes with the same Redis server share. Waits for the connection as long as a request
 * would, then returns even without a connection. `count` throws if Redis does not answer.
 */
export async function openRedisCounter({
  url,
  prefix = 'proviso',
}: RedisCounterSettings): Promise<RequestCounter> {
  const connection = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    maxRetriesPerRequest: 0,
    // The delay is at most a second, so that a connection returns soon after its server does.
    retryStrategy: (times) => Math.min(times * 50, 1_000),
  });
  // This listener does nothing, because errors are reported where the counter is used. Without a listener, ioredis
  // would print the errors.
  connection.on('error', () => undefined);
  await connection.connect().catch(() => undefined);
  const counter = new RateLimiterRedis({
    storeClient: connection,
    keyPrefix: `${prefix}:requests`,
    // Nothing is refused here: the caller of `count` compares the count with a limit.
    points: Number.MAX_SAFE_INTEGER,
    duration: 1,
    rejectIfRedisNotReady: true,
  });
  return {
    async count(caller, windowMs, requests = 1) {
      const options = { customDuration: Math.ceil(windowMs / 1000) };
      const { consumedPoints, msBeforeNext } = await counter.consume(caller, requests, options);
      return { used: consumedPoints, endsInMs: msBeforeNext };
    },
    async close() {
      connection.disconnect();
    },
  };
}

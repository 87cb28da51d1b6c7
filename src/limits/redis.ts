import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RequestCounter } from './port.ts';

export type RedisCounterSettings = {
  /** `redis://…` or `rediss://…`. */
  url: string;
  /** Begins the names of all keys, so that several services can share a server. */
  prefix?: string;
};

/** How long a request waits for a server that does not answer, in ms. */
const patienceMs = 500;

/**
 * Counts that every process over the same Redis adds to. Waits for the connection, for as long as a request would.
 * `count` throws when Redis does not answer.
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
    // A server that comes back is found within a second, however long it was away.
    retryStrategy: (times) => Math.min(times * 50, 1_000),
  });
  // What fails is reported where it is used; without a listener ioredis would print it.
  connection.on('error', () => undefined);
  await connection.connect().catch(() => undefined);
  const counter = new RateLimiterRedis({
    storeClient: connection,
    keyPrefix: `${prefix}:requests`,
    // What a caller may do is decided where the limit is known; here everything is counted.
    points: Number.MAX_SAFE_INTEGER,
    duration: 1,
    rejectIfRedisNotReady: true,
  });
  return {
    async count(caller, windowMs) {
      const options = { customDuration: Math.ceil(windowMs / 1000) };
      const { consumedPoints, msBeforeNext } = await counter.consume(caller, 1, options);
      return { used: consumedPoints, endsInMs: msBeforeNext };
    },
    async close() {
      connection.disconnect();
    },
  };
}

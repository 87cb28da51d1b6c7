import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Counted, RequestCounter } from './port.ts';

/** How long the shared counter is not asked after it failed, so that requests do not wait in vain, in ms. */
const retryAfterMs = 1_000;

/**
 * Uses the shared counter, and while it fails a counter of this process: requests are then limited as if there were
 * no other process. A caller is forgotten when its window ends.
 */
export function insuredCounter(
  shared: RequestCounter,
  onFailure: (error: unknown) => void,
  clock: () => number = Date.now,
): RequestCounter {
  const own = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 1 });
  let failedAt = Number.NEGATIVE_INFINITY;

  async function countHere(caller: string, windowMs: number, requests: number): Promise<Counted> {
    const options = { customDuration: windowMs / 1000 };
    const { consumedPoints, msBeforeNext } = await own.consume(caller, requests, options);
    return { used: consumedPoints, endsInMs: msBeforeNext };
  }

  return {
    async count(caller, windowMs, requests = 1) {
      if (clock() - failedAt < retryAfterMs) return countHere(caller, windowMs, requests);
      try {
        return await shared.count(caller, windowMs, requests);
      } catch (error) {
        failedAt = clock();
        onFailure(error);
        return countHere(caller, windowMs, requests);
      }
    },
    close: () => shared.close(),
  };
}

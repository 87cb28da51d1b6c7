import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Counted, RequestCounter } from './port.ts';

/** How long the shared counter is not used after a failure, in ms, so that requests do not wait for it in vain. */
const retryAfterMs = 1_000;

/**
 * Uses the shared counter. While the shared counter fails, a counter of this process is used: requests are then limited
 * as if there were no other process. The counter of this process forgets a caller when the caller's window ends.
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

import { setTimeout as wait } from 'node:timers/promises';
import { ModelFailure } from './model-failure.ts';
import type { ModelSettings } from './model-settings.ts';

type RetrySettings = Pick<ModelSettings, 'retries' | 'retryMs' | 'longestWaitMs'>;

/**
 * Retries after a transient failure: after the time the server asks for, else after a pause that doubles, with a
 * random part so that calls that failed together do not return together. Fails when the server asks for longer than
 * `longestWaitMs`. Throws the last `ModelFailure`, or the signal's reason.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retries, retryMs, longestWaitMs }: RetrySettings,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure) || !error.mayPass || failures >= retries) throw error;
      const asked = error.retryAfterMs;
      if (asked !== undefined && asked > longestWaitMs) throw error;
      const pauseMs = asked ?? Math.min(longestWaitMs, retryMs * 2 ** failures) * (0.5 + Math.random() / 2);
      await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { ModelFailure } from './model-failure.ts';
import type { ModelSettings } from './model-settings.ts';

type RetrySettings = Pick<ModelSettings, 'retries' | 'retryMs' | 'longestWaitMs'>;

/**
 * Repeats `attempt` after a transient failure. The pause before a retry is the one that the server asks for. If the
 * server asks for none, the pause doubles with each retry and has a random part, so that calls that failed together are
 * not repeated together. If the server asks for more than `longestWaitMs`, there is no retry. Throws the last
 * `ModelFailure`, or the signal's reason.
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

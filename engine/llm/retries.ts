import { setTimeout as wait } from 'node:timers/promises';
import { ModelFailure } from './model-failure.ts';
import type { ModelSettings } from './model-settings.ts';

type RetrySettings = Pick<ModelSettings, 'retries' | 'retryMs' | 'longestWaitMs'>;

/** Is told why a call failed, and after how many ms it is repeated. */
export type OnRetry = (failure: ModelFailure, pauseMs: number) => void;

/**
 * Repeats `attempt` after a transient failure. The pause before a retry is the one that the server asks for. If the
 * server asks for none, the pause doubles with each retry and has a random part, so that calls that failed together are
 * not repeated together. If the server asks for more than `longestWaitMs`, there is no retry. Throws the last
 * `ModelFailure`, or the signal's reason. `onRetry` is called before each pause.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retries, retryMs, longestWaitMs }: RetrySettings,
  signal: AbortSignal,
  onRetry: OnRetry = () => {},
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
      onRetry(error, pauseMs);
      await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

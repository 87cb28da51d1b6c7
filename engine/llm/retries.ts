import { setTimeout as wait } from 'node:timers/promises';
import { ModelFailure } from './model-failure.ts';
import type { ModelSettings } from './model-settings.ts';

type RetrySettings = Pick<ModelSettings, 'retries' | 'retryMs' | 'longestWaitMs'>;

/** Is told why a call failed, and after how many ms it is repeated; null if it is not. */
export type OnFailedCall = (failure: ModelFailure, pauseMs: number | null) => void;

/**
 * Repeats `attempt` after a transient failure. The pause before a retry is the one that the server asks for. If the
 * server asks for none, the pause doubles with each retry and has a random part, so that calls that failed together are
 * not repeated together. If the server asks for more than `longestWaitMs`, there is no retry. Throws the last
 * `ModelFailure`, or the signal's reason. `onFailedCall` is called after each failure.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retries, retryMs, longestWaitMs }: RetrySettings,
  signal: AbortSignal,
  onFailedCall: OnFailedCall = () => {},
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      const asked = error.retryAfterMs;
      const isLast = !error.mayPass || failures >= retries || (asked !== undefined && asked > longestWaitMs);
      const pauseMs = asked ?? Math.min(longestWaitMs, retryMs * 2 ** failures) * (0.5 + Math.random() / 2);
      onFailedCall(error, isLast ? null : pauseMs);
      if (isLast) throw error;
      await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

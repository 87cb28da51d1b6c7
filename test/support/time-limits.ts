import { onTestFinished, vi } from 'vitest';

/** The length in ms of the time limits that a test ends explicitly. */
export const limitMs = 29_999;

/** Replaces all time limits of `limitMs`: they end when the test calls `end`, not when the time is over. */
export function openLimits(): { end(): void } {
  const open: AbortController[] = [];
  const { timeout } = AbortSignal;
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== limitMs) return timeout.call(AbortSignal, ms);
    const limit = new AbortController();
    open.push(limit);
    return limit.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    end() {
      for (const limit of open.splice(0)) limit.abort();
    },
  };
}

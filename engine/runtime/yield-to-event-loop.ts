import { setImmediate } from 'node:timers/promises';

/** Maximum time for which a computation blocks the rest of its process at once. */
const longestStretchMs = 20;

/**
 * Returns a function to be awaited regularly in long computations. It lets other work of the process run if that work
 * has waited for more than `longestStretchMs`.
 */
export function createYield(): () => Promise<void> {
  let busySince = performance.now();
  return async () => {
    if (performance.now() - busySince < longestStretchMs) return;
    await setImmediate();
    busySince = performance.now();
  };
}

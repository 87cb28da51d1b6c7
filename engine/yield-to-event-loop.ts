import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may hold up the rest of its process at a time. */
const longestStretchMs = 20;

/** To be awaited now and then in long computations: lets other work of the process run when it had to wait for long. */
export function createYield(): () => Promise<void> {
  let busySince = performance.now();
  return async () => {
    if (performance.now() - busySince < longestStretchMs) return;
    await setImmediate();
    busySince = performance.now();
  };
}

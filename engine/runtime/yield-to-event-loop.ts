import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may block the rest of its process at a time. */
const longestStretchMs = 20;

/** Await it now and then in long computations: it lets other work of the process run if that has waited for long. */
export function createYield(): () => Promise<void> {
  let busySince = performance.now();
  return async () => {
    if (performance.now() - busySince < longestStretchMs) return;
    await setImmediate();
    busySince = performance.now();
  };
}

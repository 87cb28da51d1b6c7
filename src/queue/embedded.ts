import type { Queue } from './port.ts';

/** Wakes the workers of this process. Those of other processes find the run when they look at the store again. */
export function embeddedQueue(): Queue {
  const listeners = new Set<() => void>();
  return {
    description: 'this process',
    async wake() {
      for (const listener of listeners) listener();
    },
    listen(onWake) {
      listeners.add(onWake);
      return () => listeners.delete(onWake);
    },
    async ping() {},
    async close() {
      listeners.clear();
    },
  };
}

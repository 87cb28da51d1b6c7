import { createListeners } from './listeners.ts';
import type { Queue } from './port.ts';

/** Wakes the workers of this process only. Other processes find the run when they next poll the store. */
export function embeddedQueue(): Queue {
  const listeners = createListeners();
  return {
    description: 'this process',
    async wake() {
      listeners.wakeAll();
    },
    listen: listeners.add,
    async ping() {},
    async close() {
      listeners.clear();
    },
  };
}

import type { Queue } from './port.ts';

/** Several queues as one: a wake-up is sent through all of them and received from any. */
export function joinedQueues(queues: readonly [Queue, ...Queue[]]): Queue {
  return {
    description: queues.map(({ description }) => description).join(' and '),
    async wake(runId) {
      await Promise.all(queues.map((queue) => queue.wake(runId)));
    },
    listen(onWake) {
      const stops = queues.map((queue) => queue.listen(onWake));
      return () => {
        for (const stop of stops) stop();
      };
    },
    async ping() {
      await Promise.all(queues.map((queue) => queue.ping()));
    },
    async close() {
      for (const queue of queues) await queue.close();
    },
  };
}

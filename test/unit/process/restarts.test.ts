import { afterEach, expect, it, vi } from 'vitest';
import { childProcessQueue } from '../../../src/queue/child-process.ts';
import type { Queue } from '../../../src/queue/port.ts';

let queue: Queue | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await queue?.close();
});

it('a worker that crashes repeatedly is restarted after longer and longer delays, the last of which stays', async () => {
  const delays: number[] = [];
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((restart, delay, ...args) => {
    // Node sets one without a delay when it starts a process.
    if (delay) delays.push(delay);
    return setTimeout(restart, 0, ...args);
  });
  queue = childProcessQueue({
    entry: new URL('./crashing-child.ts', import.meta.url),
    settings: {},
    onCrash: () => undefined,
  });
  await vi.waitUntil(() => delays.length >= 7, { timeout: 60_000, interval: 5 });
  expect(delays.slice(0, 7)).toEqual([100, 250, 1_000, 5_000, 30_000, 30_000, 30_000]);
}, 60_000);

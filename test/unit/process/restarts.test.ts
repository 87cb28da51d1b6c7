import { afterEach, expect, it, vi } from 'vitest';
import { childProcessQueue } from '../../../src/queue/child-process.ts';
import type { Queue } from '../../../src/queue/port.ts';

let queue: Queue | undefined;
afterEach(async () => {
  await queue?.close();
  vi.useRealTimers();
});

it('a worker that crashes repeatedly is restarted after longer and longer delays, the last of which stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waits = vi.spyOn(globalThis, 'setTimeout');
  let crashes = 0;
  queue = childProcessQueue({
    entry: new URL('./crashing-child.ts', import.meta.url),
    settings: {},
    onCrash: () => {
      crashes += 1;
    },
  });
  const started: unknown[] = [];
  for (let crash = 1; crash <= 7; crash += 1) {
    await vi.waitUntil(() => crashes === crash && vi.getTimerCount() > 0, { timeout: 20_000, interval: 5 });
    started.push(waits.mock.calls.at(-1)?.[1]);
    vi.advanceTimersToNextTimer();
  }
  expect(started).toEqual([100, 250, 1_000, 5_000, 30_000, 30_000, 30_000]);
}, 60_000);

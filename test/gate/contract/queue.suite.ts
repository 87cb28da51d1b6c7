import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Queue } from '../../../src/queue/port.ts';

/**
 * How the suite opens an adapter. `open` returns another connection to the same queue, like that of another process.
 */
export type QueueUnderTest = { open(): Queue; remove(): Promise<void> };

/** The tests that every adapter of the queue must pass: it only wakes listeners. */
export function queueContract(kind: string, make: () => Promise<QueueUnderTest>): void {
  describe(`wake-ups through ${kind}`, () => {
    let made: QueueUnderTest;
    let open: Queue[];
    beforeEach(async () => {
      made = await make();
      open = [made.open(), made.open(), made.open()];
    });
    afterEach(async () => {
      await Promise.all(open.map((queue) => queue.close()));
      await made.remove();
    });

    /** Sends wake-ups repeatedly until the listener is called, because a new listener can miss the first. */
    async function expectReceived(
      wake: () => Promise<void>,
      listener: ReturnType<typeof vi.fn>,
    ): Promise<void> {
      const before = listener.mock.calls.length;
      const again = async () => {
        await wake();
        return listener.mock.calls.length;
      };
      await expect.poll(again).toBeGreaterThan(before);
    }

    it('reach every listener in every process', async () => {
      const [first, second, third] = open;
      const listeners = [vi.fn(), vi.fn(), vi.fn()];
      first?.listen(listeners[0] ?? vi.fn());
      first?.listen(listeners[1] ?? vi.fn());
      second?.listen(listeners[2] ?? vi.fn());
      for (const listener of listeners)
        await expectReceived(async () => third?.wake('a'.repeat(24)), listener);
    });

    it('do not reach a removed listener or a closed queue', async () => {
      const [first, second] = open;
      const [gone, there] = [vi.fn(), vi.fn()];
      const stop = first?.listen(gone);
      first?.listen(there);
      await expectReceived(async () => second?.wake('a'.repeat(24)), there);
      stop?.();
      const calls = gone.mock.calls.length;
      await expectReceived(async () => second?.wake('a'.repeat(24)), there);
      expect(gone.mock.calls.length).toBe(calls);
      await expect(first?.ping()).resolves.toBeUndefined();
    });

    it('are harmless without a listener', async () => {
      await expect(open[0]?.wake('a'.repeat(24))).resolves.toBeUndefined();
      await open[0]?.close();
      await expect(open[0]?.close()).resolves.toBeUndefined();
    });
  });
}

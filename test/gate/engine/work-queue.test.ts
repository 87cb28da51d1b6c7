import { expect, test } from 'vitest';
import { createWorkQueue } from '../../../engine/runtime/work-queue.ts';

test('a queue of work runs it within its limit and in its order, and continues after a failure', async () => {
  const queue = createWorkQueue(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const all = [0, 1, 2, 3].map((item) =>
    queue(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(item);
          ends[item] = (error) => (error ? reject(error) : resolve(item));
        }),
    ),
  );
  const ended = Promise.allSettled(all);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  ends[1]?.(new Error('no disk'));
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

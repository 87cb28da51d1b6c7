import { expect, test } from 'vitest';
import { inParallel } from '../../../engine/runtime/in-parallel.ts';

test('after a failure, work in parallel starts no further items', async () => {
  let given = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let ended = false;
  async function* items() {
    try {
      for (;;) {
        given += 1;
        yield given;
        await gate;
      }
    } finally {
      ended = true;
    }
  }
  const worked: number[] = [];
  const all = inParallel(items(), 8, async (item) => {
    worked.push(item);
    throw new Error('no disk');
  });
  await new Promise(setImmediate);
  open();
  await expect(all).rejects.toThrow('no disk');
  expect(worked).toEqual([1]);
  expect(given).toBeLessThanOrEqual(2);
  expect(ended).toBe(true);
});

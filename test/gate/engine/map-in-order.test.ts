import { describe, expect, test } from 'vitest';
import { mapInOrder } from '../../../engine/runtime/map-in-order.ts';

const ten = Array.from({ length: 10 }, (_, at) => at);

/** Work on an item that the test ends explicitly. */
function pausedWork() {
  const begun: number[] = [];
  const ended: number[] = [];
  const ends = new Map<number, { give: () => void; fail: (reason: Error) => void }>();
  const work = (item: number) =>
    new Promise<string>((resolve, reject) => {
      begun.push(item);
      const end = (how: () => void) => () => {
        ended.push(item);
        how();
      };
      ends.set(item, {
        give: end(() => resolve(`made of ${item}`)),
        fail: (reason) => end(() => reject(reason))(),
      });
    });
  return { begun, ended, work, of: (item: number) => ends.get(item) };
}

describe('mapInOrder', () => {
  test('yields the results in the order of the items, whichever ends first', async () => {
    const { work, of } = pausedWork();
    const made = mapInOrder([0, 1, 2], { limit: 3, ahead: 3 }, work);
    const first = made.next();
    for (const item of [2, 1, 0]) of(item)?.give();
    const given = [(await first).value];
    for await (const one of made) given.push(one);
    expect(given).toEqual(['made of 0', 'made of 1', 'made of 2']);
  });

  test('continues while the first item is slow, but only a limited number of items ahead', async () => {
    const { work, of, begun } = pausedWork();
    const made = mapInOrder(ten, { limit: 2, ahead: 3 }, work);
    const first = made.next();
    expect(begun).toEqual([0, 1]);
    for (const item of [1, 2, 3]) {
      of(item)?.give();
      await new Promise(setImmediate);
    }
    expect(begun).toEqual([0, 1, 2, 3]);
    of(0)?.give();
    await first;
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    for (const item of ten) of(item)?.give();
    const rest = made.return();
    of(4)?.give();
    await rest;
  });

  test('throws the failure of an item when its turn comes, starts no further items, and waits for started work', async () => {
    const { work, of, begun, ended } = pausedWork();
    const made = mapInOrder(ten, { limit: 2, ahead: 5 }, work);
    const first = made.next();
    of(1)?.fail(new Error('no disk'));
    await new Promise(setImmediate);
    of(0)?.give();
    expect((await first).value).toBe('made of 0');
    await expect(made.next()).rejects.toThrow('no disk');
    expect(begun).toEqual([0, 1]);
    expect(ended).toEqual([1, 0]);
  });

  test('starts no further items after the consumer stops, and ends when started work has ended', async () => {
    const { work, of, begun, ended } = pausedWork();
    const made = mapInOrder(ten, { limit: 2, ahead: 2 }, work);
    const first = made.next();
    of(0)?.give();
    await first;
    const stopped = made.return();
    of(1)?.give();
    of(2)?.give();
    await stopped;
    expect(ended.toSorted()).toEqual(begun.toSorted());
    expect(begun.length).toBeLessThan(ten.length);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** What callers and users may not go beyond, over all processes that use the store. */
export function limitsSuite(place: StoreUnderTest): void {
  let store: Store;
  let second: Store;
  beforeAll(async () => {
    store = await place.open();
    second = await place.open();
  });
  afterAll(async () => {
    await store.close();
    await second.close();
    await place.clean();
  });

  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

  /** What many at once over two connections are told, the least first. */
  async function countedAtOnce(caller: string, times: number, now: Date): Promise<number[]> {
    const counts = Array.from({ length: times }, (_, nth) =>
      (nth % 2 === 0 ? store : second).requestCounts.count(caller, 60_000, now),
    );
    return (await Promise.all(counts)).map(({ used }) => used).toSorted((a, b) => a - b);
  }

  describe(`${place.name}: requests of a caller`, () => {
    // FerretDB may answer with a count that another request has raised meanwhile, which lets nobody through.
    it('are all counted, and no more than the limit are told a number within it, in any number at once', async () => {
      const counted = await countedAtOnce('many', 50, at(0));
      expect(counted.filter((used, nth) => used < nth + 1)).toEqual([]);
      expect(await second.requestCounts.count('many', 60_000, at(1))).toMatchObject({ used: 51 });
    });

    it('are counted anew when the window that began with the first has ended', async () => {
      const count = (ms: number) => second.requestCounts.count('window', 60_000, at(ms));
      expect(await count(0)).toEqual({ used: 1, endsInMs: 60_000 });
      expect(await count(59_999)).toEqual({ used: 2, endsInMs: 1 });
      expect(await count(60_000)).toEqual({ used: 1, endsInMs: 60_000 });
      expect(await store.requestCounts.count('another', 60_000, at(60_000))).toMatchObject({ used: 1 });
    });

    it('begin a new window once, however many come first in it', async () => {
      await store.requestCounts.count('again', 60_000, at(0));
      const counted = await countedAtOnce('again', 20, at(60_000));
      expect(counted.filter((used, nth) => used < nth + 1)).toEqual([]);
      expect(await store.requestCounts.count('again', 60_000, at(60_001))).toMatchObject({ used: 21 });
    });
  });
}

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

  describe(`${place.name}: requests of a caller`, () => {
    it('are counted once each, whichever processes count them, in any number at once', async () => {
      const counts = Array.from({ length: 50 }, (_, nth) =>
        (nth % 2 === 0 ? store : second).requestCounts.count('many', 60_000, at(nth)),
      );
      const used = (await Promise.all(counts)).map((counted) => counted.used);
      expect(used.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, nth) => nth + 1));
    });

    it('are counted anew when the window that began with the first has ended', async () => {
      const count = (ms: number) => second.requestCounts.count('window', 60_000, at(ms));
      expect(await count(0)).toEqual({ used: 1, endsInMs: 60_000 });
      expect(await count(59_999)).toEqual({ used: 2, endsInMs: 1 });
      expect(await count(60_000)).toEqual({ used: 1, endsInMs: 60_000 });
      expect(await store.requestCounts.count('another', 60_000, at(60_000))).toMatchObject({ used: 1 });
    });

    it('begin a new window once, however many come first in it', async () => {
      await store.requestCounts.count('again', 1_000, at(0));
      const counts = Array.from({ length: 20 }, (_, nth) =>
        (nth % 2 === 0 ? store : second).requestCounts.count('again', 1_000, at(1_000)),
      );
      const used = (await Promise.all(counts)).map((counted) => counted.used);
      expect(used.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1));
    });
  });
}

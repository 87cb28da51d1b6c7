import { describe, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { Store } from '../../../src/store/port.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

const month = '2026-11';

export function budgetsSuite(under: StoreUnderTest): void {
  describe(`${under.name}: monthly budgets`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });

    it('never pass a cap when 60 calls through two connections reserve at once', async () => {
      const userId = newObjectId();
      const caps = { tokens: 1_000, cost: null };
      const reserved = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          (at % 2 ? store : second).budgets.spend(userId, month, { tokens: 70, cost: 0 }, caps),
        ),
      );
      expect(reserved.filter(Boolean)).toHaveLength(14);
      expect(await second.budgets.spent(userId, month)).toEqual({ tokens: 980, cost: 0 });
    });

    it('limit the cost, are corrected after the call, and are separate for each user and month', async () => {
      const userId = newObjectId();
      const caps = { tokens: null, cost: 1 };
      expect(await store.budgets.spend(userId, month, { tokens: 5, cost: 0.75 }, caps)).toBe(true);
      expect(await store.budgets.spend(userId, month, { tokens: 5, cost: 0.5 }, caps)).toBe(false);
      await store.budgets.correct(userId, month, { tokens: -2, cost: -0.5 });
      expect(await store.budgets.spend(userId, month, { tokens: 5, cost: 0.5 }, caps)).toBe(true);
      expect(await second.budgets.spent(userId, month)).toEqual({ tokens: 8, cost: 0.75 });
      expect(await second.budgets.spent(userId, '2026-12')).toEqual({ tokens: 0, cost: 0 });
      expect(await second.budgets.spent(newObjectId(), month)).toEqual({ tokens: 0, cost: 0 });
    });

    it('have the caps that were set for a user, until they are removed', async () => {
      const userId = newObjectId();
      expect(await store.budgets.caps(userId)).toBeNull();
      for (const caps of [
        { tokens: 5, cost: null },
        { tokens: null, cost: 2 },
      ]) {
        await store.budgets.setCaps(userId, caps);
        expect(await second.budgets.caps(userId)).toEqual({ userId, ...caps });
      }
      await store.budgets.setCaps(userId, null);
      expect(await second.budgets.caps(userId)).toBeNull();
    });
  });
}

import { describe, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { newWatchState } from '../../../src/domain/watch.ts';
import type { Store } from '../../../src/store/port.ts';
import { owner, stranger } from '../../support/records.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

export function watchesSuite(under: StoreUnderTest): void {
  describe(`${under.name}: watched folders`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });

    const { workspaceId } = owner;
    const state = (dueMs: number) => newWatchState({ _id: newObjectId(), workspaceId }, later(dueMs));
    const none = () => false;

    it('that are due are each claimed by only one of many callers, oldest first', async () => {
      const due = [30, 10, 20].map(state);
      for (const one of [...due, { ...state(1), nextLookAt: null }]) await store.watches.put(one);
      expect(await second.watches.claim({ lease: 'a', now: later(9) }, none)).toBeNull();
      const claimed = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          (at % 2 ? store : second).watches.claim({ lease: `${at}`, now: later(30) }, none),
        ),
      );
      const ids = claimed.flatMap((one) => one?._id ?? []);
      expect(ids.sort()).toEqual(due.map(({ _id }) => _id).sort());
      await second.watches.put({ ...state(5), lease: null });
      const [newer, older] = [state(3), state(2)];
      for (const one of [newer, older]) await store.watches.put(one);
      expect(await second.watches.claim({ lease: 'b', now: later(30) }, none)).toMatchObject({
        ...older,
        lease: 'b',
        revision: 2,
      });
    });

    it('are claimed again once the lease is dead, and written only under the lease that is theirs', async () => {
      const due = { ...state(-1_000), waiting: [{ name: 'a.b', reason: 'r', seen: 's' }] };
      await store.watches.put(due);
      const first = await store.watches.claim({ lease: 'dead', now }, none);
      expect(await second.watches.claim({ lease: 'b', now: later(-900) }, none)).toBeNull();
      const again = await second.watches.claim({ lease: 'b', now: later(-900) }, (one) => one === 'dead');
      expect(again).toEqual({ ...due, lease: 'b', revision: 3 });
      if (first === null || again === null) throw new Error('both must be claimed');
      expect(await store.watches.release({ ...first, problem: 'late' })).toBe(false);
      await store.watches.remove(first);
      const next = { ...again, nextLookAt: later(900_000).toISOString(), problem: 'p' };
      expect(await store.watches.release(next)).toBe(true);
      expect(await second.watches.get(workspaceId, due._id)).toEqual({ ...next, lease: null, revision: 4 });
      await store.watches.put(again);
      await second.watches.remove(again);
      expect(await store.watches.get(workspaceId, due._id)).toBeNull();
    });

    it('belong to a workspace, and are removed with their project', async () => {
      const kept = state(1_000_000);
      await store.watches.put(kept);
      expect(await second.watches.get(stranger.workspaceId, kept._id)).toBeNull();
      expect(await second.watches.get(workspaceId, kept._id)).toEqual(kept);
      await store.deleteProjectRemains(workspaceId, kept._id);
      expect(await second.watches.get(workspaceId, kept._id)).toBeNull();
    });
  });
}

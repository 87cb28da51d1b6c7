import { describe, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { Store } from '../../../src/store/port.ts';
import { aDelivery, aRun, owner, stranger } from '../../support/records.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

export function deliveriesSuite(under: StoreUnderTest): void {
  describe(`${under.name}: notifications about runs`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });

    it('are stored once per run and recipient, even if fifty are added at once', async () => {
      const message = aDelivery({ nextAttemptAt: null });
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, at) => (at % 2 ? store : second).deliveries.add(message)),
      );
      expect(made.filter((one) => one)).toHaveLength(1);
      expect(await second.deliveries.get(owner.userId, message._id)).toEqual(message);
      expect(await store.deliveries.get(stranger.userId, message._id)).toBeNull();
    });

    it('of a project are listed newest first for its owner alone, all of them or only those of one run or state', async () => {
      const [projectId, runId] = [newObjectId(), newObjectId()];
      const made = (ms: number, fields: object) =>
        aDelivery({ projectId, createdAt: later(ms).toISOString(), nextAttemptAt: null, ...fields });
      const old = made(1, { recipient: 'a@example.org', state: 'delivered' });
      const mid = made(2, { recipient: 'b@example.org', runId });
      const recent = made(3, { recipient: 'c@example.org', runId, state: 'delivered' });
      for (const message of [mid, old, recent, aDelivery({ nextAttemptAt: null })]) {
        await store.deliveries.add(message);
      }
      const page = { page: 1, pageSize: 2 };
      const list = (filter: object, userId = owner.userId) =>
        second.deliveries.list(userId, projectId, filter, page);
      expect(await list({})).toEqual({ items: [recent, mid], total: 3, more: true });
      expect(await list({ runId })).toEqual({ items: [recent, mid], total: 2, more: false });
      expect(await list({ runId, state: 'delivered' })).toEqual({ items: [recent], total: 1, more: false });
      expect(await list({}, stranger.userId)).toEqual({ items: [], total: 0, more: false });
    });

    it('of a user since a given time are counted, and show which recipients no longer exist', async () => {
      const userId = newObjectId();
      const recipient = `https://example.org/${'x'.repeat(2_000)}`;
      const at = (ms: number) => ({
        workspaceId: userId,
        createdAt: later(ms).toISOString(),
        nextAttemptAt: null,
      });
      await store.deliveries.add(aDelivery({ ...at(-1), recipient }));
      await store.deliveries.add(aDelivery({ ...at(0), recipient: 'other', state: 'gone' }));
      expect(await second.deliveries.countSince(userId, now)).toBe(1);
      expect(await second.deliveries.countSince(stranger.userId, now)).toBe(0);
      expect(await store.deliveries.isGone(userId, recipient)).toBe(false);
      await store.deliveries.add(aDelivery({ ...at(0), recipient, state: 'gone' }));
      expect(await store.deliveries.isGone(userId, recipient)).toBe(true);
      expect(await store.deliveries.isGone(stranger.userId, recipient)).toBe(false);
    });

    it('that are due are each claimed by only one of many callers, oldest first, and again after the lease is released', async () => {
      const due = [30, 10, 20, 15].map((ms) =>
        aDelivery({ recipient: `${ms}@example.org`, nextAttemptAt: later(ms).toISOString() }),
      );
      for (const message of due) await store.deliveries.add(message);
      const ask = (at: Date) => store.deliveries.claim({ lease: 'a', now: at });
      expect(await ask(later(9))).toBeNull();
      expect((await ask(later(10)))?.recipient).toBe('10@example.org');
      expect(await ask(later(10))).toBeNull();
      expect((await ask(later(30)))?.recipient).toBe('15@example.org');
      const taken = await Promise.all(
        [store, second, store, second].map((one) => one.deliveries.claim({ lease: 'b', now: later(30) })),
      );
      expect(taken.flatMap((one) => one?.recipient ?? []).toSorted()).toEqual([
        '20@example.org',
        '30@example.org',
      ]);
      expect(await ask(later(86_400_000))).toBeNull();
      expect(await store.deliveries.freeFrom((lease) => lease === 'b', now)).toBe(2);
      expect(await store.deliveries.freeFrom((lease) => lease === 'b', now)).toBe(0);
      expect(await ask(later(-86_400_000))).toMatchObject({ state: 'sending', nextAttemptAt: null });
      expect(await ask(now)).toMatchObject({ state: 'sending' });
      expect(await ask(later(86_400_000))).toBeNull();
    });

    it('reject changes by a process whose lease another process has taken', async () => {
      const message = aDelivery({ nextAttemptAt: later(-1_000_000).toISOString() });
      await store.deliveries.add(message);
      const slow = await store.deliveries.claim({ lease: 'slow', now: later(-1_000_000) });
      await second.deliveries.freeFrom((lease) => lease === 'slow', now);
      const quick = await second.deliveries.claim({ lease: 'quick', now: later(-900_000) });
      if (slow === null || quick === null)
        throw new Error('each process must have claimed the notification once');
      const done = { state: 'delivered', lease: null, nextAttemptAt: null } as const;
      expect(await store.deliveries.replace({ ...slow, state: 'failed', nextAttemptAt: null }, now)).toBe(
        false,
      );
      expect(await second.deliveries.replace({ ...quick, ...done }, now)).toBe(true);
      expect(await store.deliveries.get(owner.userId, message._id)).toMatchObject(done);
      expect(await store.deliveries.claim({ lease: 'x', now: later(-700_000) })).toBeNull();
    });

    it('are removed with their run, and with their project', async () => {
      const runs = [aRun(), aRun()];
      for (const run of runs) await store.runs.insert(run);
      const messages = runs.map(({ _id, projectId }) =>
        aDelivery({ runId: _id, projectId, nextAttemptAt: null }),
      );
      for (const message of messages) await store.deliveries.add(message);
      const left = async () => {
        const found = await Promise.all(messages.map(({ _id }) => store.deliveries.get(owner.userId, _id)));
        return found.map((one) => one !== null);
      };
      await store.runs.delete(owner.userId, runs[0]?._id ?? '');
      expect(await left()).toEqual([false, true]);
      await store.deleteProjectRemains(owner.userId, runs[1]?.projectId ?? '');
      expect(await left()).toEqual([false, false]);
    });
  });
}

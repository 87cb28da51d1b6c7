import { describe, expect, it } from 'vitest';
import { canonicalHash } from '../../../src/domain/canonical-json.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { ChainEntry, RunEvent } from '../../../src/domain/runs/event-chain.ts';
import type { Run } from '../../../src/domain/runs/run.ts';
import type { Store } from '../../../src/store/port.ts';
import { aRun, owner, stranger } from '../../support/records.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const ended = (attempt: number): RunEvent => ({
  type: 'attempt_ended',
  data: { attempt, state: 'retrying' },
});

export function eventsSuite(under: StoreUnderTest): void {
  describe(`${under.name}: the chain of events of a run`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });

    async function stored(): Promise<Run> {
      const run = aRun();
      await store.runs.insert(run);
      return run;
    }
    const chainOf = ({ _id }: Run) => second.events.walk(owner.userId, _id, 0, 1_000);

    /** Fails unless the entries are one chain: numbered from 1, each with its own hash and that of the entry before. */
    function expectOneChain(entries: ChainEntry[]): void {
      expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1));
      for (const [at, { hash, ...unhashed }] of entries.entries()) {
        expect(unhashed.previous).toBe(entries[at - 1]?.hash ?? null);
        expect(hash).toBe(canonicalHash(unhashed));
      }
    }

    it('does not fork and loses no event when 50 reviews are recorded at once through two connections', async () => {
      const run = await stored();
      const reviews = Array.from({ length: 50 }, (_, at): RunEvent => {
        const review = {
          label: 'CONFIRMED',
          reason: `review ${at} “\ud800”`,
          by: 'me',
          at: now.toISOString(),
        } as const;
        return { type: 'review_given', data: { findingId: `${at}`, review } };
      });
      const appended = await Promise.all(
        reviews.map((event, at) =>
          (at % 2 === 0 ? store : second).events.append(owner.userId, run._id, [event, ended(at)], { now }),
        ),
      );
      expect(appended).toEqual(reviews.map(() => true));
      const entries = await chainOf(run);
      expect(entries).toHaveLength(100);
      expectOneChain(entries);
      const recorded = entries.flatMap((entry) => (entry.type === 'review_given' ? entry.data : []));
      expect(new Set(recorded.map(({ findingId }) => findingId)).size).toBe(50);
      expect(entries[0]).toMatchObject({ runId: run._id, at: now.toISOString() });
    });

    it('keeps the order of events that are appended together, and is read from any entry on', async () => {
      const run = await stored();
      await store.events.append(owner.userId, run._id, [ended(1), ended(2)], { now });
      await second.events.append(owner.userId, run._id, [ended(3)], { now, late: true });
      const entries = await chainOf(run);
      expectOneChain(entries);
      expect(entries.map(({ data }) => data)).toMatchObject([{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }]);
      expect(entries.map(({ late }) => late)).toEqual([undefined, undefined, true]);
      expect(await store.events.walk(owner.userId, run._id, 1, 1)).toEqual(entries.slice(1, 2));
      expect(await store.events.walk(stranger.userId, run._id, 0, 10)).toEqual([]);
    });

    it('is continued at a given entry only if no other entry was added', async () => {
      const run = await stored();
      const append = (after: number) =>
        store.events.append(owner.userId, run._id, [ended(after)], { now, after });
      expect(await append(1)).toBe(false);
      expect(await append(0)).toBe(true);
      expect(await append(0)).toBe(false);
      expect(await append(1)).toBe(true);
      expectOneChain(await chainOf(run));
      expect(await chainOf(run)).toHaveLength(2);
    });

    it('exists only as long as its run, for the owner of the run', async () => {
      const run = await stored();
      const append = (userId = owner.userId) => store.events.append(userId, run._id, [ended(1)], { now });
      expect(await append(stranger.userId)).toBe(false);
      expect(await append()).toBe(true);
      await store.runs.delete(owner.userId, run._id);
      expect(await chainOf(run)).toEqual([]);
      expect(await append()).toBe(false);
      const inProject = await stored();
      await store.events.append(owner.userId, inProject._id, [ended(1)], { now });
      await store.deleteProjectRemains(owner.userId, inProject.projectId);
      expect(await chainOf(inProject)).toEqual([]);
    });

    it('is empty for a run of an earlier release', async () => {
      expect(await chainOf(await stored())).toEqual([]);
    });

    it('leaves nothing behind if the run is removed while events are appended', async () => {
      const runs = await Promise.all(Array.from({ length: 8 }, stored));
      await Promise.all(
        runs.flatMap((run) => [
          ...Array.from({ length: 4 }, (_, at) =>
            (at % 2 === 0 ? store : second).events.append(owner.userId, run._id, [ended(at)], { now }),
          ),
          store.runs.delete(owner.userId, run._id),
        ]),
      );
      for (const run of runs) expect(await chainOf(run)).toEqual([]);
    });
  });

  describe(`${under.name}: public keys`, () => {
    it('stay published, oldest first, when another key replaces them', async () => {
      const store = await under.open();
      const [older, newer] = ['2026-01-01', '2026-02-01'].map((day) => {
        return { id: newObjectId(), x: `x of ${day}`, since: `${day}T00:00:00.000Z` };
      });
      if (older === undefined || newer === undefined) throw new Error('two keys are needed');
      await store.signingKeys.publish(newer);
      await store.signingKeys.publish(older);
      await store.signingKeys.publish({ ...older, since: now.toISOString() });
      expect(await store.signingKeys.all()).toEqual([older, newer]);
      await store.close();
      await under.clean();
    });
  });
}

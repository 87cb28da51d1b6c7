import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { fewerThan } from '../../../src/domain/records/quota.ts';
import type { Store } from '../../../src/store/port.ts';
import { aPolitics, aProject, aRun, aToken } from '../../support/records.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

/** Tests that the limits of callers and users apply across all processes that use the store. */
export function limitsSuite(place: StoreUnderTest): void {
  let store: Store;
  let second: Store;
  withTwoStores(place, (...opened) => {
    [store, second] = opened;
  });

  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

  /** The counts that concurrent calls over two connections return, in ascending order. */
  async function countedAtOnce(caller: string, times: number, now: Date): Promise<number[]> {
    const counts = Array.from({ length: times }, (_, nth) =>
      (nth % 2 === 0 ? store : second).requestCounts.count(caller, 60_000, now),
    );
    return (await Promise.all(counts)).map(({ used }) => used).toSorted((a, b) => a - b);
  }

  describe(`${place.name}: requests of a caller`, () => {
    // FerretDB can return a count that already includes a later request. This never admits more requests than the
    // limit.
    it('are all counted, and never admitted beyond the limit, even if many are concurrent', async () => {
      const counted = await countedAtOnce('many', 50, at(0));
      expect(counted.filter((used, nth) => used < nth + 1)).toEqual([]);
      expect(await second.requestCounts.count('many', 60_000, at(1))).toMatchObject({ used: 51 });
    });

    it('are counted from 1 again after the end of the window, which began with the first request', async () => {
      const count = (ms: number) => second.requestCounts.count('window', 60_000, at(ms));
      expect(await count(0)).toEqual({ used: 1, endsInMs: 60_000 });
      expect(await count(59_999)).toEqual({ used: 2, endsInMs: 1 });
      expect(await count(60_000)).toEqual({ used: 1, endsInMs: 60_000 });
      expect(await store.requestCounts.count('another', 60_000, at(60_000))).toMatchObject({ used: 1 });
    });

    it('can count as several requests if the response is expensive', async () => {
      const count = (ms: number, more?: number) => second.requestCounts.count('long', 60_000, at(ms), more);
      expect(await count(0, 7)).toMatchObject({ used: 7 });
      expect(await count(1, 16)).toMatchObject({ used: 23 });
      expect(await count(2)).toMatchObject({ used: 24 });
      expect(await count(60_000, 3)).toMatchObject({ used: 3 });
    });

    it('begin a new window only once, even if many arrive at the same time', async () => {
      await store.requestCounts.count('again', 60_000, at(0));
      const counted = await countedAtOnce('again', 20, at(60_000));
      expect(counted.filter((used, nth) => used < nth + 1)).toEqual([]);
      expect(await store.requestCounts.count('again', 60_000, at(60_001))).toMatchObject({ used: 21 });
    });
  });

  /**
   * How many of 50 concurrent calls over two connections are admitted. Fails if a call is refused for a reason other
   * than the limit.
   */
  async function admittedOf(one: (store: Store) => Promise<unknown>): Promise<number> {
    const tried = Array.from({ length: 50 }, (_, nth) => one(nth % 2 === 0 ? store : second));
    const settled = await Promise.allSettled(tried);
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.filter((reason) => reason.code !== 'quota_exceeded')).toEqual([]);
    return settled.length - refused.length;
  }
  const most = 5;
  const admit = fewerThan(most, 'of them', 'delete one');

  describe(`${place.name}: what a user can store`, () => {
    it('is limited to a number of rule sets, even if 50 are created at once; after a deletion another one is admitted', async () => {
      const userId = newObjectId();
      const made = aPolitics({ userId });
      await store.politics.insert(made, admit);
      expect(await admittedOf(({ politics }) => politics.insert(aPolitics({ userId }), admit))).toBe(4);
      expect((await second.politics.list(userId, { page: 1, pageSize: 100 })).total).toBe(most);
      expect(await second.politics.insert(made, admit)).toBe(false);
      await second.politics.delete(userId, made._id);
      expect(await admittedOf(({ politics }) => politics.insert(aPolitics({ userId }), admit))).toBe(1);
      expect(await store.politics.insert(aPolitics(), admit)).toBe(true);
    });

    it('is limited to a number of projects, which do not count as rule sets', async () => {
      const userId = newObjectId();
      expect(await admittedOf(({ projects }) => projects.insert(aProject({ userId }), admit))).toBe(most);
      expect(await store.politics.insert(aPolitics({ userId }), admit)).toBe(true);
    });

    it('is limited to a number of runs that have not ended, whether or not workers can already claim them', async () => {
      const userId = newObjectId();
      const endedAt = new Date().toISOString();
      for (let times = 0; times < most; times += 1) {
        await store.runs.insert(aRun({ userId, state: 'completed', endedAt }), admit);
      }
      const run = aRun({ userId, released: false });
      await store.runs.insert(run, admit);
      expect(await admittedOf(({ runs }) => runs.insert(aRun({ userId }), admit))).toBe(4);
      expect(await second.runs.insert(run, admit)).toBe(false);
      await second.runs.update(userId, run._id, (current) => ({ ...current, state: 'canceled', endedAt }));
      expect(await admittedOf(({ runs }) => runs.insert(aRun({ userId }), admit))).toBe(1);
    });

    it('is limited to a number of valid tokens; revoked and expired tokens do not count, and the oldest of them are removed if there are many', async () => {
      const userId = newObjectId();
      const now = '2026-03-01T00:00:00.000Z';
      const token = (fields = {}) => aToken({ userId, createdAt: now, ...fields });
      const expired = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-02-01T00:00:00.000Z' };
      const revoked = { createdAt: '2026-01-02T00:00:00.000Z', revokedAt: '2026-02-01T00:00:00.000Z' };
      const ended = Array.from({ length: 120 }, (_, nth) => token(nth % 2 === 0 ? expired : revoked));
      await store.transfer.put(ended.map((record) => ({ kind: 'token', record })));
      expect(await admittedOf(({ tokens }) => tokens.insert(token(), admit))).toBe(most);
      const kept = await second.tokens.list(userId);
      const good = kept.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt === null);
      const bad = kept.filter((one) => !good.includes(one));
      expect([good.length, bad.length]).toEqual([most, 100]);
      expect(bad.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(60);
      await second.tokens.revoke(userId, good[0]?._id ?? '', new Date(now));
      expect(await admittedOf(({ tokens }) => tokens.insert(token(), admit))).toBe(1);
    });

    it('is limited to a number of bytes, even if 50 files arrive at once, and the current size of each file counts', async () => {
      const userId = newObjectId();
      const within = (bytes: number) => (others: number) => {
        if (others + bytes > 100) throw new AppError('quota_exceeded', 'no room');
      };
      const file = (bytes: number, _id = newObjectId()) => ({
        _id,
        workspaceId: userId,
        bytes,
        arrivingSince: null,
      });
      const first = file(10);
      await store.fileSizes.note(first, within(10));
      expect(await admittedOf(({ fileSizes }) => fileSizes.note(file(10), within(10)))).toBe(9);
      expect(await second.fileSizes.total(userId)).toBe(100);
      await store.fileSizes.note(file(4, first._id), within(4));
      expect(await admittedOf(({ fileSizes }) => fileSizes.note(file(3), within(3)))).toBe(2);
      await second.fileSizes.forget(first._id);
      await second.fileSizes.forget('none');
      expect(await store.fileSizes.total(userId)).toBe(96);
      expect(await store.fileSizes.total(newObjectId())).toBe(0);
      expect(await store.fileSizes.unknown([first._id, 'none'])).toEqual([first._id, 'none']);
    });

    it('is not reduced by uploads that broke off a day ago', async () => {
      const userId = newObjectId();
      const arriving = (ms: number) => ({
        _id: newObjectId(),
        workspaceId: userId,
        bytes: 1,
        arrivingSince: new Date(at(0).getTime() + ms),
      });
      const [old, recent] = [arriving(0), arriving(1)];
      for (const one of [old, recent]) await store.fileSizes.note(one);
      const { arrivingFiles } = await store.deleteExpired(at(86_400_001), at(0));
      expect(arrivingFiles).toBe(1);
      expect(await second.fileSizes.unknown([old._id, recent._id])).toEqual([old._id]);
    });

    it('is limited to a number of event streams, which count until they are closed or their server stops responding', async () => {
      const userId = newObjectId();
      const [server, gone] = [newObjectId(), newObjectId()];
      const stream = (ofServer = server, _id = newObjectId()) => ({ _id, userId, server: ofServer });
      const first = stream();
      await store.openStreams.open(first, at(60_000), at(0), admit);
      await store.openStreams.open(stream(gone), at(60_000), at(0), admit);
      const open = (ms: number) =>
        admittedOf(({ openStreams }) => openStreams.open(stream(), at(ms + 60_000), at(ms), admit));
      expect(await open(0)).toBe(3);
      await second.openStreams.close(first._id);
      expect(await open(1)).toBe(1);
      await second.openStreams.extend(server, at(120_000));
      expect(await open(59_999)).toBe(0);
      expect(await open(60_000)).toBe(1);
    });
  });

  describe(`${place.name}: the first account`, () => {
    it('is created only once, even if many requests create it at the same time', async () => {
      const first = (users: number) => {
        if (users > 0) throw new AppError('quota_exceeded', 'there is one');
      };
      const account = () => ({ id: newObjectId(), email: `${newObjectId()}@example.org` });
      expect(await admittedOf(({ auth }) => auth.create('user', account(), first))).toBe(1);
      expect(await second.auth.count('user')).toBe(1);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../../src/domain/records/idempotency.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { Store } from '../../../src/store/port.ts';
import { type AuthMatch, authFields } from '../../../src/store/ports/auth.ts';
import { aFinding, aRun, aToken, owner, stranger } from '../../support/records.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const review = { label: 'CONFIRMED', reason: 'read it', by: 'me', at: now.toISOString() } as const;
const later = (ms: number) => new Date(now.getTime() + ms);

export function smallRecordsSuite(under: StoreUnderTest): void {
  describe(`${under.name}: the store`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });

    it('finds the reviewed findings of runs, for the projects and runs of the owner alone', async () => {
      const projectId = newObjectId();
      const [run, elsewhere] = [aRun({ projectId, state: 'completed' }), aRun({ state: 'completed' })];
      for (const { _id: runId } of [run, elsewhere]) {
        const findings = ['same', `of ${runId}`].map((fingerprint, ruleIndex) => ({
          ...{ kind: 'finding' as const, workspaceId: owner.workspaceId, runId },
          record: { finding: aFinding({ runId, ruleIndex }), fingerprint },
        }));
        const record = runId === run._id ? run : elsewhere;
        await store.transfer.put([{ kind: 'run', record }, ...findings]);
      }
      const given = { ...review, outcome: 'violated' } as const;
      for (const fingerprint of ['same', `of ${elsewhere._id}`])
        await store.reviews.change({ workspaceId: owner.workspaceId, projectId, fingerprint }, () => given);
      const runs = [run, elsewhere].map((one) => ({ projectId: one.projectId, runId: one._id }));
      const ids = runs.map(({ runId }) => runId);
      const found = { runId: run._id, outcome: 'undetermined', review: given };
      expect(await second.findings.reviewed(owner.userId, runs)).toEqual([found]);
      expect(await second.findings.reviewed(stranger.userId, runs)).toEqual([]);
      expect(await second.findings.reviewed(owner.userId, [])).toEqual([]);
      const heads = await second.runs.heads(owner.userId, [...ids, newObjectId()]);
      expect(new Set(heads.map(({ _id }) => _id))).toEqual(new Set(ids));
      expect(await second.runs.heads(stranger.userId, ids)).toEqual([]);
    });

    it('keeps the last rotation of a webhook key, visible only to its owner, and advances it once per number', async () => {
      const url = 'https://example.org/hook';
      const rotated = (rotation: number) => ({
        ...{ workspaceId: owner.workspaceId, url, rotation },
        ...{ previousUntil: now.toISOString(), changeId: newObjectId() },
      });
      const { webhookRotations } = store;
      expect(await webhookRotations.find(owner.userId, url)).toBeNull();
      expect(await webhookRotations.advance(rotated(2))).toBe(false);
      const [first, next] = [rotated(1), rotated(2)];
      expect(await webhookRotations.advance(first)).toBe(true);
      expect(await second.webhookRotations.find(owner.userId, url)).toEqual(first);
      expect(await webhookRotations.advance(rotated(1))).toBe(false);
      const both = [store, second].map((one) => one.webhookRotations.advance(next));
      expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
      expect(await second.webhookRotations.find(owner.userId, url)).toEqual(next);
      expect(await second.webhookRotations.find(stranger.userId, url)).toBeNull();
      expect(await second.webhookRotations.find(owner.userId, `${url}/`)).toBeNull();
    });

    it('keeps one review per fingerprint and project, visible only to its owner', async () => {
      const place = { workspaceId: owner.workspaceId, projectId: newObjectId(), fingerprint: 'f1' };
      await store.reviews.change(place, () => ({ ...review, reason: 'first thought' }));
      expect(await second.reviews.change(place, () => review)).toEqual(review);
      const find = (userId: string) => second.reviews.find(userId, place.projectId, ['f1', 'f2']);
      expect(await find(owner.userId)).toEqual(new Map([['f1', review]]));
      expect(await find(stranger.userId)).toEqual(new Map());
      const other = { ...place, projectId: newObjectId() };
      expect(await second.reviews.find(owner.userId, other.projectId, ['f1'])).toEqual(new Map());
      await store.reviews.change(other, () => review);
      const removed: unknown[] = [];
      const remove = (userId: string) =>
        store.reviews.change({ ...place, workspaceId: userId }, (current) => {
          removed.push(current);
          return null;
        });
      for (const user of [stranger, owner, owner]) await remove(user.userId);
      expect(removed).toEqual([null, review, null]);
      expect(await find(owner.userId)).toEqual(new Map());
      expect((await second.reviews.find(owner.userId, other.projectId, ['f1'])).size).toBe(1);
    });

    it('keeps one assignee per fingerprint and project, and removes all of a person in one workspace', async () => {
      const [projectId, other] = [newObjectId(), newObjectId()];
      const place = { workspaceId: owner.workspaceId, projectId, fingerprint: 'f1' };
      const [ada, bob] = [newObjectId(), newObjectId()];
      await store.assignments.change(place, () => ({ userId: ada }));
      await second.assignments.change(place, () => ({ userId: bob }));
      await store.assignments.change({ ...place, fingerprint: 'f2' }, () => ({ userId: ada }));
      await store.assignments.change({ ...place, projectId: other }, () => ({ userId: ada }));
      await store.assignments.change({ ...place, workspaceId: stranger.workspaceId }, () => ({
        userId: ada,
      }));
      const find = async (workspaceId: string, only?: string[]) => {
        const found = await second.assignments.find(workspaceId, projectId, only);
        return Object.fromEntries([...found].map(([fingerprint, { userId }]) => [fingerprint, userId]));
      };
      expect(await find(owner.workspaceId)).toEqual({ f1: bob, f2: ada });
      expect(await find(owner.workspaceId, ['f2', 'f3'])).toEqual({ f2: ada });
      expect(await find(stranger.workspaceId)).toEqual({ f1: ada });
      for (const there of [{ projectId: other }, { projectId: newObjectId(), fingerprint: 'f2' }])
        await store.reviews.change({ ...place, ...there }, () => review);
      expect(await second.assignments.open(owner.workspaceId, ada)).toEqual([
        { ...place, fingerprint: 'f2', userId: ada },
      ]);
      await store.assignments.removeOf(owner.workspaceId, ada);
      expect(await find(owner.workspaceId)).toEqual({ f1: bob });
      expect(await find(stranger.workspaceId)).toEqual({ f1: ada });
      await second.assignments.change(place, () => null);
      expect(await find(owner.workspaceId)).toEqual({});
    });

    it('loses no change of a review, and keeps the review unchanged if a change throws', async () => {
      const place = { workspaceId: owner.workspaceId, projectId: newObjectId(), fingerprint: 'f' };
      const review = { label: 'CONFIRMED', reason: '', by: 'me', at: now.toISOString() } as const;
      const added = Array.from({ length: 40 }, (_, at) =>
        [store, second][at % 2]?.reviews.change(place, (current) => ({
          ...review,
          reason: `${current?.reason ?? ''}x`,
        })),
      );
      await Promise.all(added);
      const refused = store.reviews.change(place, () => {
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
      const kept = await store.reviews.find(owner.userId, place.projectId, ['f']);
      expect(kept.get('f')?.reason).toBe('x'.repeat(40));
    });

    it('finds a token by its id; only its owner can revoke it, and a second revocation keeps the time of the first', async () => {
      const token = aToken({ expiresAt: later(1).toISOString() });
      await store.tokens.insert(token);
      expect(await second.tokens.find(token._id)).toEqual(token);
      expect(await store.tokens.find(newObjectId())).toBeNull();
      expect(await store.tokens.revoke(stranger.userId, token._id, now)).toBe(false);
      expect(await store.tokens.revoke(owner.userId, token._id, now)).toBe(true);
      expect(await store.tokens.revoke(owner.userId, token._id, later(5))).toBe(true);
      expect((await store.tokens.find(token._id))?.revokedAt).toBe(now.toISOString());
    });

    it('lists tokens newest first, and never sets their last use to an earlier time', async () => {
      const userId = newObjectId();
      const old = aToken({ userId, createdAt: '2026-01-01T00:00:00.000Z' });
      const recent = aToken({ userId, createdAt: '2026-02-01T00:00:00.000Z' });
      for (const token of [old, recent]) await store.tokens.insert(token);
      await store.tokens.touch(old._id, later(10));
      await second.tokens.touch(old._id, now);
      const listed = await store.tokens.list(userId);
      expect(listed).toEqual([recent, { ...old, lastUsedAt: later(10).toISOString() }]);
    });

    const request = (fields: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
      userId: owner.userId,
      scope: 'POST /projects',
      key: newObjectId(),
      fingerprint: 'body',
      recordId: newObjectId(),
      answer: null,
      lease: 'first',
      expiresAt: later(86_400_000).toISOString(),
      ...fields,
    });

    const alive = () => false;
    const claim = (
      one: IdempotentRequest,
      at = now,
      isDead: (lease: string) => boolean = alive,
      from = store,
    ) => from.idempotency.claim(one, at, isDead);

    it('admits one of fifty concurrent requests with the same idempotency key', async () => {
      const key = newObjectId();
      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          claim(request({ key }), now, alive, at % 2 === 0 ? store : second),
        ),
      );
      const [winner, ...rest] = claims.filter((claim) => claim.mine);
      expect(rest).toEqual([]);
      expect(new Set(claims.map((claim) => claim.request.recordId))).toEqual(
        new Set([winner?.request.recordId]),
      );
    });

    it('repeats the answer for an idempotency key until the key expires, separately for each owner and operation', async () => {
      const first = request();
      await claim(first);
      await store.idempotency.complete(first, { status: 201, body: { a: [1] } });
      await store.idempotency.forget(first);
      const { key } = first;
      const again = await claim(request({ key }), later(2_000), alive, second);
      expect(again).toEqual({
        mine: false,
        request: { ...first, answer: { status: 201, body: { a: [1] } } },
      });
      for (const free of [
        request({ key, userId: stranger.userId }),
        request({ key, scope: 'PUT /projects/1' }),
      ]) {
        expect((await claim(free)).mine).toBe(true);
      }
      expect((await claim(request({ key }), later(86_400_000))).mine).toBe(true);
    });

    it('lets only the same request claim an idempotency key again after the process of the first request died, and keeps the record id', async () => {
      const lost = request();
      await claim(lost);
      const { key } = lost;
      const dead = (lease: string) => lease === 'first';
      expect((await claim(request({ key, lease: 'next' }), later(86_399_999))).mine).toBe(false);
      expect((await claim(request({ key, fingerprint: 'x' }), now, dead)).mine).toBe(false);
      const again = await claim(request({ key, lease: 'next' }), later(-86_400_000), dead);
      expect(again).toMatchObject({ mine: true, request: { recordId: lost.recordId, lease: 'next' } });
      expect((await claim(request({ key }), now, dead)).mine).toBe(false);
      await store.idempotency.forget(again.request);
      expect((await claim(request({ key, fingerprint: 'x' }))).mine).toBe(true);
    });

    it('accepts one account per email address', async () => {
      const user = { id: newObjectId(), email: 'ada@example.org', name: 'Ada', emailVerified: false };
      await store.auth.create('user', user);
      const byEmail = { field: 'email', values: ['ada@example.org'] } as const;
      expect(await second.auth.find('user', byEmail)).toEqual([user]);
      const taken = { code: 'email_taken' };
      await expect(store.auth.create('user', { ...user, id: newObjectId() })).rejects.toMatchObject(taken);
      const other = { ...user, id: newObjectId(), email: 'eve@example.org' };
      await store.auth.create('user', other);
      const { email } = user;
      await expect(store.auth.update('user', other.id, { email })).rejects.toThrow();
      expect(await store.auth.find('user', byEmail)).toEqual([user]);
      await store.auth.delete('user', [other.id]);
      expect(await store.auth.count('user')).toBe(1);
    });

    it('finds account records by a field, and changes and deletes them by id', async () => {
      const ids = ['1', '2', '3'].map((digit) => digit.repeat(24));
      for (const [at, id] of ids.entries()) {
        await store.auth.create('session', { id, token: `token%${at}`, userId: at === 2 ? 'u2' : 'u1' });
      }
      const tokensOf = async (match: AuthMatch | null, limit?: number) =>
        (await second.auth.find('session', match, limit)).map(({ token }) => token);
      expect(await tokensOf({ field: 'userId', values: ['u1'] })).toEqual(['token%0', 'token%1']);
      expect(await tokensOf({ field: 'token', values: ['token%2', 'none'] })).toEqual(['token%2']);
      expect(await tokensOf({ field: 'id', values: ids.slice(1) })).toEqual(['token%1', 'token%2']);
      for (const field of authFields) expect(await tokensOf({ field, values: ['none'] })).toEqual([]);
      expect(await tokensOf(null, 2)).toEqual(['token%0', 'token%1']);
      const [first = ''] = ids;
      expect(await store.auth.update('session', first, { userId: 'u3' })).toMatchObject({
        id: first,
        token: 'token%0',
        userId: 'u3',
      });
      expect(await tokensOf({ field: 'userId', values: ['u1', 'u3'] })).toEqual(['token%0', 'token%1']);
      expect(await store.auth.update('session', 'none', { userId: 'u3' })).toBeNull();
      expect(await store.auth.delete('session', ids.slice(0, 2))).toBe(2);
      expect(await store.auth.count('session')).toBe(1);
      expect(await store.auth.find("session' or 1=1 --", null).catch(() => [])).toEqual([]);
    });

    it('keeps the source texts of each owner byte for byte as long as they are used', async () => {
      const bytes = Uint8Array.from([0, 255, 10, 0]);
      await store.sourceTexts.put(owner.userId, 'k', bytes, now);
      expect(await second.sourceTexts.get(owner.userId, 'k', now)).toEqual(Buffer.from(bytes));
      expect(await store.sourceTexts.get(stranger.userId, 'k', now)).toBeNull();
      const twoDaysOn = later(2 * 86_400_000);
      await store.sourceTexts.get(owner.userId, 'k', twoDaysOn);
      expect((await store.deleteExpired(now, twoDaysOn)).sourceTexts).toBe(0);
      expect((await store.deleteExpired(now, new Date(twoDaysOn.getTime() + 1))).sourceTexts).toBe(1);
      expect(await store.sourceTexts.get(owner.userId, 'k', now)).toBeNull();
    });

    it('lists the keys of source texts that start with a prefix, of one owner', async () => {
      const bytes = Uint8Array.from([1]);
      for (const key of ['a:2', 'a:1"', 'ab:1', 'b:1', 'A:1', 'a']) {
        await store.sourceTexts.put(owner.userId, key, bytes, now);
      }
      await store.sourceTexts.put(stranger.userId, 'a:3', bytes, now);
      expect(await second.sourceTexts.keys(owner.userId, 'a:')).toEqual(['a:1"', 'a:2']);
      expect(await second.sourceTexts.keys(owner.userId, '%')).toEqual([]);
    });

    it('removes only idempotency keys and sessions that have expired', async () => {
      const at = new Date('2030-01-01T00:00:00.000Z');
      const after = new Date('2030-01-01T00:00:01.000Z');
      await claim(request({ expiresAt: at.toISOString() }));
      await claim(request({ expiresAt: after.toISOString() }));
      await store.auth.create('session', { id: newObjectId(), token: 'a', expiresAt: at.toISOString() });
      await store.auth.create('session', { id: newObjectId(), token: 'b', expiresAt: after.toISOString() });
      await store.deleteExpired(new Date(at.getTime() - 1), now);
      const swept = await store.deleteExpired(new Date(at.getTime() + 1), now);
      expect(swept).toMatchObject({ idempotencyKeys: 1, sessions: 1 });
      expect(await store.auth.find('session', { field: 'token', values: ['a', 'b'] })).toHaveLength(1);
    });

    it('keeps the latest heartbeat of each process until it is removed', async () => {
      await store.processes.beat('a', 1);
      await second.processes.beat('a', 2);
      await second.processes.beat('b', 7);
      expect(await store.processes.all()).toEqual(
        new Map([
          ['a', 2],
          ['b', 7],
        ]),
      );
      await store.processes.remove(['a', 'unknown']);
      await store.processes.remove([]);
      expect(await second.processes.all()).toEqual(new Map([['b', 7]]));
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });
  });
}

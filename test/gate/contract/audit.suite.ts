import { describe, expect, it } from 'vitest';
import { AuditCheck, type AuditEntry, type Change } from '../../../src/domain/audit.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { Store } from '../../../src/store/port.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

const day = (number: number) => new Date(Date.UTC(2026, 5, number));

export function aChange(ownerId: string, action = 'projects.update'): Change {
  const origin = {
    via: 'token',
    userId: ownerId,
    credentialId: 'c',
    address: '::1',
    requestId: 'r',
  } as const;
  return { id: newObjectId(), ownerId, action, record: { kind: 'project', id: newObjectId() }, origin };
}

export function auditSuite(under: StoreUnderTest): void {
  describe(`${under.name}: the audit log`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });

    const problemOf = (entries: readonly AuditEntry[]) => {
      const check = new AuditCheck();
      for (const entry of entries) check.add(entry);
      return check.problem;
    };

    it('does not fork, and has each change once, when 40 changes are recorded at once through two connections', async () => {
      const ownerId = newObjectId();
      const changes = Array.from({ length: 40 }, () => aChange(ownerId));
      const twice = [...changes, ...changes];
      await Promise.all(
        twice.map((change, at) => (at % 2 ? store : second).audit.append(change, 'done', day(1))),
      );
      const entries = await second.audit.walk(ownerId, 0, 1_000);
      expect(entries.map(({ sequence }) => sequence)).toEqual(changes.map((_, at) => at + 1));
      expect(entries.map(({ id }) => id).toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
      expect(problemOf(entries)).toBeNull();
      expect(await store.audit.walk(newObjectId(), 0, 10)).toEqual([]);
      expect(await store.audit.walkBack(ownerId, 40, 2)).toEqual([entries[38], entries[37]]);
    });

    it('shows a change, a removal and a move of entries', async () => {
      const ownerId = newObjectId();
      for (let at = 0; at < 5; at += 1) await store.audit.append(aChange(ownerId), 'done', day(1));
      const entries = await store.audit.walk(ownerId, 0, 10);
      const [first, two, three, ...rest] = entries;
      if (!first || !two || !three) throw new Error('entries are missing');
      expect(problemOf([first, { ...two, action: 'projects.get' }, three, ...rest])).toContain('entry 2');
      expect(problemOf([first, three, ...rest])).toContain('entry 3');
      expect(problemOf([first, three, two, ...rest])).toContain('entry 3');
      expect(problemOf(entries)).toBeNull();
    });

    it('keeps the note of a change that has begun until its entry is written or it failed', async () => {
      const ownerId = newObjectId();
      const [made, failed] = [aChange(ownerId), aChange(ownerId)];
      for (const change of [made, failed]) {
        await store.audit.begin({
          ...change,
          email: null,
          lease: 'l',
          since: day(change === made ? 1 : 2).toISOString(),
        });
      }
      const noted = async () => (await second.audit.pending()).map(({ id }) => id).toSorted();
      expect(await noted()).toEqual([made.id, failed.id].toSorted());
      await store.audit.append(made, 'done', day(1));
      await store.audit.forget(failed.id);
      expect(await noted()).toEqual([]);
      expect((await store.audit.walk(ownerId, 0, 10)).map(({ id }) => id)).toEqual([made.id]);
    });

    it('removes entries that are too old, but keeps the newest one, so that the chain goes on', async () => {
      const [ownerId, other] = [newObjectId(), newObjectId()];
      for (const at of [1, 2, 3]) await store.audit.append(aChange(ownerId), 'done', day(at));
      await store.audit.append(aChange(other), 'done', day(5));
      expect(await store.audit.prune(day(4))).toBeGreaterThanOrEqual(2);
      expect(await store.audit.prune(day(4))).toBe(0);
      await store.audit.append(aChange(ownerId), 'done', day(5));
      const entries = await store.audit.walk(ownerId, 0, 10);
      expect(entries.map(({ sequence }) => sequence)).toEqual([3, 4]);
      expect(problemOf(entries)).toBeNull();
      expect(await store.audit.walk(other, 0, 10)).toHaveLength(1);
    });
  });
}

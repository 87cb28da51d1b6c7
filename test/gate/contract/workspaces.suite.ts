import { describe, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { newWorkspace, withMember } from '../../../src/domain/workspaces/workspace.ts';
import type { Store } from '../../../src/store/port.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

export function workspacesSuite(under: StoreUnderTest): void {
  describe(`${under.name}: workspaces`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });
    const now = new Date('2026-06-01T12:00:00.000Z');

    it('are found by their id and by their members, until they are deleted', async () => {
      const [creator, member] = [newObjectId(), newObjectId()];
      const one = newWorkspace(newObjectId(), creator, 'Buying', now);
      const other = newWorkspace(newObjectId(), creator, 'Selling', now);
      for (const workspace of [one, other]) expect(await store.workspaces.insert(workspace)).toBe(true);
      expect(await second.workspaces.insert({ ...one, name: 'again' })).toBe(false);
      expect(await second.workspaces.get(one._id)).toEqual(one);
      const joined = await store.workspaces.update(one._id, (current) =>
        withMember(current, { userId: member, role: 'viewer', since: now.toISOString() }),
      );
      expect(joined).toMatchObject({ version: 2, userId: creator });
      expect(await second.workspaces.ofMember(member)).toEqual([joined]);
      expect((await second.workspaces.ofMember(creator)).map(({ _id }) => _id).toSorted()).toEqual(
        [one._id, other._id].toSorted(),
      );
      expect(await store.workspaces.delete(one._id, 1)).toBe(false);
      expect(await second.workspaces.get(one._id)).toEqual(joined);
      expect(await store.workspaces.delete(one._id, 2)).toBe(true);
      expect(await second.workspaces.delete(one._id)).toBe(false);
      expect(await second.workspaces.ofMember(member)).toEqual([]);
      expect(await second.workspaces.update(one._id, (current) => current)).toBeNull();
    });

    it('lose no change, whichever of two processes makes it', async () => {
      const one = newWorkspace(newObjectId(), newObjectId(), 'Buying', now);
      await store.workspaces.insert(one);
      const people = Array.from({ length: 20 }, () => newObjectId());
      await Promise.all(
        people.map((userId, at) =>
          (at % 2 === 0 ? store : second).workspaces.update(one._id, (current) =>
            withMember(current, { userId, role: 'viewer', since: now.toISOString() }),
          ),
        ),
      );
      expect((await store.workspaces.get(one._id))?.members).toHaveLength(21);
    });

    it('are admitted up to a limit for each creator, not counting the own one', async () => {
      const creator = newObjectId();
      const most = 3;
      const admit = (has: number) => {
        if (has >= most) throw new Error('too many');
      };
      await store.workspaces.insert(newWorkspace(creator, creator, 'own', now));
      const made = await Promise.allSettled(
        Array.from({ length: 8 }, (_, at) =>
          (at % 2 === 0 ? store : second).workspaces.insert(
            newWorkspace(newObjectId(), creator, 'n', now),
            admit,
          ),
        ),
      );
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
      expect(await store.workspaces.ofMember(creator)).toHaveLength(most + 1);
    });
  });
}

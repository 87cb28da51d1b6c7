import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { RecordLimit } from '../../../src/domain/records/rights.ts';
import type { Store } from '../../../src/store/port.ts';
import { aPolitics, aProject, other, owner, stranger } from '../../support/records.ts';
import { everyField } from '../../support/rules.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

export function listedRecordsSuite(under: StoreUnderTest): void {
  describe(`${under.name}: rule sets and projects`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });

    it('are returned exactly as they were stored, through any connection', async () => {
      const odd = 'zero\u0000 lone \ud800 “quotes” \\ \' " 💡 \u202e';
      const politics = aPolitics({
        name: odd,
        rules: [{ name: odd, description: 'null', ifAbsent: 'violated' }, everyField],
        knowledgeFiles: [{ url: 'https://a.test/x', type: 'pdf', name: odd, size: 9_007_199_254_740_991 }],
        outputFormat: { nested: { empty: [], no: null, yes: true, number: -0.5 } },
      });
      expect(await store.politics.insert(politics)).toBe(true);
      expect(await second.politics.get(owner.userId, politics._id)).toEqual(politics);
    });

    it('are hidden from all operations of other owners', async () => {
      const politics = aPolitics();
      await store.politics.insert(politics);
      const { userId } = stranger;
      expect(await store.politics.get(userId, politics._id)).toBeNull();
      expect(await store.politics.update(userId, politics._id, (current) => current)).toBeNull();
      expect(await store.politics.delete(userId, politics._id)).toBe(false);
      expect((await store.politics.list(userId, { page: 1, pageSize: 10 })).total).toBe(0);
      expect(await store.politics.get(owner.userId, politics._id)).toEqual(politics);
    });

    it('keep the first record if a second one has the same id', async () => {
      const politics = aPolitics();
      await store.politics.insert(politics);
      expect(await second.politics.insert({ ...politics, userId: stranger.userId, name: 'thief' })).toBe(
        false,
      );
      expect(await store.politics.get(owner.userId, politics._id)).toEqual(politics);
    });

    it('lose none of 200 concurrent changes over two connections, and updatedAt strictly increases', async () => {
      const politics = aPolitics({ rules: [] });
      await store.politics.insert(politics);
      const changed = await Promise.all(
        Array.from({ length: 200 }, (_, at) =>
          (at % 2 === 0 ? store : second).politics.update(owner.userId, politics._id, (current) => ({
            ...current,
            rules: [...current.rules, { name: `rule ${at}`, description: 'x' }],
          })),
        ),
      );
      const last = await store.politics.get(owner.userId, politics._id);
      expect(new Set(last?.rules.map((rule) => rule.name)).size).toBe(200);
      expect(last?.version).toBe(201);
      const inOrder = changed.map((one) => one?.version ?? 0).sort((a, b) => a - b);
      expect(inOrder).toEqual(Array.from({ length: 200 }, (_, at) => at + 2));
      const times = changed
        .toSorted((a, b) => (a?.version ?? 0) - (b?.version ?? 0))
        .map((one) => one?.updatedAt ?? '');
      expect(new Set(times).size).toBe(200);
      expect(times).toEqual(times.toSorted());
      expect((times[0] ?? '') > politics.updatedAt).toBe(true);
    });

    it('keep their id, workspace, creator and creation time, whatever a change contains', async () => {
      const politics = aPolitics();
      await store.politics.insert(politics);
      const next = await store.politics.update(owner.userId, politics._id, (current) => ({
        ...current,
        _id: newObjectId(),
        workspaceId: other.workspaceId,
        userId: stranger.userId,
        createdAt: '2000-01-01T00:00:00.000Z',
        version: 99,
        name: 'renamed',
      }));
      const { _id, workspaceId, userId, createdAt } = politics;
      expect(next).toMatchObject({ _id, workspaceId, userId, createdAt, version: 2, name: 'renamed' });
      expect(await store.politics.get(owner.userId, _id)).toEqual(next);
    });

    it('lose an optional field that a change leaves out', async () => {
      const politics = aPolitics({ lastChanges: ['a'] });
      await store.politics.insert(politics);
      await store.politics.update(owner.userId, politics._id, ({ lastChanges, ...rest }) => rest);
      expect(await store.politics.get(owner.userId, politics._id)).not.toHaveProperty('lastChanges');
    });

    it('are unchanged if the callback of a change throws, and the caller gets the same error', async () => {
      const politics = aPolitics();
      await store.politics.insert(politics);
      const refusal = new AppError('precondition_failed', 'stale');
      const refuse = () => {
        throw refusal;
      };
      await expect(store.politics.update(owner.userId, politics._id, refuse)).rejects.toBe(refusal);
      await expect(store.politics.delete(owner.userId, politics._id, refuse)).rejects.toBe(refusal);
      expect(await store.politics.get(owner.userId, politics._id)).toEqual(politics);
      expect(await store.politics.delete(owner.userId, politics._id)).toBe(true);
      expect(await store.politics.get(owner.userId, politics._id)).toBeNull();
    });

    it('are listed with the latest change first, and by id if changed at the same time; a page past the end is empty', async () => {
      const lister = newObjectId();
      const updatedAt = '2026-01-01T00:00:00.000Z';
      const tied = ['c', 'a', 'b'].map((letter) => letter.repeat(24));
      for (const _id of tied) await store.projects.insert(aProject({ _id, userId: lister, updatedAt }));
      const newest = aProject({ userId: lister, updatedAt: '2026-01-02T00:00:00.000Z' });
      await store.projects.insert(newest);
      const seen: string[] = [];
      for (const page of [1, 2]) {
        const listed = await store.projects.list(lister, { page, pageSize: 2 });
        expect(listed.total).toBe(4);
        seen.push(...listed.items.map((project) => project._id));
      }
      expect(seen).toEqual([newest._id, ...tied.toSorted()]);
      expect(await store.projects.list(lister, { page: 3, pageSize: 2 })).toEqual({ items: [], total: 4 });
      const walk = await store.projects.walk(lister, { after: '', seen: [], pageSize: 4 });
      expect(walk.items.map(({ _id }) => _id)).toEqual([...tied, newest._id].toSorted());
    });

    it('are counted correctly for each owner and kind after creations, changes, deletions, imports and refusals', async () => {
      const [one, two] = [newObjectId(), newObjectId()];
      const page = { page: 1, pageSize: 1 };
      const totals = async () => {
        const lists = [one, two].map((userId) => second.politics.list(userId, page));
        return (await Promise.all(lists)).map((listed) => listed.total);
      };
      const [first, last] = [aPolitics({ userId: one }), aPolitics({ userId: one })];
      await store.politics.insert(first);
      await second.politics.insert(last);
      await store.projects.insert(aProject({ userId: one }));
      expect(await store.politics.insert({ ...first, userId: two })).toBe(false);
      await store.politics.update(one, first._id, (current) => ({ ...current, userId: two, name: 'x' }));
      expect(await totals()).toEqual([2, 0]);

      const imported = aPolitics({ userId: two });
      for (let times = 0; times < 2; times += 1) {
        await store.transfer.put([imported, first].map((record) => ({ kind: 'politics', record })));
      }
      expect(await totals()).toEqual([2, 1]);
      await store.transfer.put([{ kind: 'politics', record: { ...imported, workspaceId: one } }]);
      expect(await totals()).toEqual([3, 0]);

      const refuse = () => {
        throw new AppError('precondition_failed', 'stale');
      };
      await expect(store.politics.delete(one, first._id, refuse)).rejects.toThrow('stale');
      expect(await store.politics.delete(two, first._id)).toBe(false);
      expect(await totals()).toEqual([3, 0]);
      const all = [first, last, imported];
      const gone = all.map(({ _id }, at) => (at % 2 === 0 ? store : second).politics.delete(one, _id));
      expect(await Promise.all(gone)).toEqual([true, true, true]);
      expect(await totals()).toEqual([0, 0]);
      expect((await store.projects.list(one, page)).total).toBe(1);
    });

    it('are selected by the limit of a token, with their number, also by search and by cursor', async () => {
      const userId = newObjectId();
      const [used, unused] = [aPolitics({ userId }), aPolitics({ userId })];
      for (const politics of [used, unused]) await store.politics.insert(politics);
      const [one, two, other] = [used, used, unused].map(({ _id: politicsId }) =>
        aProject({ userId, politicsId, name: 'limited' }),
      );
      if (!one || !two || !other) throw new Error('there must be three projects');
      for (const project of [one, two, other]) await store.projects.insert(project);
      const found = async (kind: 'politics' | 'projects', within: RecordLimit, search = '') => {
        const query = { pageSize: 10, within, search };
        const listed = await second[kind].list(userId, { ...query, page: 1 });
        const walked = await second[kind].walk(userId, { ...query, after: '', seen: [] });
        const idsOf = (items: readonly { _id: string }[]) => items.map(({ _id }) => _id).toSorted();
        expect(idsOf(walked.items)).toEqual(idsOf(listed.items));
        expect([listed.total, walked.total]).toEqual([listed.items.length, listed.items.length]);
        return idsOf(listed.items);
      };
      const toRuleSet = { kind: 'politics', id: used._id } as const;
      const toProject = { kind: 'project', id: other._id } as const;
      expect(await found('politics', toRuleSet)).toEqual([used._id]);
      expect(await found('politics', toProject)).toEqual([]);
      expect(await found('projects', toRuleSet, 'LIMITED')).toEqual([one._id, two._id].toSorted());
      expect(await found('projects', toRuleSet, 'another')).toEqual([]);
      expect(await found('projects', toProject)).toEqual([other._id]);
    });

    it('are found by the literal words in their name and description, ignoring case and accents', async () => {
      const searcher = newObjectId();
      const add = (name: string, description: string) =>
        store.politics.insert(aPolitics({ userId: searcher, name, description }));
      await add('Éclair check', 'all of it');
      await add('100% cover', 'a_b');
      await add('1000 cover', 'aXb and ﬁne print');
      const found = async (search: string) =>
        (await store.politics.list(searcher, { page: 1, pageSize: 10, search })).items
          .map((politics) => politics.name)
          .toSorted();
      expect(await found('éCLAIR')).toEqual(['Éclair check']);
      expect(await found('e\u0301clair')).toEqual(['Éclair check']);
      expect(await found('0%')).toEqual(['100% cover']);
      expect(await found('a_b')).toEqual(['100% cover']);
      expect(await found('  FINE ')).toEqual(['1000 cover']);
      expect(await found('.*')).toEqual([]);
      expect(await found('check all')).toEqual([]);
      expect(await found('   ')).toHaveLength(3);
      await add('Hauptstraße 5', 'ΟΔΥΣΣΕΥΣ');
      await add('MASSE', 'ẞ');
      for (const same of ['hauptstrasse', 'HAUPTSTRASSE', 'STRAẞE']) {
        expect(await found(same)).toEqual(['Hauptstraße 5']);
      }
      expect(await found('maße')).toEqual(['MASSE']);
      expect(await found('οδυσσευς')).toEqual(['Hauptstraße 5']);
      expect(await found('Οδυσσευσ')).toEqual(['Hauptstraße 5']);
      expect(await found('ß')).toEqual(['Hauptstraße 5', 'MASSE']);
    });

    it('are found only by their new name after they were renamed', async () => {
      const searcher = newObjectId();
      const politics = aPolitics({ userId: searcher, name: 'before' });
      await store.politics.insert(politics);
      await store.politics.update(searcher, politics._id, (current) => ({ ...current, name: 'after' }));
      const total = async (search: string) =>
        (await store.politics.list(searcher, { page: 1, pageSize: 1, search })).total;
      expect([await total('before'), await total('after')]).toEqual([0, 1]);
    });

    it('include a count of the owner’s projects for each rule set, also after projects change', async () => {
      const politicsId = newObjectId();
      const project = aProject({ politicsId });
      await store.projects.insert(project);
      await store.projects.insert(aProject({ politicsId, userId: stranger.userId }));
      expect(await store.projects.countWithPolitics(owner.userId, politicsId)).toBe(1);
      await store.projects.update(owner.userId, project._id, (current) => ({
        ...current,
        politicsId: newObjectId(),
      }));
      expect(await store.projects.countWithPolitics(owner.userId, politicsId)).toBe(0);
    });

    it('count as users of an asset only while they refer to it', async () => {
      const [kept, dropped, unused] = [newObjectId(), newObjectId(), newObjectId()];
      const file = (assetId: string) => ({
        name: 'a',
        type: 'document' as const,
        url: 'https://a.test',
        assetId,
      });
      const project = aProject({ files: [file(kept), file(dropped), file(dropped)] });
      await store.projects.insert(project);
      expect(await store.assetsInUse([kept, dropped, unused])).toEqual(new Set([kept, dropped]));
      await store.projects.update(owner.userId, project._id, (current) => ({
        ...current,
        files: [file(kept)],
      }));
      expect(await second.assetsInUse([kept, dropped, unused])).toEqual(new Set([kept]));
      await store.projects.delete(owner.userId, project._id);
      expect(await store.assetsInUse([kept])).toEqual(new Set());
    });
  });
}

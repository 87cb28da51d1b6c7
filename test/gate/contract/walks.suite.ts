import { describe, expect, it } from 'vitest';
import { politicsCursor, runCursor, type TimePlace } from '../../../src/domain/records/cursor.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { listById, listByTime } from '../../../src/services/records/listing.ts';
import type { Store } from '../../../src/store/port.ts';
import type { Step, Stretch } from '../../../src/store/ports/records.ts';
import { aDelivery, aFinding, aPolitics, aRun } from '../../support/records.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

/** Tests of reading a list to its end by cursor while the list changes. */
export function walksSuite(place: StoreUnderTest): void {
  let store: Store;
  let second: Store;
  withTwoStores(place, (...opened) => {
    [store, second] = opened;
  });

  /** Reads a list from its first page to its end; `meanwhile` runs before each page after the first. */
  async function walked<Item>(
    list: (after?: string) => Promise<{ items: Item[]; nextCursor: string | null }>,
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<Item[]> {
    const seen: Item[] = [];
    let { items, nextCursor } = await list();
    seen.push(...items);
    while (nextCursor !== null) {
      await meanwhile();
      ({ items, nextCursor } = await list(nextCursor));
      seen.push(...items);
      expect(seen.length, 'records of a walk that does not end').toBeLessThan(1_000);
    }
    return seen;
  }

  describe(`${place.name}: a list that is read to its end by cursor`, () => {
    it('has shorter pages if the records are too large together; a page with a number is then refused', async () => {
      const userId = newObjectId();
      const made = Array.from({ length: 12 }, () => aPolitics({ userId, description: 'd'.repeat(5_000) }));
      await store.transfer.put(made.map((record) => ({ kind: 'politics', record })));
      const list = (pageSize: number, after?: string) =>
        listById(second.politics, politicsCursor, unrestricted(userId), {
          page: 1,
          pageSize,
          mostBytes: 18_000,
          ...(after !== undefined && { after }),
        });
      const steps: number[] = [];
      const seen = await walked(async (after) => {
        const step = await list(after === undefined ? 2 : 10, after);
        steps.push(step.items.length);
        return step;
      });
      expect(steps).toEqual([2, 3, 3, 3, 1]);
      expect(new Set(seen.map(({ _id }) => _id)).size).toBe(12);
      await expect(list(10)).rejects.toMatchObject({
        code: 'page_too_large',
        message: expect.stringContaining('pageSize of 3'),
      });
      expect(
        (
          await listById(second.politics, politicsCursor, unrestricted(userId), {
            page: 1,
            pageSize: 1,
            mostBytes: 10,
          })
        ).items,
      ).toHaveLength(1);
    });

    it('contains each of 200 records once while all of them change and others are created and deleted', async () => {
      const userId = newObjectId();
      const made = Array.from({ length: 200 }, (_, nth) => aPolitics({ userId, name: `${nth}` }));
      await store.transfer.put(made.map((record) => ({ kind: 'politics', record })));
      // Changes the records in mixed order, so that some change before they are read and some after.
      const toChange = made.map((_, nth) => made[(nth * 617 + 100) % made.length]?._id ?? '');
      const changed = new Set<string>();
      const deleted = new Set<string>();
      const list = (after?: string) =>
        listById(second.politics, politicsCursor, unrestricted(userId), {
          page: 1,
          pageSize: 10,
          ...(after !== undefined && { after }),
        });
      const seen = await walked(list, async () => {
        const some = toChange.splice(0, 11);
        for (const id of some) {
          await store.politics.update(userId, id, (one) => ({ ...one, name: `${one.name}!` }));
          changed.add(id);
        }
        const [gone = ''] = some;
        await store.politics.delete(userId, gone);
        deleted.add(gone);
        await store.politics.insert(aPolitics(unrestricted(userId)));
      });
      expect(changed.size).toBe(made.length);
      const ids = seen.map(({ _id }) => _id);
      expect(new Set(ids).size).toBe(ids.length);
      const missed = made.filter(({ _id }) => !ids.includes(_id) && !deleted.has(_id));
      expect(missed).toEqual([]);
    });

    it('contains only the matching records of the owner, and has no cursor on its last page', async () => {
      const userId = newObjectId();
      const some = Array.from({ length: 9 }, (_, nth) =>
        aPolitics({ userId, name: nth % 3 === 0 ? 'Other' : `Wanted ${nth}` }),
      );
      for (const one of [...some, aPolitics({ name: 'Wanted too' })]) await store.politics.insert(one);
      const list = (after?: string) =>
        listById(store.politics, politicsCursor, unrestricted(userId), {
          page: 1,
          pageSize: 3,
          search: 'wanted',
          ...(after !== undefined && { after }),
        });
      const found = await walked(list);
      expect(found.map(({ name }) => name).toSorted()).toEqual(
        ['1', '2', '4', '5', '7', '8'].map((nth) => `Wanted ${nth}`),
      );
      expect((await list()).total).toBe(6);
      const whole = await listById(store.politics, politicsCursor, unrestricted(userId), {
        page: 1,
        pageSize: 9,
      });
      const lastPage = await listById(store.politics, politicsCursor, unrestricted(userId), {
        page: 3,
        pageSize: 3,
      });
      expect([whole.nextCursor, lastPage.nextCursor]).toEqual([null, null]);
    });

    const minute = (nth: number) => new Date(Date.UTC(2026, 0, 1, 0, nth)).toISOString();

    /** The ids of the items, newest first; items with the same time are in the order of their ids. */
    const inOrder = (items: TimePlace[]) =>
      items
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a._id.localeCompare(b._id))
        .map(({ _id }) => _id);

    async function walkedByTime<Item extends TimePlace>(
      projectId: string,
      page: (query: Stretch<TimePlace>) => Promise<Step<Item>>,
      meanwhile: () => Promise<unknown>,
    ): Promise<string[]> {
      const list = (after?: string) =>
        listByTime(
          { cursor: runCursor, projectId },
          { page: 1, pageSize: 4, ...(after !== undefined && { after }) },
          page,
        );
      return (await walked(list, meanwhile)).map(({ _id }) => _id);
    }

    it('has the runs of a project from the newest to the oldest, even if newer ones are created meanwhile', async () => {
      const [userId, projectId] = [newObjectId(), newObjectId()];
      // The runs are created in groups of three with the same time.
      const made = Array.from({ length: 15 }, (_, nth) =>
        aRun({ userId, projectId, createdAt: minute(Math.floor(nth / 3)) }),
      );
      for (const run of made) await store.runs.insert(run);
      await store.runs.insert(aRun({ userId, projectId, released: false }));
      await store.runs.insert(aRun(unrestricted(userId)));
      const seen = await walkedByTime(
        projectId,
        (query) => second.runs.list(userId, projectId, query),
        () => store.runs.insert(aRun({ userId, projectId, createdAt: minute(60) })),
      );
      expect(seen).toEqual(inOrder(made));
    });

    it('has the notifications of a project in the same order, optionally only those of one run and state', async () => {
      const run = aRun();
      const { userId, projectId } = run;
      await store.runs.insert(run);
      const made = Array.from({ length: 14 }, (_, nth) =>
        aDelivery({
          workspaceId: userId,
          projectId,
          runId: run._id,
          _id: newObjectId(),
          createdAt: minute(Math.floor(nth / 3)),
          state: nth % 2 === 0 ? 'delivered' : 'waiting',
        }),
      );
      for (const one of made) await store.deliveries.add(one);
      const walk = (filter: { runId?: string; state?: 'delivered' }) =>
        walkedByTime(
          projectId,
          (query) => second.deliveries.list(userId, projectId, filter, query),
          async () => {},
        );
      expect(await walk({})).toEqual(inOrder(made));
      const delivered = made.filter(({ state }) => state === 'delivered');
      expect(await walk({ runId: run._id, state: 'delivered' })).toEqual(inOrder(delivered));
    });

    it('has the findings of a run by rule and then by subject, even if findings are replaced meanwhile', async () => {
      const run = aRun({ state: 'running', lease: { owner: 'w', fence: 3 } });
      const { _id: runId, userId } = run;
      await store.runs.insert(run);
      const places = Array.from({ length: 11 }, (_, nth) => ({
        ruleIndex: Math.floor(nth / 2),
        fileIndex: nth % 2,
      }));
      const findings = places.toReversed().map((one) => {
        const finding = aFinding({ runId, ...one });
        return { finding, fingerprint: finding.id };
      });
      const runLease = { runId, fence: 3 };
      const add = () => store.runs.addFindings(runLease, findings, run.progress, new Date());
      await add();
      const seen: string[] = [];
      let after = { ruleIndex: -1, subject: -1 };
      for (let more = true; more; ) {
        const step = await second.findings.list(userId, runId, {}, { after, pageSize: 3 });
        expect(step.total).toBe(11);
        for (const { finding } of step.items) {
          const subject = finding.subject.kind === 'file' ? finding.subject.fileIndex : -1;
          after = { ruleIndex: finding.rule.index, subject };
          seen.push(`${after.ruleIndex} ${after.subject}`);
        }
        more = step.more;
        await add();
      }
      expect(seen).toEqual(places.map(({ ruleIndex, fileIndex }) => `${ruleIndex} ${fileIndex}`));
    });
  });
}

import { beforeEach, describe, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { Run } from '../../../src/domain/runs/run.ts';
import type { Store } from '../../../src/store/port.ts';
import type { RunLease } from '../../../src/store/ports/runs.ts';
import { aFinding, aResult, aRun, other, owner, stranger } from '../../support/records.ts';
import { type StoreUnderTest, withTwoStores } from './store-under-test.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date('2026-06-01T12:00:00.000Z');
const summary = { labels: { CONFIRMED: 0, 'NOT FOUND': 1, ESTIMATED: 0, notAssessed: 0 }, incomplete: false };
const later = (ms: number) => new Date(now.getTime() + ms);

export function runsSuite(under: StoreUnderTest): void {
  describe(`${under.name}: runs`, () => {
    let store: Store;
    let second: Store;
    withTwoStores(under, (...opened) => {
      [store, second] = opened;
    });
    beforeEach(async () => {
      for (const { userId } of [owner, stranger, other]) {
        for (const projectId of ['p', 'q']) await store.deleteProjectRemains(userId, projectId);
      }
    });

    async function queued(fields: Partial<Run> = {}): Promise<Run> {
      const run = aRun({ projectId: 'p', ...fields });
      await store.runs.insert(run);
      return run;
    }
    const claim = (lease = 'w', at = now) => store.runs.claim({ lease, now: at });
    async function claimed(at = now): Promise<{ run: Run; runLease: RunLease }> {
      const run = await claim('w', at);
      if (run === null) throw new Error('nothing was claimed');
      return { run, runLease: { runId: run._id, fence: run.lease.fence } };
    }
    const free = (...dead: string[]) => store.runs.freeFrom((lease) => dead.includes(lease));
    const stored = (finding = aFinding()) => ({ finding, fingerprint: `print of ${finding.id}` });

    it('are returned exactly as they were stored', async () => {
      const run = await queued({
        result: aResult(),
        lastError: { code: 'x', message: 'y', at: now.toISOString() },
        notTaken: [{ name: 'a.b', reason: 'r' }],
      });
      expect(await second.runs.get(owner.userId, run._id)).toEqual(run);
      expect(await store.runs.get(stranger.userId, run._id)).toBeNull();
      expect(await store.runs.insert(run)).toBe(false);
    });

    it('add up to the usage of their owner, without runs that are not released', async () => {
      const progress = (pages: number) => ({ ...aRun().progress, pages: { done: pages, total: pages } });
      await queued({ progress: progress(3), summary: { ...summary, modelTokens: 120 } });
      await queued({ projectId: 'q', progress: progress(4), summary });
      await queued({ progress: progress(50), released: false });
      await queued({ userId: stranger.userId, progress: progress(60) });
      expect(await second.runs.usage(owner.userId)).toEqual({ runs: 2, pages: 7, modelTokens: 120 });
      expect(await store.runs.usage(other.userId)).toEqual({ runs: 0, pages: 0, modelTokens: 0 });
    });

    it('are assigned to one worker each, even if many ask', async () => {
      for (let at = 0; at < 20; at += 1) await queued();
      const claims = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          (at % 2 === 0 ? store : second).runs.claim({ lease: `w${at}`, now }),
        ),
      );
      const ids = claims.flatMap((run) => run?._id ?? []);
      expect(new Set(ids).size).toBe(20);
      expect(ids).toHaveLength(20);
    });

    it('are assigned so that the owner who has waited longest comes first, with that owner’s oldest run', async () => {
      const at = (minute: number) => `2026-06-01T11:0${minute}:00.000Z`;
      const first = await queued({ createdAt: at(1) });
      const secondOfOwner = await queued({ createdAt: at(2) });
      const third = await queued({ createdAt: at(3) });
      const others = await queued({ userId: other.userId, createdAt: at(4) });
      const strangers = await queued({ userId: stranger.userId, createdAt: at(5) });
      const turn: string[] = [];
      for (let count = 0; count < 5; count += 1) turn.push((await claimed()).run._id);
      const round = new Set(turn.slice(0, 3));
      expect(round).toEqual(new Set([first._id, others._id, strangers._id]));
      expect(turn.slice(3)).toEqual([secondOfOwner._id, third._id]);
      expect(await claim()).toBeNull();
    });

    it('of users that the worker leaves out are not assigned, in whatever workspace they started them', async () => {
      await queued();
      await queued({ workspaceId: other.userId, userId: owner.userId });
      const strangers = await queued({ userId: stranger.userId });
      const except = (...users: string[]) => store.runs.claim({ lease: 'w', now, exceptUsers: users });
      expect(await except(owner.userId, stranger.userId)).toBeNull();
      expect((await except(owner.userId))?._id).toBe(strangers._id);
      expect(await except(owner.userId)).toBeNull();
      expect(await except(stranger.userId)).not.toBeNull();
      expect(await claim()).not.toBeNull();
    });

    it('are not given to a worker if they are not released for processing, not yet due, or ended', async () => {
      await queued({ released: false });
      await queued({ state: 'completed' });
      await queued({ state: 'canceled' });
      const retrying = await queued({ state: 'retrying', nextAttemptAt: later(60_000).toISOString() });
      expect(await claim()).toBeNull();
      expect(await store.runs.countWaiting()).toBe(1);
      const again = await claim('w', later(60_000));
      expect(again).toMatchObject({ _id: retrying._id, state: 'running', attempts: 1, nextAttemptAt: null });
    });

    it('are assigned to another worker only after the lease of the first worker was freed, whatever the clock says; the first worker can then no longer write', async () => {
      const { _id } = await queued();
      const { run, runLease } = await claimed();
      expect(run).toMatchObject({ state: 'running', attempts: 1, startedAt: now.toISOString() });
      expect(run.lease).toEqual({ owner: 'w', fence: 1 });
      expect(await free('other')).toBe(0);
      for (const at of [later(-dayMs), now, later(dayMs)]) expect(await claim('x', at)).toBeNull();
      expect(await free('other', 'w')).toBe(1);
      expect(await free('w')).toBe(0);
      const taken = await claim('x', later(-dayMs));
      expect(taken).toMatchObject({ _id, attempts: 2, startedAt: now.toISOString() });
      expect(taken?.lease.fence).toBe(2);

      expect(await store.runs.saveProgress(runLease, run.progress, now)).toBe(false);
      expect(await store.runs.addFindings(runLease, [stored()], run.progress, now)).toBe(false);
      expect(await store.runs.release(runLease, { state: 'queued' }, now)).toBe(false);
      expect((await store.findings.all(owner.userId, _id)).length).toBe(0);
      expect(await store.runs.get(owner.userId, _id)).toEqual(taken);
    });

    it('count a crash or an error as a failure, but do not count a release; the count returns to 0 when a finding is stored', async () => {
      const { _id } = await queued();
      const failures = async () => (await store.runs.get(owner.userId, _id))?.failures;
      await claimed();
      await free('w');
      const { runLease, run } = await claimed();
      expect(await failures()).toBe(1);
      expect(await store.runs.isLeased(runLease)).toBe(true);
      const lastError = { code: 'c', message: 'm', at: now.toISOString() };
      await store.runs.release(runLease, { state: 'retrying', lastError, nextAttemptAt: now }, now);
      expect(await store.runs.isLeased(runLease)).toBe(false);
      expect(await failures()).toBe(2);
      const third = await claimed();
      expect(await failures()).toBe(2);
      await store.runs.addFindings(third.runLease, [stored()], run.progress, now);
      expect(await failures()).toBe(0);
      await store.runs.release(third.runLease, { state: 'queued' }, now);
      expect(await failures()).toBe(0);
    });

    it('receive additional findings after their end only for rules without a finding', async () => {
      const { _id } = await queued();
      const { run, runLease } = await claimed();
      const [first, second_, late] = [aFinding(), aFinding({ ruleIndex: 1 }), aFinding()];
      await store.runs.addFindings(runLease, [stored(first)], run.progress, now);
      await store.runs.fillIn(owner.userId, _id, [stored(second_)]);
      expect(await store.findings.all(owner.userId, _id)).toEqual([stored(first)]);
      const open = { findings: 1, notReviewed: 1, outcomes: null };
      const signed = { by: 'ada@example.org', at: now.toISOString(), open };
      const { by, at } = signed;
      const earlierSignOffs = [{ ...signed, ended: { how: 'withdrawn' as const, by, at } }];
      const signOff = { ...signed, reviews: 'r' };
      const canceled = { state: 'canceled' as const, signOff, earlierSignOffs };
      await store.runs.update(owner.userId, _id, (current) => ({ ...current, ...canceled }));
      expect(await second.runs.get(owner.userId, _id)).toMatchObject({ signOff, earlierSignOffs });
      await store.runs.fillIn(owner.userId, _id, [stored(late), stored(second_)]);
      expect(await second.findings.all(owner.userId, _id)).toEqual([stored(first), stored(second_)]);
      const bytes = [first, second_].map((finding) => Buffer.byteLength(JSON.stringify(finding)));
      expect(await second.findings.bytes(owner.userId, _id)).toBe((bytes[0] ?? 0) + (bytes[1] ?? 0));
      expect(await store.findings.bytes(stranger.userId, _id)).toBe(0);
      expect((await store.runs.get(owner.userId, _id))?.findings).toBe(2);
      const { items } = await store.runs.list(owner.userId, run.projectId, { page: 1, pageSize: 9 });
      const heads = items.map((head) =>
        ['politics', 'files', 'scope', 'result'].filter((name) => name in head),
      );
      expect(heads).toEqual([[]]);
    });

    it('stay canceled, whatever the worker still tries to write', async () => {
      const { _id } = await queued();
      const { run, runLease } = await claimed();
      await second.runs.update(owner.userId, _id, (current) => ({
        ...current,
        state: 'canceled',
        lease: { owner: null, fence: current.lease.fence + 1 },
      }));
      const { progress } = run;
      const release = { state: 'completed', result: aResult(), summary, lastError: null, progress } as const;
      expect(await store.runs.isLeased(runLease)).toBe(false);
      expect(await store.runs.addFindings(runLease, [stored()], run.progress, now)).toBe(false);
      expect(await store.runs.release(runLease, release, now)).toBe(false);
      await free('w');
      expect(await claim('x', later(dayMs))).toBeNull();
      expect((await store.runs.get(owner.userId, _id))?.state).toBe('canceled');
    });

    it('keep one finding for each rule and subject, which is the latest', async () => {
      const { _id } = await queued();
      const { run, runLease } = await claimed();
      const [first, again, ofFile] = [aFinding(), aFinding(), aFinding({ fileIndex: 0 })];
      expect(await store.runs.addFindings(runLease, [stored(first), stored(ofFile)], run.progress, now)).toBe(
        true,
      );
      expect(await store.runs.addFindings(runLease, [stored(again)], run.progress, now)).toBe(true);
      const all = await second.findings.all(owner.userId, _id);
      expect(all).toEqual([stored(again), stored(ofFile)]);
      expect((await store.runs.get(owner.userId, _id))?.findings).toBe(2);
      expect(await store.findings.get(owner.userId, _id, again.id)).toEqual(stored(again));
      expect(await store.findings.get(owner.userId, _id, first.id)).toBeNull();
      expect(await store.findings.get(stranger.userId, _id, again.id)).toBeNull();
      expect(await store.findings.all(stranger.userId, _id)).toEqual([]);
    });

    it('have their findings listed by rule and then by subject, filtered and page by page', async () => {
      const { _id } = await queued();
      const { run, runLease } = await claimed();
      const places = [1, 0].flatMap((ruleIndex) => [1, 0].map((fileIndex) => ({ ruleIndex, fileIndex })));
      await store.runs.addFindings(
        runLease,
        places.map((place) => stored(aFinding(place))),
        run.progress,
        now,
      );
      const list = async (filter: object, page = 1, pageSize = 10) => {
        const { items, total } = await store.findings.list(owner.userId, _id, filter, { page, pageSize });
        return { total, at: items.map(({ finding }) => [finding.rule.index, finding.subject]) };
      };
      const file = (fileIndex: number) => ({ kind: 'file', fileIndex, name: `file ${fileIndex}` });
      expect(await list({}, 2, 3)).toEqual({ total: 4, at: [[1, file(1)]] });
      expect(await list({ fileIndex: 1 })).toEqual({
        total: 2,
        at: [
          [0, file(1)],
          [1, file(1)],
        ],
      });
      expect(await list({ ruleKey: 'rule-1' })).toEqual({
        total: 2,
        at: [
          [1, file(0)],
          [1, file(1)],
        ],
      });
      expect((await list({ label: 'NOT FOUND', outcome: 'undetermined' })).total).toBe(4);
      expect((await list({ label: 'CONFIRMED' })).total).toBe(0);
      expect((await list({ label: 'not_assessed' })).total).toBe(0);
    });

    it('are listed and counted only if they are released', async () => {
      await queued();
      await queued({ released: false });
      const page = await store.runs.list(owner.userId, 'p', { page: 1, pageSize: 10 });
      expect([page.items.length, page.total]).toEqual([1, 1]);
      const start = { createdAt: '9999-12-31T00:00:00.000Z', _id: '' };
      const walk = await store.runs.list(owner.userId, 'p', { after: start, pageSize: 10 });
      expect([walk.items.length, walk.total, walk.more]).toEqual([1, 1, false]);
    });

    it('end with a result, or are released without counting the attempt', async () => {
      const { _id } = await queued();
      const first = await claimed();
      expect(await store.runs.release(first.runLease, { state: 'queued' }, now)).toBe(true);
      expect(await store.runs.get(owner.userId, _id)).toMatchObject({ state: 'queued', attempts: 0 });

      const { runLease } = await claimed();
      const lastError = { code: 'c', message: 'm', at: now.toISOString() };
      await store.runs.release(runLease, { state: 'retrying', lastError, nextAttemptAt: later(5_000) }, now);
      expect(await store.runs.get(owner.userId, _id)).toMatchObject({
        state: 'retrying',
        attempts: 1,
        lastError,
        nextAttemptAt: later(5_000).toISOString(),
      });

      const last = await claimed(later(5_000));
      const result = aResult();
      const { progress } = last.run;
      await store.runs.release(
        last.runLease,
        { state: 'completed', result, summary, lastError: null, progress },
        later(6_000),
      );
      expect(await second.runs.get(owner.userId, _id)).toMatchObject({
        state: 'completed',
        result,
        summary,
        lastError: null,
        endedAt: later(6_000).toISOString(),
        lease: { owner: null, fence: 3 },
      });
    });

    it('are freed at once if the process with their lease died, and only then', async () => {
      await queued();
      await queued();
      const dead = await store.runs.claim({ lease: 'dead', now });
      await store.runs.claim({ lease: 'alive', now });
      expect(await free('dead')).toBe(1);
      expect((await claim('x'))?._id).toBe(dead?._id);
      expect(await claim('x')).toBeNull();
    });

    it('keep the counts of rules whose keys have dots', async () => {
      const { labels, outcomes } = aResult().counts;
      const byRule = Object.fromEntries(
        ['pay.30-days', 'a.b', 'a', 'end.', 'x..y'].map((key) => [key, { labels, outcomes }]),
      );
      const result = aResult({ counts: { ...aResult().counts, byRule } });
      const imported = await queued({ state: 'completed', result });
      const { _id } = await queued();
      const { run, runLease } = await claimed();
      const ended = { state: 'completed', summary, lastError: null, progress: run.progress } as const;
      await store.runs.release(runLease, { ...ended, result }, now);
      for (const id of [imported._id, _id])
        expect((await second.runs.get(owner.userId, id))?.result?.counts.byRule).toEqual(byRule);
    });

    it('are listed if their start or their end was interrupted', async () => {
      const ended = await queued({ state: 'completed', createdAt: '2026-06-01T11:00:00.000Z' });
      await queued({ state: 'completed', settled: true });
      await queued();
      const stuck = await queued({ released: false, createdAt: '2026-06-01T11:01:00.000Z' });
      await queued({ released: false, createdAt: '2026-06-01T11:59:59.000Z' });
      const found = await store.runs.unfinishedBusiness(later(-60_000));
      expect(found.map((run) => run._id)).toEqual([ended._id, stuck._id]);
    });

    it('record the asset that stores the content of a link, and this asset then counts as in use', async () => {
      const { _id } = await queued();
      const { runLease } = await claimed();
      const capture = { url: 'https://a.test/x.pdf', assetId: newObjectId() };
      expect(await store.runs.saveCapture(runLease, capture, now)).toBe(true);
      expect(await store.runs.saveCapture({ ...runLease, fence: 0 }, capture, now)).toBe(false);
      const other = { url: 'https://a.test/y.pdf', assetId: newObjectId() };
      expect(await store.runs.saveCapture(runLease, other, now)).toBe(true);
      expect((await second.runs.get(owner.userId, _id))?.captures).toEqual([capture, other]);
      expect(await store.assetsInUse([capture.assetId])).toEqual(new Set([capture.assetId]));
    });

    it('are all listed if they ended before a given time', async () => {
      const minute = (at: number) =>
        new Date(Date.parse('2026-01-01T00:00:00.000Z') + at * 60_000).toISOString();
      const ended = await Promise.all(
        Array.from({ length: 205 }, (_, at) =>
          queued({ state: 'completed', endedAt: minute(Math.floor(at / 3)) }),
        ),
      );
      await queued({ state: 'completed', endedAt: minute(200) });
      await queued();
      const found: string[] = [];
      for await (const run of store.runs.endedBefore(new Date(minute(200)))) found.push(run._id);
      expect(found.toSorted()).toEqual(ended.map((run) => run._id).toSorted());
    });

    it('keep everything that records refer to in a cleanup; the first cleanup removes only the remains of interrupted writes, and a second cleanup finds nothing', async () => {
      const run = await queued({ result: aResult() });
      // This insertion is refused because the run exists. The content that was written for the new record remains.
      expect(await store.runs.insert({ ...run, userId: stranger.userId })).toBe(false);
      const text = Uint8Array.from([0, 255]);
      const put = (bytes: Uint8Array) => store.sourceTexts.put(owner.userId, 'swept "k"', bytes, new Date());
      await put(Uint8Array.from([1]));
      await put(text);
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
      expect((await store.deleteExpired(inDays(0.9), new Date(0))).strayParts).toBe(0);
      await store.deleteExpired(inDays(1.1), new Date(0));
      expect((await store.deleteExpired(inDays(1.1), new Date(0))).strayParts).toBe(0);
      expect(await second.runs.get(owner.userId, run._id)).toEqual(run);
      const kept = await second.sourceTexts.get(owner.userId, 'swept "k"', new Date());
      expect(kept).toEqual(Buffer.from(text));
    });

    it('are listed newest first for a project, and removed with their findings when the project is deleted', async () => {
      const assetId = newObjectId();
      const files = [{ name: 'a', type: 'document' as const, url: 'https://a.test', assetId }];
      const old = await queued({ createdAt: '2026-06-01T10:00:00.000Z', files });
      const recent = await queued({ createdAt: '2026-06-01T11:00:00.000Z' });
      const elsewhere = await queued({ projectId: 'q', createdAt: '2026-06-01T11:30:00.000Z' });
      const { run, runLease } = await claimed();
      await store.runs.addFindings(runLease, [stored()], run.progress, now);
      const review = { label: 'CONFIRMED', reason: 'read it', by: 'me', at: now.toISOString() } as const;
      const place = { workspaceId: owner.workspaceId, projectId: 'p', fingerprint: 'f' };
      await store.reviews.change(place, () => review);

      const listed = await store.runs.list(owner.userId, 'p', { page: 1, pageSize: 1 });
      expect(listed.items.map((one) => one._id)).toEqual([recent._id]);
      expect(listed.total).toBe(2);
      expect(await store.assetsInUse([assetId])).toEqual(new Set([assetId]));

      await store.deleteProjectRemains(owner.userId, 'p');
      expect(await store.runs.get(owner.userId, old._id)).toBeNull();
      expect(await store.findings.all(owner.userId, run._id)).toEqual([]);
      expect(await store.reviews.find(owner.userId, 'p', ['f'])).toEqual(new Map());
      expect(await store.assetsInUse([assetId])).toEqual(new Set());
      expect(await store.runs.get(owner.userId, elsewhere._id)).not.toBeNull();
    });
  });
}

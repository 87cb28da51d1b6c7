import { stamped } from '../../../domain/records/versioned.ts';
import { hasEnded, type Run } from '../../../domain/runs/run.ts';
import { type Claim, claimed, released } from '../../../domain/runs/run-turn.ts';
import type { RunStore } from '../../ports/runs.ts';
import type { Admissions } from '../database/admissions.ts';
import { lost, type Serialize } from '../database/compare-and-set.ts';
import { newestFirst, olderThan, type Records, type RunDoc } from '../database/records.ts';
import { type Contents, outputOf } from '../pieces/contents.ts';
import { headFields, headOf, newRunDoc, resultFields, runOf } from './run-records.ts';
import type { RunWrites } from './run-writes.ts';

const ended: Run['state'][] = ['completed', 'failed', 'canceled'];

export function runStore(
  records: Records,
  contents: Contents,
  writes: RunWrites,
  serialize: Serialize,
  admissions: Admissions,
  remove: (runs: Pick<RunDoc, '_id' | 'workspaceId'>[]) => Promise<void>,
): RunStore {
  const { runs } = records;

  return {
    async insert(run, admit) {
      const { _id, workspaceId } = run;
      if (admit !== undefined && (await runs.first({ _id }, { only: ['workspaceId'] }))) return false;
      return admissions({ of: `runs of ${workspaceId}`, id: _id, amount: 1 }, admit, {
        has: (without) => runs.count({ workspaceId, endedAt: null, _id: { $nin: without } }),
        write: async () => runs.insert(await newRunDoc(contents, run)),
        undo: () => remove([run]),
      });
    },

    async get(workspaceId, id) {
      return (await writes.read(workspaceId, id))?.run ?? null;
    },

    update: (workspaceId, id, change) =>
      serialize(id, async () => {
        const found = await writes.read(workspaceId, id);
        if (found === null) return null;
        const { run, stored } = found;
        const next = stamped(change(run), run, new Date());
        if (next.result === run.result) return (await writes.save(stored, next)) ? next : lost;
        const fields = await resultFields(contents, run, next.result);
        if (!(await writes.save(stored, next, fields))) return lost;
        await contents.removeOthers(workspaceId, outputOf(id), [fields.output]);
        return next;
      }),

    delete: (workspaceId, id, allow) =>
      serialize(id, async () => {
        const found = await writes.read(workspaceId, id);
        if (found === null) return false;
        allow?.(found.run);
        const closed = { ...found.run, released: false };
        if (!(await writes.save(found.stored, closed, { fence: found.stored.fence + 1 }))) return lost;
        await remove([found.stored]);
        return true;
      }),

    async heads(workspaceId, ids) {
      return (await runs.find({ _id: { $in: [...ids] }, workspaceId }, { only: headFields })).map(headOf);
    },

    async list(workspaceId, projectId, stretch) {
      const ofProject = { workspaceId, projectId, released: true };
      const { after, pageSize } = stretch;
      const following = after && { ...ofProject, ...olderThan(after) };
      const window = { sort: newestFirst, only: headFields };
      const { found, total } = await runs.stretch(ofProject, following, stretch, window);
      return { items: found.slice(0, pageSize).map(headOf), total, more: found.length > pageSize };
    },

    claim: (claim) => serialize('claim', () => claimRun(records, contents, writes, claim)),

    async isLeased({ runId, fence }) {
      const filter = { _id: runId, fence, state: 'running' as const };
      return (await runs.first(filter, { only: ['fence'] })) !== null;
    },

    saveProgress: (lease, progress, now) =>
      writes.changeLeased(lease, now, (head) => ({ ...head, progress })),

    addFindings: (lease, findings, progress, now) =>
      writes.addFindings(
        { runId: lease.runId, findings, onlyMissing: false, now },
        () => writes.underLease(lease),
        (head) => ({ ...head, progress, failures: 0 }),
      ),

    async fillIn(workspaceId, runId, findings) {
      const endedRun = async () => {
        const stored = await runs.first({ _id: runId, workspaceId }, { only: headFields });
        return stored !== null && hasEnded(headOf(stored)) ? stored : null;
      };
      const missing = { runId, findings, onlyMissing: true, now: new Date() };
      await writes.addFindings(missing, endedRun, (head) => head);
    },

    saveCapture: (lease, capture, now) =>
      writes.changeLeased(
        lease,
        now,
        (head) => ({ ...head, captures: [...head.captures, capture] }),
        ({ assetIds }) => ({ assetIds: [...new Set([...assetIds, capture.assetId])] }),
      ),

    async release(lease, release, now) {
      const stored = await writes.underLease(lease);
      if (stored === null) return false;
      const fields = 'result' in release ? await resultFields(contents, stored, release.result) : {};
      return writes.changeLeased(
        lease,
        now,
        (head) => released(head, release, now),
        () => fields,
      );
    },

    async freeFrom(isDead) {
      const leases = await runs.distinct('leaseOwner', { state: 'running' });
      let freed = 0;
      for (const leaseOwner of leases.filter(isDead)) {
        freed += await runs.changeAll(
          { state: 'running', leaseOwner, dueAt: null },
          { $set: { waiting: true, dueAt: new Date(0) }, $inc: { revision: 1 } },
        );
      }
      return freed;
    },

    async unfinishedBusiness(madeBefore) {
      const found = await runs.find(
        {
          settled: false,
          $or: [
            { released: true, state: { $in: ended } },
            { released: false, createdAt: { $lt: madeBefore } },
          ],
        },
        { sort: { createdAt: 1, _id: 1 }, limit: 100 },
      );
      const whole = await Promise.all(found.map((stored) => writes.read(stored.workspaceId, stored._id)));
      return whole.flatMap((one) => one?.run ?? []);
    },

    countWaiting: () => runs.count({ state: { $in: ['queued', 'retrying'] }, waiting: true }),

    async usage(workspaceId) {
      const found = await runs.find({ workspaceId, released: true }, { only: ['progress', 'summary'] });
      const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
      return {
        runs: found.length,
        pages: total(found.map(({ progress }) => progress.pages.done)),
        modelTokens: total(found.map(({ summary }) => summary?.modelTokens ?? 0)),
      };
    },

    async *endedBefore(time) {
      let last = { endedAt: new Date(0), id: '' };
      for (;;) {
        const found: RunDoc[] = await runs.find(
          {
            endedAt: { $gte: last.endedAt, $lt: time },
            $or: [{ endedAt: { $gt: last.endedAt } }, { _id: { $gt: last.id } }],
          },
          { sort: { endedAt: 1, _id: 1 }, limit: 100, only: headFields },
        );
        for (const stored of found) {
          last = { endedAt: stored.endedAt ?? last.endedAt, id: stored._id };
          yield headOf(stored);
        }
        if (found.length < 100) return;
      }
    },
  };
}

/**
 * Claims the run that has waited longest, among the runs of the owners whose last claim is oldest. The number of the
 * claim is stored for the owner before the run is claimed, so that two claims never have the same number. If another
 * worker then claims the run first, the owner still moves to the end of the order.
 */
async function claimRun(
  { runs, turns, service }: Records,
  contents: Contents,
  writes: RunWrites,
  claim: Claim,
): Promise<Run | null | typeof lost> {
  const { now, exceptUsers = [] } = claim;
  const due = { dueAt: { $lte: now }, ...(exceptUsers.length > 0 && { userId: { $nin: [...exceptUsers] } }) };
  const owners = await runs.distinct('workspaceId', due);
  if (owners.length === 0) return null;
  const served = new Map((await turns.find({ _id: { $in: owners } })).map(({ _id, turn }) => [_id, turn]));
  const earliest = Math.min(...owners.map((owner) => served.get(owner) ?? 0));
  const next = owners.filter((owner) => (served.get(owner) ?? 0) === earliest);
  const stored = await runs.first(
    { ...due, workspaceId: { $in: next }, waiting: true },
    { sort: { createdAt: 1, _id: 1 } },
  );
  // Some MongoDB-compatible servers match the filter with one version of a document, but return the next version. So
  // the match is checked again.
  if (!stored?.waiting || stored.dueAt === null || stored.dueAt > claim.now) return lost;
  const run = await runOf(contents, stored);
  if (run === null) return lost;
  const count = await service.changeOrMake({ _id: 'turns' }, { $inc: { turn: 1 } });
  await turns.put([{ _id: run.workspaceId, turn: count?.turn ?? 1 }]);
  const after = claimed(run, claim);
  return (await writes.save(stored, after)) ? after : lost;
}

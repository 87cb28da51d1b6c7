import { assetsOfRun, hasEnded, type Run } from '../../domain/run.ts';
import { type Claim, claimed, released } from '../../domain/run-turn.ts';
import { stamped } from '../../domain/versioned.ts';
import type { RunStore } from '../port.ts';
import type { Admissions } from './admissions.ts';
import { compareAndSet, lost } from './compare-and-set.ts';
import type { Contents } from './contents.ts';
import { olderThan } from './older-than.ts';
import type { ContentRef, Records, RunDoc } from './records.ts';
import { bytesOf, changingFields, headFields, headOf, headPart } from './run-records.ts';
import { contentOf, type RunWrites } from './run-writes.ts';
import type { InTurn } from './taking-turns.ts';

const ended = ['completed', 'failed', 'canceled'];

export function runStore(
  records: Records,
  contents: Contents,
  writes: RunWrites,
  inTurn: InTurn,
  admissions: Admissions,
  remove: (runs: Pick<RunDoc, '_id' | 'userId'>[]) => Promise<void>,
): RunStore {
  const { runs } = records;

  const writeResult = (run: Pick<Run, '_id' | 'userId'>, result: Run['result']) =>
    resultRef(contents, run, result);

  return {
    async insert(run, admit) {
      const { _id, userId } = run;
      if (admit !== undefined && (await runs.first('one', { _id }, { only: ['userId'] }))) return false;
      const write = async () => runs.insert(await newRunDoc(contents, run));
      if (admit === undefined) return write();
      return admissions({ of: `runs of ${userId}`, id: _id, amount: 1 }, admit, {
        has: (without) => runs.count('unended', { userId, endedAt: null, _id: { $nin: without } }),
        write,
        undo: () => remove([run]),
      });
    },

    async get(userId, id) {
      return (await writes.read(userId, id))?.run ?? null;
    },

    update: (userId, id, change) =>
      inTurn(id, () =>
        compareAndSet(async () => {
          const found = await writes.read(userId, id);
          if (found === null) return null;
          const { run, stored } = found;
          const next = stamped(change(run), run, new Date());
          const result = next.result === run.result ? stored.result : await writeResult(run, next.result);
          if (!(await writes.save(stored, headPart(next).head, { result }))) return lost;
          if (next.result !== run.result) {
            await contents.removeOthers(userId, contentOf(id, 'result'), [result]);
          }
          return next;
        }),
      ),

    delete: (userId, id, allow) =>
      inTurn(id, () =>
        compareAndSet(async () => {
          const found = await writes.read(userId, id);
          if (found === null) return false;
          allow?.(found.run);
          const unheld = { ...headPart(found.run).head, released: false };
          if (!(await writes.save(found.stored, unheld, { fence: found.stored.fence + 1 }))) return lost;
          await remove([found.stored]);
          return true;
        }),
      ),

    async list(userId, projectId, { page, pageSize }) {
      const filter = { userId, projectId, released: true };
      const [found, total] = await Promise.all([
        runs.find('ofProject', filter, {
          skip: (page - 1) * pageSize,
          limit: pageSize,
          only: headFields,
        }),
        runs.count('ofProject', filter),
      ]);
      return { items: found.map(headOf), total };
    },

    async walk(userId, projectId, after, pageSize) {
      const ofProject = { userId, projectId, released: true };
      const [found, total] = await Promise.all([
        runs.find(
          'ofProjectAfter',
          { ...ofProject, ...olderThan(after) },
          { limit: pageSize + 1, only: headFields },
        ),
        runs.count('ofProject', ofProject),
      ]);
      return { items: found.slice(0, pageSize).map(headOf), total, more: found.length > pageSize };
    },

    claim: (claim) => inTurn('claim', () => compareAndSet(() => claimRun(records, writes, claim))),

    async holds({ runId, fence }) {
      const filter = { _id: runId, fence, state: 'running' };
      return (await runs.first('one', filter, { only: ['fence'] })) !== null;
    },

    saveProgress: (hold, progress, now) => writes.changeHeld(hold, now, (head) => ({ ...head, progress })),

    addFindings: (hold, findings, progress, now) =>
      writes.addFindings(
        hold.runId,
        () => now,
        () => writes.held(hold),
        ({ all }) => all,
        findings,
        (head) => ({ ...head, progress, failures: 0 }),
      ),

    async fillIn(userId, runId, findings) {
      const endedRun = async () => {
        const stored = await runs.first('one', { _id: runId, userId }, { only: headFields });
        return stored !== null && hasEnded(headOf(stored)) ? stored : null;
      };
      await writes.addFindings(
        runId,
        () => new Date(),
        endedRun,
        ({ all, taken }) => all.filter((one) => !taken.has(one)),
        findings,
        (head) => head,
      );
    },

    saveCapture: (hold, capture, now) =>
      writes.changeHeld(
        hold,
        now,
        (head) => ({ ...head, captures: [...head.captures, capture] }),
        ({ assetIds }) => ({ assetIds: [...new Set([...assetIds, capture.assetId])] }),
      ),

    async release(hold, release, now) {
      const stored = await writes.held(hold);
      if (stored === null) return false;
      const result = 'result' in release ? await writeResult(stored, release.result) : null;
      return writes.changeHeld(
        hold,
        now,
        (head) => released(head, release, now),
        () => (result === null ? {} : { result }),
      );
    },

    async freeFrom(isDead) {
      const leases = await runs.distinct('inState', 'leaseOwner', { state: 'running' });
      let freed = 0;
      for (const leaseOwner of leases.filter(isDead)) {
        freed += await runs.changeAll(
          'ofWorker',
          { state: 'running', leaseOwner, dueAt: null },
          { $set: { waiting: true, dueAt: new Date(0) }, $inc: { revision: 1 } },
        );
      }
      return freed;
    },

    async unfinishedBusiness(madeBefore) {
      const found = await runs.find(
        'unsettled',
        {
          settled: false,
          $or: [
            { released: true, state: { $in: ended } },
            { released: false, createdAt: { $lt: madeBefore } },
          ],
        },
        { limit: 100 },
      );
      const whole = await Promise.all(found.map((stored) => writes.read(stored.userId, stored._id)));
      return whole.flatMap((one) => one?.run ?? []);
    },

    countWaiting: () => runs.count('inState', { state: { $in: ['queued', 'retrying'] }, waiting: true }),

    async *endedBefore(time) {
      let last = { endedAt: new Date(0), id: '' };
      for (;;) {
        const found: Pick<RunDoc, '_id' | 'endedAt' | (typeof headFields)[number]>[] = await runs.find(
          'ended',
          {
            endedAt: { $gte: last.endedAt, $lt: time },
            $or: [{ endedAt: { $gt: last.endedAt } }, { _id: { $gt: last.id } }],
          },
          { limit: 100, only: [...headFields, 'endedAt'] },
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

/** A run that no worker has claimed here, with its large parts written. */
export async function newRunDoc(contents: Contents, run: Run): Promise<RunDoc> {
  const { head, snapshot, result } = headPart(run);
  const { _id, userId, projectId } = run;
  return {
    _id,
    userId,
    projectId,
    createdAt: new Date(run.createdAt),
    ...changingFields(head),
    assetIds: assetsOfRun(run),
    snapshot: await contents.write(userId, contentOf(_id, 'snapshot'), bytesOf(snapshot)),
    result: await resultRef(contents, run, result),
    revision: 1,
    pending: [],
    batches: 0,
  };
}

async function resultRef(
  contents: Contents,
  { _id, userId }: Pick<Run, '_id' | 'userId'>,
  result: Run['result'],
): Promise<ContentRef | null> {
  return result === null ? null : contents.write(userId, contentOf(_id, 'result'), bytesOf(result));
}

/**
 * Claims the run that has waited longest, of the owners who were served longest ago. The owner's turn is recorded
 * first, so that a lost claim costs a turn but never serves anyone twice.
 */
async function claimRun(
  { runs, turns, service }: Records,
  writes: RunWrites,
  claim: Claim,
): Promise<Run | null | typeof lost> {
  const owners = await runs.distinct('due', 'userId', { dueAt: { $lte: claim.now } });
  if (owners.length === 0) return null;
  const served = new Map(
    (await turns.find('one', { _id: { $in: owners } })).map(({ _id, turn }) => [_id, turn]),
  );
  const earliest = Math.min(...owners.map((owner) => served.get(owner) ?? 0));
  const next = owners.filter((owner) => (served.get(owner) ?? 0) === earliest);
  const stored = await runs.first('longestWaiting', {
    userId: { $in: next },
    waiting: true,
    dueAt: { $lte: claim.now },
  });
  // Some servers of this protocol match one version of a document and return the next one.
  if (!stored?.waiting || stored.dueAt === null || stored.dueAt > claim.now) return lost;
  const run = await writes.fullRun(stored);
  if (run === null) return lost;
  const count = await service.changeOrMake('one', { _id: 'turns' }, { $inc: { turn: 1 } });
  await turns.put([{ filter: { _id: run.userId }, replacement: { turn: count?.turn ?? 1 } }]);
  const after = claimed(run, claim);
  return (await writes.save(stored, headPart(after).head)) ? after : lost;
}

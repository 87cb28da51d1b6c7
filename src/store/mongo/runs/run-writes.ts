import { findingPlace } from '../../../domain/records/cursor.ts';
import { stamped } from '../../../domain/records/versioned.ts';
import type { RunHead } from '../../../domain/runs/run.ts';
import type { RunLease, StoredFinding } from '../../ports/runs.ts';
import { compareAndSet, lost, type Serialize } from '../database/compare-and-set.ts';
import type { Records, RunDoc } from '../database/records.ts';
import type { Contents } from '../pieces/contents.ts';
import { type FindingBatches, placeOf } from './findings.ts';
import { changingFields, headFields, headOf, runOf, type StoredHead } from './run-records.ts';

export type RunWrites = ReturnType<typeof runWrites>;

/** New findings of a run. If `onlyMissing` is true, those of a rule and subject that have a finding are left out. */
type NewFindings = { runId: string; findings: StoredFinding[]; onlyMissing: boolean; now: Date };

/** The basic writes of runs. Each is one compare-and-set on the run's revision. */
export function runWrites(
  { runs }: Records,
  contents: Contents,
  batches: FindingBatches,
  serialize: Serialize,
) {
  /** Returns the head of the run if the lease is valid, otherwise null. Called before every write of a worker. */
  async function underLease({ runId, fence }: RunLease): Promise<StoredHead | null> {
    return runs.first({ _id: runId, fence, state: 'running' }, { only: headFields });
  }

  /** Saves a run. Returns false if the run has changed since it was read. */
  const save = (stored: StoredHead, next: RunHead, more: Partial<RunDoc> = {}) =>
    runs.change(
      { _id: stored._id, revision: stored.revision },
      { $set: { ...changingFields(next), ...more, revision: stored.revision + 1 } },
    );

  return {
    underLease,
    save,

    read: (workspaceId: string, id: string) =>
      compareAndSet(async () => {
        const stored = await runs.first({ _id: id, workspaceId });
        if (stored === null) return null;
        const run = await runOf(contents, stored);
        return run === null ? lost : { run, stored };
      }),

    /** Changes a run as long as the lease is valid. Returns false if the lease is not valid. */
    changeLeased: (
      lease: RunLease,
      now: Date,
      change: (head: RunHead) => RunHead,
      more?: (stored: StoredHead) => Partial<RunDoc>,
    ) =>
      serialize(lease.runId, async () => {
        const stored = await underLease(lease);
        if (stored === null) return false;
        const head = headOf(stored);
        return (await save(stored, stamped(change(head), head, now), more?.(stored))) ? true : lost;
      }),

    /** Finds a run with `find`, and adds findings to it. Returns false if `find` returns null. */
    addFindings: (
      { runId, findings, onlyMissing, now }: NewFindings,
      find: () => Promise<StoredHead | null>,
      change: (head: RunHead) => RunHead,
    ) =>
      serialize(runId, async () => {
        const stored = await find();
        if (stored === null) return false;
        if (stored.pending.length > 0) {
          await batches.list(stored);
          return lost;
        }
        const all = [...new Map(findings.map((one) => [placeOf(findingPlace(one.finding)), one])).values()];
        const taken = await batches.taken(stored, all);
        const missing = all.filter((one) => !taken.has(one));
        const chosen = onlyMissing ? missing : all;
        const head = headOf(stored);
        const changed = change(head);
        if (chosen.length === 0 && changed === head) return true;
        const next = stamped({ ...changed, findings: head.findings + missing.length }, head, now);
        const number = stored.batches + 1;
        const batch = await batches.write(stored, number, chosen);
        if (!(await save(stored, next, { pending: [batch], batches: number }))) {
          await batches.drop(stored, batch);
          return lost;
        }
        await batches.list({ ...stored, pending: [batch] });
        return true;
      }),
  };
}

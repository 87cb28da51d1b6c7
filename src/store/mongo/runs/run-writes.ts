import { stamped } from '../../../domain/records/versioned.ts';
import type { Run, RunHead } from '../../../domain/runs/run.ts';
import type { RunLease, StoredFinding } from '../../ports/runs.ts';
import { compareAndSet, lost, type Serialize } from '../database/compare-and-set.ts';
import type { Records, RunDoc } from '../database/records.ts';
import type { Contents } from '../pieces/contents.ts';
import type { FindingBatches } from './findings.ts';
import { changingFields, headFields, headOf, runOf, type StoredHead } from './run-records.ts';

/** The basic writes of runs. Each is one compare-and-set on the run's revision. */
export type RunWrites = {
  read(workspaceId: string, id: string): Promise<{ run: Run; stored: RunDoc } | null>;
  /** Returns the head of the run if the lease is valid, otherwise null. Called before every write of a worker. */
  underLease(lease: RunLease): Promise<StoredHead | null>;
  /** Saves a run. Returns false if the run has changed since it was read. */
  save(stored: StoredHead, next: RunHead, more?: Partial<RunDoc>): Promise<boolean>;
  /** Changes a run as long as the lease is valid. Returns false if the lease is not valid. */
  changeLeased(
    lease: RunLease,
    now: Date,
    change: (head: RunHead) => RunHead,
    more?: (stored: StoredHead) => Partial<RunDoc>,
  ): Promise<boolean>;
  /** Finds a run with `find`, and adds the findings that `choose` selects. Returns false if `find` returns null. */
  addFindings(
    runId: string,
    now: () => Date,
    find: () => Promise<StoredHead | null>,
    choose: (findings: { all: StoredFinding[]; taken: Set<StoredFinding> }) => StoredFinding[],
    findings: StoredFinding[],
    change: (head: RunHead) => RunHead,
  ): Promise<boolean>;
};

export function runWrites(
  { runs }: Records,
  contents: Contents,
  batches: FindingBatches,
  serialize: Serialize,
): RunWrites {
  async function underLease({ runId, fence }: RunLease): Promise<StoredHead | null> {
    return runs.first({ _id: runId, fence, state: 'running' }, { only: headFields });
  }

  const save: RunWrites['save'] = (stored, next, more = {}) =>
    runs.change(
      { _id: stored._id, revision: stored.revision },
      { $set: { ...changingFields(next), ...more, revision: stored.revision + 1 } },
    );

  return {
    underLease,
    save,

    read: (workspaceId, id) =>
      compareAndSet(async () => {
        const stored = await runs.first({ _id: id, workspaceId });
        if (stored === null) return null;
        const run = await runOf(contents, stored);
        return run === null ? lost : { run, stored };
      }),

    changeLeased: (lease, now, change, more) =>
      serialize(lease.runId, async () => {
        const stored = await underLease(lease);
        if (stored === null) return false;
        const head = headOf(stored);
        return (await save(stored, stamped(change(head), head, now), more?.(stored))) ? true : lost;
      }),

    addFindings: (runId, now, find, choose, findings, change) =>
      serialize(runId, async () => {
        const stored = await find();
        if (stored === null) return false;
        if (stored.pending.length > 0) {
          await batches.list(stored);
          return lost;
        }
        const all = lastOfEachPlace(findings);
        const taken = await batches.taken(stored, all);
        const chosen = choose({ all, taken });
        const added = chosen.filter((one) => !taken.has(one)).length;
        const head = headOf(stored);
        const changed = change(head);
        if (chosen.length === 0 && changed === head) return true;
        const next = stamped({ ...changed, findings: head.findings + added }, head, now());
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

/** Keeps only the last of several findings of the same rule and subject. */
function lastOfEachPlace(findings: StoredFinding[]): StoredFinding[] {
  const places = findings.map((stored): [string, StoredFinding] => {
    const { rule, subject } = stored.finding;
    return [`${rule.index}/${subject.kind === 'file' ? subject.fileIndex : ''}`, stored];
  });
  return [...new Map(places).values()];
}

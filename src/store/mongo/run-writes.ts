import type { Run, RunHead } from '../../domain/run.ts';
import { stamped } from '../../domain/versioned.ts';
import type { RunLease, StoredFinding } from '../port.ts';
import { compareAndSet, lost } from './compare-and-set.ts';
import type { Contents } from './contents.ts';
import type { FindingBatches } from './findings.ts';
import type { ContentRef, Records, RunDoc } from './records.ts';
import { changingFields, headFields, headOf, type StoredHead } from './run-records.ts';
import type { InTurn } from './taking-turns.ts';

/** The basic writes of runs. Each is one compare-and-set on the run's revision. */
export type RunWrites = {
  read(userId: string, id: string): Promise<{ run: Run; stored: RunDoc } | null>;
  fullRun(stored: RunDoc): Promise<Run | null>;
  /** The run if the lease in `hold` is still valid: the one check that every write of a worker passes. */
  held(hold: RunLease): Promise<StoredHead | null>;
  /** False if the run changed since it was read. */
  save(stored: StoredHead, next: RunHead, more?: Partial<RunDoc>): Promise<boolean>;
  /** Changes a leased run. False if the lease is lost. */
  changeHeld(
    hold: RunLease,
    now: Date,
    change: (head: RunHead) => RunHead,
    more?: (stored: StoredHead) => Partial<RunDoc>,
  ): Promise<boolean>;
  /** Adds those findings that `choose` selects to the run that `find` returns. False if `find` returns none. */
  addFindings(
    runId: string,
    now: () => Date,
    find: () => Promise<StoredHead | null>,
    choose: (findings: { all: StoredFinding[]; taken: Set<StoredFinding> }) => StoredFinding[],
    findings: StoredFinding[],
    change: (head: RunHead) => RunHead,
  ): Promise<boolean>;
};

export const contentOf = (runId: string, part: 'snapshot' | 'result') => `run ${runId} ${part}`;

export function runWrites(
  { runs }: Records,
  contents: Contents,
  batches: FindingBatches,
  inTurn: InTurn,
): RunWrites {
  async function part<Part>(
    { _id, userId }: Pick<RunDoc, '_id' | 'userId'>,
    name: 'snapshot' | 'result',
    ref: ContentRef | null,
  ): Promise<Part | null | typeof lost> {
    if (ref === null) return null;
    const bytes = await contents.read(userId, contentOf(_id, name), ref);
    return bytes === null ? lost : JSON.parse(bytes.toString());
  }

  async function fullRun(stored: RunDoc): Promise<Run | null> {
    const [snapshot, result] = await Promise.all([
      part<Pick<Run, 'politics' | 'files' | 'scope'>>(stored, 'snapshot', stored.snapshot),
      part<NonNullable<Run['result']>>(stored, 'result', stored.result),
    ]);
    if (snapshot === lost || snapshot === null || result === lost) return null;
    return { ...headOf(stored), ...snapshot, result };
  }

  async function held({ runId, fence }: RunLease): Promise<StoredHead | null> {
    return runs.first('one', { _id: runId, fence, state: 'running' }, { only: headFields });
  }

  const save: RunWrites['save'] = (stored, next, more = {}) =>
    runs.change(
      'one',
      { _id: stored._id, revision: stored.revision },
      { $set: { ...changingFields(next), ...more, revision: stored.revision + 1 } },
    );

  return {
    fullRun,
    held,
    save,

    read: (userId, id) =>
      compareAndSet(async () => {
        const stored = await runs.first('one', { _id: id, userId });
        if (stored === null) return null;
        const run = await fullRun(stored);
        // A missing part was replaced since, or was removed with the run.
        return run === null ? lost : { run, stored };
      }),

    changeHeld: (hold, now, change, more) =>
      inTurn(hold.runId, () =>
        compareAndSet(async () => {
          const stored = await held(hold);
          if (stored === null) return false;
          const head = headOf(stored);
          return (await save(stored, stamped(change(head), head, now), more?.(stored))) ? true : lost;
        }),
      ),

    addFindings: (runId, now, find, choose, findings, change) =>
      inTurn(runId, () =>
        compareAndSet(async () => {
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
      ),
  };
}

/** The last finding of each rule and subject. */
function lastOfEachPlace(findings: StoredFinding[]): StoredFinding[] {
  const places = findings.map((stored): [string, StoredFinding] => {
    const { rule, subject } = stored.finding;
    return [`${rule.index}/${subject.kind === 'file' ? subject.fileIndex : ''}`, stored];
  });
  return [...new Map(places).values()];
}

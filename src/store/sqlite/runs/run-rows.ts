import { type Run, type RunHead, type RunResult, runStates } from '../../../domain/runs/run.ts';
import type { Bindable, Database } from '../database/database.ts';
import type { Row } from '../database/row.ts';

/**
 * The large parts of a run. They never change, and are stored separately so that saving the progress does not write
 * them again.
 */
type Snapshot = Pick<Run, 'politics' | 'files' | 'scope'>;

type Doc = Pick<
  RunHead,
  | 'userId'
  | 'progress'
  | 'attempts'
  | 'failures'
  | 'lastError'
  | 'nextAttemptAt'
  | 'captures'
  | 'summary'
  | 'signOff'
  | 'earlierSignOffs'
  | 'origin'
  | 'startedAt'
  | 'endedAt'
  | 'updatedAt'
  | 'version'
>;

const headColumns =
  'runs.id, runs.workspace_id, project_id, created_at, state, released, settled, lease_owner, fence, findings, doc';

export const selectHead = `select ${headColumns} from runs`;
export const selectRun = `select ${headColumns}, snapshot, result from runs join run_contents on run_id = runs.id`;

export function headOf(row: Row): RunHead {
  const name = row.text('state');
  const state = runStates.find((known) => known === name);
  if (state === undefined) throw new TypeError(`unknown state of a run: ${name}`);
  const workspaceId = row.text('workspace_id');
  return {
    // Runs of earlier releases do not contain who started them: it was the owner.
    ...{ userId: workspaceId },
    ...row.json<Doc>('doc'),
    _id: row.text('id'),
    workspaceId,
    projectId: row.text('project_id'),
    createdAt: timeOf(row.integer('created_at')),
    state,
    released: row.integer('released') === 1,
    settled: row.integer('settled') === 1,
    lease: {
      owner: row.textOrNull('lease_owner'),
      fence: row.integer('fence'),
    },
    findings: row.integer('findings'),
  };
}

export function runOf(row: Row): Run {
  const result = row.textOrNull('result') === null ? null : row.json<RunResult>('result');
  return { ...headOf(row), ...row.json<Snapshot>('snapshot'), result };
}

export function insertRun(database: Database, run: Run): void {
  database.run(
    `insert into runs (id, workspace_id, project_id, created_at, state, released, settled, due_at, lease_owner, fence, findings, ended_at, doc)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [run._id, run.workspaceId, run.projectId, Date.parse(run.createdAt), ...changingColumns(run)],
  );
  const { politics, files, scope } = run;
  const snapshot: Snapshot = { politics, files, scope };
  database.run('insert into run_contents (run_id, snapshot, result) values (?, ?, ?)', [
    run._id,
    JSON.stringify(snapshot),
    resultColumn(run.result),
  ]);
}

export function saveHead(database: Database, head: RunHead): void {
  database.run(
    `update runs set state = ?, released = ?, settled = ?, due_at = ?, lease_owner = ?, fence = ?, findings = ?, ended_at = ?, doc = ?
     where id = ?`,
    [...changingColumns(head), head._id],
  );
}

export function saveResult(database: Database, runId: string, result: RunResult | null): void {
  database.run('update run_contents set result = ? where run_id = ?', [resultColumn(result), runId]);
}

function changingColumns(run: RunHead): Bindable[] {
  const { progress, attempts, failures, lastError, nextAttemptAt, captures, summary } = run;
  const { signOff, earlierSignOffs, origin, startedAt, endedAt } = run;
  const { updatedAt, version } = run;
  const times = { startedAt, endedAt, updatedAt };
  const doc: Doc = {
    userId: run.userId,
    progress,
    attempts,
    failures,
    lastError,
    nextAttemptAt,
    captures,
    summary,
    ...(signOff !== undefined && { signOff }),
    ...(earlierSignOffs !== undefined && { earlierSignOffs }),
    ...(origin !== undefined && { origin }),
    ...times,
    version,
  };
  return [
    run.state,
    run.released,
    run.settled,
    dueAt(run),
    run.lease.owner,
    run.lease.fence,
    run.findings,
    run.endedAt === null ? null : Date.parse(run.endedAt),
    JSON.stringify(doc),
  ];
}

/**
 * Returns the time from which a worker may claim the run; null if no worker may. A queued run may be claimed at once,
 * whatever the clock says.
 */
function dueAt(run: RunHead): number | null {
  if (!run.released) return null;
  if (run.state === 'queued') return 0;
  return run.state === 'retrying' && run.nextAttemptAt !== null ? Date.parse(run.nextAttemptAt) : null;
}

function resultColumn(result: RunResult | null): string | null {
  return result === null ? null : JSON.stringify(result);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

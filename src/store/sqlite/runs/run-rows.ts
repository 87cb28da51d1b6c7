import {
  dueAt,
  type Run,
  type RunHead,
  type RunResult,
  type RunSnapshot,
  runStates,
} from '../../../domain/runs/run.ts';
import type { Bindable, Database } from '../database/database.ts';
import type { Row } from '../database/row.ts';

/** The parts of a head that no query selects by. */
type Doc = Omit<
  RunHead,
  '_id' | 'workspaceId' | 'projectId' | 'createdAt' | 'state' | 'released' | 'settled' | 'lease' | 'findings'
>;

export const headColumns =
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
    createdAt: new Date(row.integer('created_at')).toISOString(),
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
  return { ...headOf(row), ...row.json<RunSnapshot>('snapshot'), result };
}

export function insertRun(database: Database, run: Run): void {
  const { politics, files, scope, notTaken, result, ...head } = run;
  database.insert('runs', {
    id: head._id,
    workspace_id: head.workspaceId,
    project_id: head.projectId,
    created_at: new Date(head.createdAt),
    ...changingColumns(head),
  });
  const snapshot: RunSnapshot = { politics, files, scope, ...(notTaken && { notTaken }) };
  database.insert('run_contents', {
    run_id: head._id,
    snapshot: JSON.stringify(snapshot),
    result: resultColumn(result),
  });
}

export function saveHead(database: Database, head: RunHead): void {
  database.update('runs', changingColumns(head), { id: head._id });
}

export function saveResult(database: Database, runId: string, result: RunResult | null): void {
  database.update('run_contents', { result: resultColumn(result) }, { run_id: runId });
}

/** The columns of a head that can change. A run that is given as a head has its content elsewhere, so each field is named. */
function changingColumns(run: RunHead): Record<string, Bindable> {
  const { state, released, settled, lease, findings, endedAt } = run;
  const { userId, progress, attempts, failures, lastError, nextAttemptAt, captures, summary } = run;
  const { signOff, earlierSignOffs, origin, startedAt, updatedAt, version } = run;
  const doc: Doc = {
    ...{ userId, progress, attempts, failures, lastError, nextAttemptAt, captures, summary },
    ...(signOff !== undefined && { signOff }),
    ...(earlierSignOffs !== undefined && { earlierSignOffs }),
    ...(origin !== undefined && { origin }),
    ...{ startedAt, endedAt, updatedAt, version },
  };
  return {
    ...{ state, released, settled },
    due_at: dueAt(run),
    lease_owner: lease.owner,
    fence: lease.fence,
    findings,
    ended_at: endedAt === null ? null : new Date(endedAt),
    doc: JSON.stringify(doc),
  };
}

function resultColumn(result: RunResult | null): string | null {
  return result === null ? null : JSON.stringify(result);
}

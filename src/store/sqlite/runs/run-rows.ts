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
  const { _id, workspaceId, projectId, createdAt, politics, files, scope, notTaken } = run;
  database.insert('runs', {
    id: _id,
    workspace_id: workspaceId,
    project_id: projectId,
    created_at: new Date(createdAt),
    ...changingColumns(run),
  });
  const snapshot: RunSnapshot = { politics, files, scope, ...(notTaken && { notTaken }) };
  database.insert('run_contents', {
    run_id: _id,
    snapshot: JSON.stringify(snapshot),
    result: resultColumn(run.result),
  });
}

export function saveHead(database: Database, head: RunHead): void {
  const columns = changingColumns(head);
  const set = Object.keys(columns).map((name) => `${name} = ?`);
  database.run(`update runs set ${set.join(', ')} where id = ?`, [...Object.values(columns), head._id]);
}

export function saveResult(database: Database, runId: string, result: RunResult | null): void {
  database.run('update run_contents set result = ? where run_id = ?', [resultColumn(result), runId]);
}

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

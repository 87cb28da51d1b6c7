import { stamped } from '../../../domain/records/versioned.ts';
import { assetsOfRun, hasEnded, type Run, type RunHead } from '../../../domain/runs/run.ts';
import { type Claim, claimed, released } from '../../../domain/runs/run-turn.ts';
import type { RunLease, RunStore, StoredFinding } from '../../ports/runs.ts';
import type { AssetUses } from '../asset-uses.ts';
import { type Database, newestFirst } from '../database/database.ts';
import { saveFindings, saveMissing } from './findings.ts';
import {
  headColumns,
  headOf,
  insertRun,
  runOf,
  saveHead,
  saveResult,
  selectHead,
  selectRun,
} from './run-rows.ts';

const ofProject = 'from runs where workspace_id = ? and project_id = ? and released = 1';

export function runStore(database: Database, assetUses: AssetUses): RunStore {
  function get(workspaceId: string, id: string): Run | null {
    const row = database.get(`${selectRun} where runs.id = ? and workspace_id = ?`, [id, workspaceId]);
    return row === null ? null : runOf(row);
  }

  /** Returns the run if the lease is still valid, otherwise null. Called before every write of a worker. */
  function leasedRun(runLease: RunLease): RunHead | null {
    const { runId, fence } = runLease;
    const row = database.get(`${selectHead} where id = ? and fence = ? and state = 'running'`, [
      runId,
      fence,
    ]);
    return row === null ? null : headOf(row);
  }

  function changeLeased(runLease: RunLease, now: Date, change: (run: RunHead) => RunHead): boolean {
    return database.transaction(() => {
      const run = leasedRun(runLease);
      if (run === null) return false;
      saveHead(database, stamped(change(run), run, now));
      return true;
    });
  }

  return {
    async insert(run, admit) {
      return database.transaction(() => {
        if (database.count('from runs where id = ?', [run._id]) > 0) return false;
        admit?.(database.count('from runs where workspace_id = ? and ended_at is null', [run.workspaceId]));
        insertRun(database, run);
        assetUses.replace(run._id, [], assetsOfRun(run));
        return true;
      });
    },

    get: async (workspaceId, id) => get(workspaceId, id),

    async update(workspaceId, id, change) {
      return database.transaction(() => {
        const current = get(workspaceId, id);
        if (current === null) return null;
        const next = stamped(change(current), current, new Date());
        saveHead(database, next);
        if (next.result !== current.result) saveResult(database, id, next.result);
        return next;
      });
    },

    async delete(workspaceId, id, allow) {
      return database.transaction(() => {
        const current = get(workspaceId, id);
        if (current === null) return false;
        allow?.(current);
        removeRun(database, id);
        return true;
      });
    },

    async heads(workspaceId, ids) {
      const these = `${selectHead} where runs.id in (select value from json_each(?)) and workspace_id = ?`;
      return database.all(these, [JSON.stringify(ids), workspaceId]).map(headOf);
    },

    async list(workspaceId, projectId, stretch) {
      const runs = { columns: headColumns, from: ofProject, args: [workspaceId, projectId] };
      return database.stretch(runs, newestFirst, stretch, headOf);
    },

    async claim(claim) {
      return database.transaction(() => claimRun(database, claim));
    },

    async isLeased(runLease) {
      const { runId, fence } = runLease;
      return database.count(`from runs where id = ? and fence = ? and state = 'running'`, [runId, fence]) > 0;
    },

    async saveProgress(runLease, progress, now) {
      return changeLeased(runLease, now, (run) => ({ ...run, progress }));
    },

    async addFindings(runLease, findings: StoredFinding[], progress, now) {
      return changeLeased(runLease, now, (run) => {
        const added = saveFindings(database, run, findings);
        return { ...run, progress, failures: 0, findings: run.findings + added };
      });
    },

    async fillIn(workspaceId, runId, findings) {
      database.transaction(() => {
        const run = get(workspaceId, runId);
        if (run === null || !hasEnded(run)) return;
        const added = saveMissing(database, run, findings);
        if (added === 0) return;
        saveHead(database, stamped({ ...run, findings: run.findings + added }, run, new Date()));
      });
    },

    async saveCapture(runLease, capture, now) {
      return changeLeased(runLease, now, (run) => {
        assetUses.replace(run._id, [], [capture.assetId]);
        return { ...run, captures: [...run.captures, capture] };
      });
    },

    async release(runLease, release, now) {
      return database.transaction(() => {
        const left = changeLeased(runLease, now, (run) => released(run, release, now));
        if (left && 'result' in release) saveResult(database, runLease.runId, release.result);
        return left;
      });
    },

    async freeFrom(isDead) {
      const leases = database.all('select distinct lease_owner from runs where lease_owner is not null');
      let freed = 0;
      for (const lease of leases.map((row) => row.text('lease_owner')).filter(isDead)) {
        freed += database.run(
          `update runs set due_at = 0 where lease_owner = ? and state = 'running' and due_at is null`,
          [lease],
        );
      }
      return freed;
    },

    async unfinishedBusiness(madeBefore) {
      const rows = database.all(
        `${selectRun} where settled = 0
           and ((released = 1 and state in ('completed', 'failed', 'canceled')) or (released = 0 and created_at < ?))
         order by created_at, id limit 100`,
        [madeBefore],
      );
      return rows.map(runOf);
    },

    async countWaiting() {
      return database.count(`from runs where due_at is not null and state in ('queued', 'retrying')`);
    },

    async usage(workspaceId) {
      const row = database.get(
        `select count(*) as runs,
           coalesce(sum(json_extract(doc, '$.progress.pages.done')), 0) as pages,
           coalesce(sum(json_extract(doc, '$.summary.modelTokens')), 0) as tokens
         from runs where workspace_id = ? and released = 1`,
        [workspaceId],
      );
      return {
        runs: row?.integer('runs') ?? 0,
        pages: row?.integer('pages') ?? 0,
        modelTokens: row?.integer('tokens') ?? 0,
      };
    },

    async *endedBefore(time) {
      let last: { ended: number; id: string } = { ended: 0, id: '' };
      for (;;) {
        const rows = database.all(
          `${selectHead} where ended_at < ? and (ended_at, id) > (?, ?) order by ended_at, id limit 100`,
          [time, last.ended, last.id],
        );
        for (const head of rows.map(headOf)) {
          last = { ended: Date.parse(head.endedAt ?? ''), id: head._id };
          yield head;
        }
        if (rows.length < 100) return;
      }
    },
  };
}

/** Removes a run with everything that depends on it. */
export function removeRun(database: Database, id: string): void {
  const ofRun = 'run_id = ? and workspace_id = (select workspace_id from runs where id = ?)';
  for (const table of ['findings', 'run_events'])
    database.run(`delete from ${table} where ${ofRun}`, [id, id]);
  for (const table of ['deliveries', 'run_contents']) database.remove(table, { run_id: id });
  database.remove('asset_uses', { record_id: id });
  database.remove('runs', { id });
}

/**
 * Claims the oldest due run of the owner whose last turn was longest ago. Its cost does not grow with the due runs,
 * except with those of the users that are left out.
 */
function claimRun(database: Database, claim: Claim): Run | null {
  const due = database.get(
    `select runs.id from turns cross join runs on runs.workspace_id = turns.workspace_id
     where due_runs > 0 and due_at <= ?
       and coalesce(doc ->> 'userId', runs.workspace_id) not in (select value from json_each(?))
     order by turn, since, turns.workspace_id, created_at, runs.id limit 1`,
    [claim.now, JSON.stringify(claim.exceptUsers ?? [])],
  );
  const found = due && database.get(`${selectRun} where runs.id = ?`, [due.text('id')]);
  if (found === null) return null;
  const run = runOf(found);
  const served = 'update turns set turn = (select max(turn) + 1 from turns) where workspace_id = ?';
  database.run(served, [run.workspaceId]);
  const next = claimed(run, claim);
  saveHead(database, next);
  return next;
}

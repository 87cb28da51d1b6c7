import type { Assignment } from '../../domain/review.ts';
import type { AssignmentStore } from '../ports/runs.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

const atPlace = 'where workspace_id = ? and project_id = ? and fingerprint = ?';

export function assignmentStore(database: Database): AssignmentStore {
  return {
    async change(place, change) {
      const key = [place.workspaceId, place.projectId, place.fingerprint];
      return database.transaction(() => {
        const row = database.get(`select user_id from assignments ${atPlace}`, key);
        const userId = change(row === null ? null : row.text('user_id'));
        if (userId === null) database.run(`delete from assignments ${atPlace}`, key);
        else saveAssignment(database, { ...place, userId });
        return userId;
      });
    },

    async find(workspaceId, projectId, fingerprints) {
      const only = fingerprints && 'and fingerprint in (select value from json_each(?))';
      const rows = database.all(
        `select fingerprint, user_id from assignments where workspace_id = ? and project_id = ? ${only ?? ''}`,
        [workspaceId, projectId, ...(fingerprints ? [JSON.stringify(fingerprints)] : [])],
      );
      return new Map(rows.map((row) => [row.text('fingerprint'), row.text('user_id')]));
    },

    async open(workspaceId, userId) {
      const rows = database.all(
        `select * from assignments where workspace_id = ? and user_id = ? and not exists (
           select 1 from reviews where reviews.workspace_id = assignments.workspace_id
             and reviews.project_id = assignments.project_id and reviews.fingerprint = assignments.fingerprint)`,
        [workspaceId, userId],
      );
      return rows.map(assignmentOf);
    },

    async removeOf(workspaceId, userId) {
      database.run('delete from assignments where workspace_id = ? and user_id = ?', [workspaceId, userId]);
    },
  };
}

/** Writes an assignment; a stored one of the same finding is replaced. */
export function saveAssignment(database: Database, assignment: Assignment): void {
  const { workspaceId, projectId, fingerprint, userId } = assignment;
  database.insert(
    'assignments',
    { workspace_id: workspaceId, project_id: projectId, fingerprint, user_id: userId },
    'is replaced',
  );
}

export function assignmentOf(row: Row): Assignment {
  return {
    workspaceId: row.text('workspace_id'),
    projectId: row.text('project_id'),
    fingerprint: row.text('fingerprint'),
    userId: row.text('user_id'),
  };
}

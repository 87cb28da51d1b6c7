import type { Review } from '../../../engine/model/finding.ts';
import type { Assignee, Assignment, ReviewedPlace, StoredReview } from '../../domain/review.ts';
import type { AssignmentStore, PlacedStore, ReviewStore } from '../ports/runs.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

export function reviewStore(database: Database): ReviewStore {
  return placedStore<Review>(database, 'reviews');
}

export function assignmentStore(database: Database): AssignmentStore {
  const ofPerson = `where workspace_id = ? and doc ->> 'userId' = ?`;
  return {
    ...placedStore<Assignee>(database, 'assignments'),

    async open(workspaceId, userId) {
      const rows = database.all(
        `select * from assignments ${ofPerson} and not exists (
           select 1 from reviews where reviews.workspace_id = assignments.workspace_id
             and reviews.project_id = assignments.project_id and reviews.fingerprint = assignments.fingerprint)`,
        [workspaceId, userId],
      );
      return rows.map((row) => placedOf<Assignee>(row));
    },

    async removeOf(workspaceId, userId) {
      database.run(`delete from assignments ${ofPerson}`, [workspaceId, userId]);
    },
  };
}

/** Stores what belongs to a fingerprint within a project: its review, or its assignee. */
function placedStore<Value>(database: Database, table: 'reviews' | 'assignments'): PlacedStore<Value> {
  return {
    async change(place, change) {
      const { workspaceId: workspace_id, projectId: project_id, fingerprint } = place;
      const key = { workspace_id, project_id, fingerprint };
      return database.transaction(() => {
        const next = change(database.first(table, key, (row) => row.json<Value>('doc')));
        if (next === null) database.remove(table, key);
        else savePlaced(database, table, { ...place, ...next });
        return next;
      });
    },

    async find(workspaceId, projectId, fingerprints) {
      const only = fingerprints === undefined ? '' : 'and fingerprint in (select value from json_each(?))';
      const rows = database.all(
        `select fingerprint, doc from ${table} where workspace_id = ? and project_id = ? ${only}`,
        [workspaceId, projectId, ...(fingerprints === undefined ? [] : [JSON.stringify(fingerprints)])],
      );
      return new Map(rows.map((row) => [row.text('fingerprint'), row.json<Value>('doc')]));
    },
  };
}

/** Writes a review or an assignment; a stored one of the same finding is replaced. */
export function savePlaced(
  database: Database,
  table: 'reviews' | 'assignments',
  { workspaceId, projectId, fingerprint, ...value }: StoredReview | Assignment | ReviewedPlace,
): void {
  database.insert(
    table,
    { workspace_id: workspaceId, project_id: projectId, fingerprint, doc: JSON.stringify(value) },
    'is replaced',
  );
}

export function placedOf<Value>(row: Row): ReviewedPlace & Value {
  return {
    ...row.json<Value>('doc'),
    workspaceId: row.text('workspace_id'),
    projectId: row.text('project_id'),
    fingerprint: row.text('fingerprint'),
  };
}

import type { Review } from '../../../engine/model/finding.ts';
import type { StoredReview } from '../../domain/review.ts';
import type { ReviewStore } from '../ports/runs.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

const atPlace = 'where workspace_id = ? and project_id = ? and fingerprint = ?';

export function reviewStore(database: Database): ReviewStore {
  return {
    async change(place, change) {
      const key = [place.workspaceId, place.projectId, place.fingerprint];
      return database.transaction(() => {
        const row = database.get(`select doc from reviews ${atPlace}`, key);
        const next = change(row === null ? null : row.json<Review>('doc'));
        if (next === null) database.run(`delete from reviews ${atPlace}`, key);
        else saveReview(database, { ...place, ...next });
        return next;
      });
    },

    async find(workspaceId, projectId, fingerprints) {
      const rows = database.all(
        `select fingerprint, doc from reviews
         where workspace_id = ? and project_id = ? and fingerprint in (select value from json_each(?))`,
        [workspaceId, projectId, JSON.stringify(fingerprints)],
      );
      return new Map(rows.map((row) => [row.text('fingerprint'), row.json<Review>('doc')]));
    },
  };
}

/** Writes a review; a stored review of the same finding is replaced. */
export function saveReview(database: Database, stored: StoredReview): void {
  const { workspaceId, projectId, fingerprint, ...review } = stored;
  database.insert(
    'reviews',
    { workspace_id: workspaceId, project_id: projectId, fingerprint, doc: JSON.stringify(review) },
    'is replaced',
  );
}

export function storedReviewOf(row: Row): StoredReview {
  return {
    ...row.json<Review>('doc'),
    workspaceId: row.text('workspace_id'),
    projectId: row.text('project_id'),
    fingerprint: row.text('fingerprint'),
  };
}

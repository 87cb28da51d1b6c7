import type { Review } from '../../../engine/model/finding.ts';
import type { ReviewStore } from '../ports/runs.ts';
import type { Database } from './database/database.ts';

const atPlace = 'where workspace_id = ? and project_id = ? and fingerprint = ?';

export function reviewStore(database: Database): ReviewStore {
  return {
    async change({ workspaceId, projectId, fingerprint }, change) {
      const key = [workspaceId, projectId, fingerprint];
      return database.transaction(() => {
        const row = database.get(`select doc from reviews ${atPlace}`, key);
        const next = change(row === null ? null : row.json<Review>('doc'));
        if (next === null) database.run(`delete from reviews ${atPlace}`, key);
        else
          database.run('insert or replace into reviews values (?, ?, ?, ?)', [...key, JSON.stringify(next)]);
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

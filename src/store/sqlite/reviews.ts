import type { Review } from '../../../engine/model/finding.ts';
import type { ReviewStore } from '../port.ts';
import type { Database } from './database.ts';

export function reviewStore(database: Database): ReviewStore {
  return {
    async put({ userId, projectId, fingerprint, ...review }) {
      const kept: Review = review;
      database.run(
        `insert into reviews (user_id, project_id, fingerprint, doc) values (?, ?, ?, ?)
         on conflict (user_id, project_id, fingerprint) do update set doc = excluded.doc`,
        [userId, projectId, fingerprint, JSON.stringify(kept)],
      );
    },

    async find(userId, projectId, fingerprints) {
      const rows = database.all(
        `select fingerprint, doc from reviews
         where user_id = ? and project_id = ? and fingerprint in (select value from json_each(?))`,
        [userId, projectId, JSON.stringify(fingerprints)],
      );
      return new Map(rows.map((row) => [row.text('fingerprint'), row.json<Review>('doc')]));
    },

    async delete(userId, projectId, fingerprint) {
      const removed = database.run(
        'delete from reviews where user_id = ? and project_id = ? and fingerprint = ?',
        [userId, projectId, fingerprint],
      );
      return removed > 0;
    },
  };
}

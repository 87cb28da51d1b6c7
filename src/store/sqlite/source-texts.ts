import type { SourceTextStore } from '../ports/runs.ts';
import type { RenewableFile } from './database/renewable-file.ts';

const dayMs = 86_400_000;

export function sourceTextStore(cache: RenewableFile): SourceTextStore {
  return {
    async get(workspaceId, key, now) {
      return cache.use((database) => {
        const row = database.get(
          'select bytes, used_at from source_texts where workspace_id = ? and key = ?',
          [workspaceId, key],
        );
        if (row === null) return null;
        if (now.getTime() - row.integer('used_at') > dayMs) {
          database.run('update source_texts set used_at = ? where workspace_id = ? and key = ?', [
            now,
            workspaceId,
            key,
          ]);
        }
        return row.bytes('bytes');
      });
    },

    async put(workspaceId, key, bytes, now) {
      const row = { workspace_id: workspaceId, key, used_at: now, bytes };
      cache.use((database) => database.insert('source_texts', row, 'is replaced'));
    },

    async keys(workspaceId, prefix) {
      return cache.use((database) =>
        database
          .all(
            `select key from source_texts where workspace_id = ? and key >= ? and substr(key, 1, ?) = ?
               order by key limit 100`,
            [workspaceId, prefix, prefix.length, prefix],
          )
          .map((row) => row.text('key')),
      );
    },
  };
}

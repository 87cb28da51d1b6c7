import type { SourceTextStore } from '../port.ts';
import type { Database } from './database.ts';

const dayMs = 86_400_000;

export function sourceTextStore(cache: Database): SourceTextStore {
  return {
    async get(userId, key, now) {
      const row = cache.get('select bytes, used_at from source_texts where user_id = ? and key = ?', [
        userId,
        key,
      ]);
      if (row === null) return null;
      if (now.getTime() - row.integer('used_at') > dayMs) {
        cache.run('update source_texts set used_at = ? where user_id = ? and key = ?', [now, userId, key]);
      }
      return row.bytes('bytes');
    },

    async put(userId, key, bytes, now) {
      cache.run(
        `insert into source_texts (user_id, key, used_at, bytes) values (?, ?, ?, ?)
         on conflict (user_id, key) do update set used_at = excluded.used_at, bytes = excluded.bytes`,
        [userId, key, now, bytes],
      );
    },
  };
}

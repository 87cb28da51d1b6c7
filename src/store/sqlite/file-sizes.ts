import type { FileSizeStore } from '../port.ts';
import type { Database } from './database.ts';

export function fileSizeStore(database: Database): FileSizeStore {
  /** Bytes of the user's other files. */
  function bytesBeside(userId: string, id: string): number {
    const row = database.get(
      'select coalesce(sum(bytes), 0) as total from file_sizes where user_id = ? and id <> ?',
      [userId, id],
    );
    return row?.integer('total') ?? 0;
  }

  return {
    async note({ _id, userId, bytes, arrivingSince }, admit) {
      database.transaction(() => {
        admit?.(bytesBeside(userId, _id));
        database.run(
          `insert into file_sizes (id, user_id, bytes, arriving_since) values (?, ?, ?, ?)
           on conflict (id) do update set bytes = excluded.bytes, arriving_since = excluded.arriving_since`,
          [_id, userId, bytes, arrivingSince],
        );
      });
    },

    async forget(id) {
      database.run('delete from file_sizes where id = ?', [id]);
    },

    async unknown(ids) {
      const rows = database.all(
        'select value from json_each(?) where value not in (select id from file_sizes where id = value)',
        [JSON.stringify(ids)],
      );
      return rows.map((row) => row.text('value'));
    },

    async total(userId) {
      return bytesBeside(userId, '');
    },
  };
}

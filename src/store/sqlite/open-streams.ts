import type { OpenStreamStore } from '../port.ts';
import type { RenewableFile } from './renewable-file.ts';

export function openStreamStore(limits: RenewableFile): OpenStreamStore {
  return {
    async open({ _id, userId, server }, until, now, admit) {
      limits.use((database) =>
        database.transaction(() => {
          database.run('delete from open_streams where until <= ?', [now]);
          const open = database.get('select count(*) as total from open_streams where user_id = ?', [userId]);
          admit(open?.integer('total') ?? 0);
          database.run('insert into open_streams (id, user_id, server, until) values (?, ?, ?, ?)', [
            _id,
            userId,
            server,
            until,
          ]);
        }),
      );
    },

    async extend(server, until) {
      limits.use((database) =>
        database.run('update open_streams set until = ? where server = ?', [until, server]),
      );
    },

    async close(id) {
      limits.use((database) => database.run('delete from open_streams where id = ?', [id]));
    },
  };
}

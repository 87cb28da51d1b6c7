import type { FileSizeStore, OpenStreamStore, RequestCountStore } from '../ports/limits.ts';
import type { Database } from './database/database.ts';
import type { RenewableFile } from './database/renewable-file.ts';

const forgetEveryMs = 60_000;

export function requestCountStore(limits: RenewableFile): RequestCountStore {
  let forgottenAt = 0;

  /** Removes the counts of periods that have ended, at most once a minute, so that the table stays small. */
  function forgetEnded(now: number): void {
    if (now - forgottenAt < forgetEveryMs) return;
    forgottenAt = now;
    limits.use((database) => database.run('delete from request_counts where ends_at <= ?', [now]));
  }

  return {
    async count(caller, windowMs, now, requests = 1) {
      const time = now.getTime();
      forgetEnded(time);
      const row = limits.use((database) =>
        database.get(
          `insert into request_counts (caller, used, ends_at) values (?, ?, ?)
         on conflict (caller) do update set
           used = case when ends_at > ? then used + excluded.used else excluded.used end,
           ends_at = case when ends_at > ? then ends_at else excluded.ends_at end
         returning used, ends_at`,
          [caller, requests, time + windowMs, time, time],
        ),
      );
      if (row === null) throw new TypeError('a count was not returned');
      return { used: row.integer('used'), endsInMs: row.integer('ends_at') - time };
    },
  };
}

export function fileSizeStore(database: Database): FileSizeStore {
  /** Returns the number of bytes of the workspace's other files. */
  function bytesBeside(workspaceId: string, id: string): number {
    const row = database.get(
      'select coalesce(sum(bytes), 0) as total from file_sizes where workspace_id = ? and id <> ?',
      [workspaceId, id],
    );
    return row?.integer('total') ?? 0;
  }

  return {
    async note({ _id, workspaceId, bytes, arrivingSince }, admit) {
      database.transaction(() => {
        admit?.(bytesBeside(workspaceId, _id));
        const row = { id: _id, workspace_id: workspaceId, bytes, arriving_since: arrivingSince };
        database.insert('file_sizes', row, 'is replaced');
      });
    },

    async forget(id) {
      database.remove('file_sizes', { id });
    },

    async unknown(ids) {
      const rows = database.all(
        'select value from json_each(?) where value not in (select id from file_sizes where id = value)',
        [JSON.stringify(ids)],
      );
      return rows.map((row) => row.text('value'));
    },

    async of(workspaceId) {
      const rows = database.all('select id from file_sizes where workspace_id = ?', [workspaceId]);
      return rows.map((row) => row.text('id'));
    },

    async total(workspaceId) {
      return bytesBeside(workspaceId, '');
    },
  };
}

export function openStreamStore(limits: RenewableFile): OpenStreamStore {
  return {
    async open({ _id, userId, server }, until, now, admit) {
      limits.use((database) =>
        database.transaction(() => {
          database.run('delete from open_streams where until <= ?', [now]);
          admit(database.count('from open_streams where user_id = ?', [userId]));
          database.insert('open_streams', { id: _id, user_id: userId, server, until });
        }),
      );
    },

    async extend(server, until) {
      limits.use((database) => database.update('open_streams', { until }, { server }));
    },

    async close(id) {
      limits.use((database) => database.remove('open_streams', { id }));
    },
  };
}

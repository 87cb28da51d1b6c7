import type { RequestCountStore } from '../port.ts';
import type { RenewableFile } from './renewable-file.ts';

const forgetEveryMs = 60_000;

export function requestCountStore(limits: RenewableFile): RequestCountStore {
  let forgottenAt = 0;

  /** Keeps the table as small as the number of callers with an open window. */
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

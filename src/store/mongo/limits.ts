import type { FileSizeStore, OpenStreamStore, RequestCountStore } from '../ports/limits.ts';
import type { Admissions } from './database/admissions.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import type { Records } from './database/records.ts';
import { isDuplicate } from './database/unavailable.ts';

export function requestCountStore({ requestCounts }: Records): RequestCountStore {
  return {
    count: (caller, windowMs, now, requests = 1) =>
      compareAndSet(async () => {
        try {
          const counted = await requestCounts.changeOrMake(
            { _id: caller, endsAt: { $gt: now } },
            { $inc: { used: requests }, $setOnInsert: { endsAt: new Date(now.getTime() + windowMs) } },
          );
          if (counted === null) return lost;
          return { used: counted.used, endsInMs: counted.endsAt.getTime() - now.getTime() };
        } catch (error) {
          // The record of the caller's previous period still exists, and a new record needs the same id. The old record
          // is therefore removed before the next attempt.
          if (!isDuplicate(error)) throw error;
          await requestCounts.remove({ _id: caller, endsAt: { $lte: now } });
          return lost;
        }
      }),
  };
}

export function fileSizeStore({ fileSizes }: Records, admissions: Admissions): FileSizeStore {
  const total = (workspaceId: string, without: string[]) =>
    fileSizes.sum('bytes', { workspaceId, ...(without.length > 0 && { _id: { $nin: without } }) });

  return {
    note(file, admit) {
      const { _id, workspaceId, bytes } = file;
      return admissions({ of: `bytes of ${workspaceId}`, id: _id, amount: bytes }, admit, {
        has: (without) => total(workspaceId, without),
        write: () => fileSizes.put([file]),
        undo: () => fileSizes.remove({ _id }),
      });
    },

    async forget(id) {
      await fileSizes.remove({ _id: id });
    },

    async unknown(ids) {
      const found = await fileSizes.find({ _id: { $in: ids } }, { only: ['workspaceId'] });
      const known = new Set(found.map(({ _id }) => _id));
      return ids.filter((id) => !known.has(id));
    },

    async of(workspaceId) {
      return (await fileSizes.find({ workspaceId }, { only: ['workspaceId'] })).map(({ _id }) => _id);
    },

    total: (workspaceId) => total(workspaceId, []),
  };
}

export function openStreamStore({ openStreams }: Records, admissions: Admissions): OpenStreamStore {
  return {
    async open(stream, until, now, admit) {
      const { _id, userId } = stream;
      await admissions({ of: `streams of ${userId}`, id: _id, amount: 1 }, admit, {
        has: (without) => openStreams.count({ userId, until: { $gt: now }, _id: { $nin: without } }),
        write: () => openStreams.insert({ ...stream, until }),
        undo: () => openStreams.remove({ _id }),
      });
    },

    async extend(server, until) {
      await openStreams.changeAll({ server }, { $set: { until } });
    },

    async close(id) {
      await openStreams.remove({ _id: id });
    },
  };
}

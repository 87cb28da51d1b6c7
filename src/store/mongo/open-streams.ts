import type { OpenStreamStore } from '../port.ts';
import type { Admissions } from './admissions.ts';
import type { Records } from './records.ts';

export function openStreamStore({ openStreams }: Records, admissions: Admissions): OpenStreamStore {
  return {
    async open({ _id, userId, server }, until, now, admit) {
      await admissions({ of: `streams of ${userId}`, id: _id, amount: 1 }, admit, {
        has: (without) =>
          openStreams.count('ofOwner', { userId, until: { $gt: now }, _id: { $nin: without } }),
        write: () => openStreams.insert({ _id, userId, server, until }),
        undo: async () => {
          await openStreams.remove('one', { _id });
        },
      });
    },

    async prolong(server, until) {
      await openStreams.changeAll('ofServer', { server }, { $set: { until } });
    },

    async close(id) {
      await openStreams.remove('one', { _id: id });
    },
  };
}

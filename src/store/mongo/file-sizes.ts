import type { FileSizeStore } from '../port.ts';
import type { Admissions } from './admissions.ts';
import type { Records } from './records.ts';

export function fileSizeStore({ fileSizes }: Records, admissions: Admissions): FileSizeStore {
  const total = (userId: string, without: string[]) =>
    fileSizes.sum('ofOwner', 'bytes', { userId, ...(without.length > 0 && { _id: { $nin: without } }) });

  return {
    async note({ _id, userId, bytes, arrivingSince }, admit) {
      const write = () => fileSizes.put([{ filter: { _id }, replacement: { userId, bytes, arrivingSince } }]);
      if (admit === undefined) return write();
      return admissions({ of: `bytes of ${userId}`, id: _id, amount: bytes }, admit, {
        has: (without) => total(userId, without),
        write,
        undo: async () => {
          await fileSizes.remove('one', { _id });
        },
      });
    },

    async forget(id) {
      await fileSizes.remove('one', { _id: id });
    },

    async unknown(ids) {
      const found = await fileSizes.find('one', { _id: { $in: ids } }, { only: ['userId'] });
      const known = new Set(found.map(({ _id }) => _id));
      return ids.filter((id) => !known.has(id));
    },

    total: (userId) => total(userId, []),
  };
}

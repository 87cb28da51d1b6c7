import type { ProcessStore } from '../ports/runs.ts';
import type { Records } from './database/records.ts';

export function processStore({ processes }: Records): ProcessStore {
  return {
    async beat(name, beat) {
      await processes.put([{ _id: name, beat }]);
    },

    async all() {
      const found = new Map<string, number>();
      for await (const { _id, beat } of processes.all()) found.set(_id, beat);
      return found;
    },

    async remove(names) {
      if (names.length > 0) await processes.remove({ _id: { $in: [...names] } });
    },
  };
}

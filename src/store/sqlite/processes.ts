import type { ProcessStore } from '../ports/runs.ts';
import type { Database } from './database/database.ts';

export function processStore(database: Database): ProcessStore {
  return {
    async beat(name, beat) {
      database.insert('processes', { name, beat }, 'is replaced');
    },

    async all() {
      const rows = database.all('select name, beat from processes');
      return new Map(rows.map((row) => [row.text('name'), row.integer('beat')]));
    },

    async remove(names) {
      for (const name of names) database.run('delete from processes where name = ?', [name]);
    },
  };
}

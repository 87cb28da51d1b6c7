import type { PublishedKey, SigningKeyStore } from '../ports/runs.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

export function signingKeyStore(database: Database): SigningKeyStore {
  return {
    async publish(key) {
      saveKey(database, key);
    },

    async all() {
      return database.all('select * from signing_keys order by since, id').map(keyOf);
    },
  };
}

/** Adds a key; a stored key stays as it is. */
export function saveKey(database: Database, { id, x, since }: PublishedKey): void {
  database.insert('signing_keys', { id, x, since }, 'stays');
}

export function keyOf(row: Row): PublishedKey {
  return { id: row.text('id'), x: row.text('x'), since: row.text('since') };
}

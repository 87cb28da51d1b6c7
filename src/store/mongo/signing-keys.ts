import type { PublishedKey, SigningKeyStore } from '../ports/runs.ts';
import type { KeyDoc, Records } from './database/records.ts';

export function signingKeyStore({ signingKeys }: Pick<Records, 'signingKeys'>): SigningKeyStore {
  return {
    async publish(key) {
      await signingKeys.insert(keyDoc(key));
    },

    async all() {
      const keys: PublishedKey[] = [];
      for await (const doc of signingKeys.all()) keys.push(keyOf(doc));
      return keys.sort((one, other) => (one.since + one.id < other.since + other.id ? -1 : 1));
    },
  };
}

export function keyDoc({ id, x, since }: PublishedKey): KeyDoc {
  return { _id: id, x, since };
}

export function keyOf({ _id, x, since }: KeyDoc): PublishedKey {
  return { id: _id, x, since };
}

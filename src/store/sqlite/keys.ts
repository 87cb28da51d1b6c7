import type { WebhookRotation } from '../../domain/webhook-rotation.ts';
import type { WebhookRotationStore } from '../ports/records.ts';
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

export function webhookRotationStore(database: Database): WebhookRotationStore {
  const find = (workspaceId: string, url: string) =>
    database.first('webhook_rotations', { workspace_id: workspaceId, url }, rotationOf);
  return {
    find: async (workspaceId, url) => find(workspaceId, url),

    async advance(rotation) {
      return database.transaction(() => {
        const stored = find(rotation.workspaceId, rotation.url)?.rotation ?? 0;
        if (stored !== rotation.rotation - 1) return false;
        saveRotation(database, rotation);
        return true;
      });
    },
  };
}

/** Writes a rotation; a stored rotation of the same user and URL is replaced. */
export function saveRotation(database: Database, rotation: WebhookRotation): void {
  const { workspaceId, url, rotation: number, previousUntil, changeId } = rotation;
  database.insert(
    'webhook_rotations',
    { workspace_id: workspaceId, url, rotation: number, previous_until: previousUntil, change_id: changeId },
    'is replaced',
  );
}

export function rotationOf(row: Row): WebhookRotation {
  return {
    workspaceId: row.text('workspace_id'),
    url: row.text('url'),
    rotation: row.integer('rotation'),
    previousUntil: row.text('previous_until'),
    changeId: row.text('change_id'),
  };
}

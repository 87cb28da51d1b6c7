import { createHash } from 'node:crypto';
import type { WebhookRotation } from '../../domain/webhook-rotation.ts';
import type { WebhookRotationStore } from '../ports/records.ts';
import type { PublishedKey, SigningKeyStore } from '../ports/runs.ts';
import type { KeyDoc, Records, WebhookRotationDoc } from './database/records.ts';

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

export function webhookRotationStore({
  webhookRotations,
}: Pick<Records, 'webhookRotations'>): WebhookRotationStore {
  return {
    async find(workspaceId, url) {
      const found = await webhookRotations.first({ _id: idOf({ workspaceId, url }), workspaceId });
      return found && rotationOf(found);
    },

    advance(rotation) {
      const doc = rotationDoc(rotation);
      if (rotation.rotation === 1) return webhookRotations.insert(doc);
      const { _id, workspaceId } = doc;
      return webhookRotations.replace({ _id, workspaceId, rotation: rotation.rotation - 1 }, doc);
    },
  };
}

export function rotationDoc(rotation: WebhookRotation): WebhookRotationDoc {
  return { _id: idOf(rotation), ...rotation };
}

export function rotationOf({ _id, ...rotation }: WebhookRotationDoc): WebhookRotation {
  return rotation;
}

/** A hash, because a URL can be longer than a key of an index. */
function idOf({ workspaceId, url }: Pick<WebhookRotation, 'workspaceId' | 'url'>): string {
  return createHash('sha256').update(`${workspaceId}\0${url}`).digest('hex');
}

import { createHash } from 'node:crypto';
import type { WebhookRotation } from '../../domain/webhook-rotation.ts';
import type { WebhookRotationStore } from '../ports/records.ts';
import type { Records, WebhookRotationDoc } from './database/records.ts';

export function webhookRotationStore({
  webhookRotations,
}: Pick<Records, 'webhookRotations'>): WebhookRotationStore {
  return {
    async find(userId, url) {
      const found = await webhookRotations.first({ _id: idOf({ userId, url }), userId });
      return found && rotationOf(found);
    },

    advance(rotation) {
      const doc = rotationDoc(rotation);
      if (rotation.rotation === 1) return webhookRotations.insert(doc);
      const { _id, userId } = doc;
      return webhookRotations.replace({ _id, userId, rotation: rotation.rotation - 1 }, doc);
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
function idOf({ userId, url }: Pick<WebhookRotation, 'userId' | 'url'>): string {
  return createHash('sha256').update(`${userId}\0${url}`).digest('hex');
}

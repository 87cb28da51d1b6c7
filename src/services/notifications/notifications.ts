import type { Delivery } from '../../domain/delivery.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { notificationCursor } from '../../domain/records/cursor.ts';
import { newObjectId, requireObjectId } from '../../domain/records/object-id.ts';
import { type Actor, requireOwned } from '../../domain/records/owned.ts';
import { signingRotations, type WebhookRotation } from '../../domain/webhook-rotation.ts';
import type { DeliveryFilter, PageQuery } from '../../store/ports/records.ts';
import type { Dependencies } from '../dependencies.ts';
import { type After, listByTime } from '../records/listing.ts';
import { ownedProject } from '../records/owned-records.ts';

/** A key, and until when webhooks are also signed with the previous key; null if they are not. */
export type WebhookKey = { url: string; secret: string; previousUntil: string | null };

const hourMs = 3_600_000;

/** How many times each notification can be resent manually. */
const mostResends = 10;

/**
 * Lists and resends the notifications about a user's runs. Throws `project_not_found` for a project of another user.
 */
export function notificationService({ store, queue, clock, notices, links }: Dependencies) {
  function requireLink(url: string): void {
    const check = links.check(url);
    if (!check.ok) refuseInvalid([{ path: 'url', message: check.message }]);
  }

  function keyOf({ workspaceId }: Actor, url: string, last: WebhookRotation | null): WebhookKey {
    const [current = 0, previous] = signingRotations(last, clock.now());
    const previousUntil = last !== null && previous !== undefined ? last.previousUntil : null;
    return { url, secret: notices.keyFor(workspaceId, url, current), previousUntil };
  }

  return {
    /** Newest first. */
    async list(
      actor: Actor,
      projectId: string,
      { page, pageSize, after, ...filter }: DeliveryFilter & PageQuery & After,
    ) {
      const project = await ownedProject(actor, 'read', projectId, store);
      const { workspaceId } = actor;
      return listByTime(
        { cursor: notificationCursor, projectId: project._id },
        { page, pageSize, ...(after !== undefined && { after }) },
        (stretch) => store.deliveries.list(workspaceId, project._id, filter, stretch),
      );
    },

    /**
     * Resends a notification immediately with the same id, and restarts its schedule of attempts. Throws
     * `notification_not_found`, and `notification_not_ended` if its delivery is still in progress or it was resent too
     * often.
     */
    async resend(actor: Actor, projectId: string, id: string) {
      const project = await ownedProject(actor, 'write', projectId, store);
      const found = await store.deliveries.get(actor.workspaceId, requireObjectId(id, 'notificationId'));
      const ofProject = found?.projectId === project._id ? found : null;
      const missing = `project ${project._id} has no notification ${id}`;
      const delivery = requireOwned(actor, 'write', ofProject, 'notification_not_found', missing);
      refuseResend(delivery);
      const now = clock.now();
      const again: Delivery = {
        ...delivery,
        state: 'waiting',
        tries: 0,
        resends: delivery.resends + 1,
        nextAttemptAt: now.toISOString(),
      };
      if (!(await store.deliveries.replace(again, now))) {
        throw new AppError('write_conflict', 'the notification has just changed: read it again');
      }
      await queue.wake(delivery.runId);
      return again;
    },

    /**
     * Returns the key with which a receiver verifies webhooks to this URL. Throws `validation_failed` if webhooks to the
     * URL are not allowed.
     */
    async webhookKey(actor: Actor, url: string) {
      requireLink(url);
      return keyOf(actor, url, await store.webhookRotations.find(actor.workspaceId, url));
    },

    /**
     * Replaces the key of webhooks to this URL. For `overlapHours`, webhooks are also signed with the previous key; the key
     * before it becomes invalid at once. A second call with the same `recordId`, such as after a crash, changes nothing.
     * Throws `validation_failed` like `webhookKey`, and `write_conflict` if another
     * request rotated the key at the same time.
     */
    async rotateWebhookKey(
      actor: Actor,
      url: string,
      { overlapHours, recordId = newObjectId(clock.now()) }: { overlapHours: number; recordId?: string },
    ) {
      requireLink(url);
      const { workspaceId } = actor;
      const last = await store.webhookRotations.find(workspaceId, url);
      if (last?.changeId === recordId) return keyOf(actor, url, last);
      const next = {
        changeId: recordId,
        workspaceId,
        url,
        rotation: (last?.rotation ?? 0) + 1,
        previousUntil: new Date(clock.now().getTime() + overlapHours * hourMs).toISOString(),
      };
      if (await store.webhookRotations.advance(next)) return keyOf(actor, url, next);
      throw new AppError('write_conflict', 'another request has just rotated the key: read it again');
    },

    /** Sends a test message to the URL and returns the answer. Throws `validation_failed` like `webhookKey`. */
    async testWebhook(actor: Actor, url: string) {
      requireLink(url);
      return notices.test(actor.workspaceId, url);
    },
  };
}

function refuseResend({ _id, state, resends }: Delivery): void {
  if (state === 'waiting' || state === 'sending') {
    throw new AppError('notification_not_ended', `delivery of notification ${_id} is still in progress`);
  }
  if (resends >= mostResends) {
    const often = `it was resent ${resends} times, which is the limit`;
    throw new AppError('notification_not_ended', `notification ${_id} cannot be sent again: ${often}`);
  }
}

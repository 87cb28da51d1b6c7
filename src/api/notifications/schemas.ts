import { z } from 'zod';
import { channels, deliveryStates } from '../../domain/delivery.ts';
import { timeCursor } from '../../domain/records/cursor.ts';
import { httpUrl, idOf, paging, strict } from '../fields.ts';

export const notificationListInput = () =>
  strict({
    id: idOf('project'),
    ...paging(timeCursor),
    runId: idOf('run').exactOptional().meta({ description: 'Only notifications about this run.' }),
    state: z.enum(deliveryStates).exactOptional().meta({ description: 'Only notifications in this state.' }),
  });

export const notificationRef = () => strict({ id: idOf('project'), notificationId: idOf('message') });

export const webhookKeyInput = () =>
  strict({
    url: httpUrl().meta({ description: 'The URL, exactly as in contactNotifications.' }),
  });

export const notification = z
  .object({
    _id: z.string(),
    projectId: z.string(),
    runId: z.string(),
    recipient: z.string(),
    channel: z.enum(channels).meta({ id: 'Channel' }),
    state: z.enum(deliveryStates).meta({
      id: 'DeliveryState',
      description:
        'gone: the receiver answered 410. failed: every attempt failed, and none is left. undeliverable: see reason.',
    }),
    reason: z.string().nullable(),
    attempts: z
      .array(
        z
          .object({
            at: z.iso.datetime(),
            outcome: z.enum(['delivered', 'failed', 'unknown']),
            detail: z.string(),
          })
          .meta({ id: 'DeliveryAttempt' }),
      )
      .meta({ description: 'The last 20 attempts, oldest first.' }),
    nextAttemptAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });

export const webhookKey = z
  .object({
    url: z.string(),
    secret: z
      .string()
      .meta({ description: 'Starts with whsec_. It changes only if the SECRET of the service changes.' }),
  })
  .meta({ id: 'WebhookKey' });

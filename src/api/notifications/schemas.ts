import { z } from 'zod';
import { channels, deliveryStates } from '../../domain/delivery.ts';
import { notificationCursor } from '../../domain/records/cursor.ts';
import { httpUrl, idOf, paging, strict } from '../fields.ts';

export const notificationListInput = () =>
  strict({
    id: idOf('project'),
    ...paging(notificationCursor),
    runId: idOf('run').exactOptional().meta({ description: 'Only notifications about this run.' }),
    state: z.enum(deliveryStates).exactOptional().meta({ description: 'Only notifications in this state.' }),
  });

const webhookUrl = () => httpUrl().meta({ description: 'The URL, exactly as in contactNotifications.' });

/** Longer URLs are refused, because the service stores one record for each URL. */
const shortWebhookUrl = () =>
  httpUrl().max(2_000).meta({ description: 'The URL, exactly as in contactNotifications.' });

export const webhookKeyInput = () => strict({ url: webhookUrl() });

export const webhookRotateInput = () =>
  strict({
    url: shortWebhookUrl(),
    overlapHours: z.int().min(0).max(168).pipe(z.int()).default(24).meta({
      description: 'For how many hours webhooks are also signed with the previous key.',
    }),
  }).meta({ examples: [{ url: 'https://example.org/hook', overlapHours: 24 }] });

export const webhookTestInput = () =>
  strict({ url: shortWebhookUrl() }).meta({ examples: [{ url: 'https://example.org/hook' }] });

export const webhookTest = z
  .object({
    delivered: z.boolean().meta({ description: 'Whether the receiver answered with 2xx.' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the answer; null if there was none.' }),
    detail: z.string().meta({ description: 'What the receiver answered, or why it could not be reached.' }),
  })
  .meta({ id: 'WebhookTest' });

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

const previousUntil = () =>
  z.iso.datetime().nullable().meta({
    description: 'Until then, webhooks are also signed with the previous key. Null if they are not.',
  });

/** Without the key: the answer is stored for 24 hours, in case the request is repeated. */
export const webhookRotation = z
  .object({ url: z.string(), previousUntil: previousUntil() })
  .meta({ id: 'WebhookRotation' });

export const webhookKey = z
  .object({
    url: z.string(),
    secret: z.string().meta({
      description:
        'Starts with whsec_. It changes if you rotate it, or if the SECRET of the service changes.',
    }),
    previousUntil: previousUntil(),
  })
  .meta({ id: 'WebhookKey' });

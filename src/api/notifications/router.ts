import { answered, done, listed, one, pageOf } from '../answers.ts';
import { changing } from '../changing.ts';
import { idOf, strict } from '../fields.ts';
import { endpoint, router } from '../trpc.ts';
import {
  notification,
  notificationListInput,
  webhookKey,
  webhookKeyInput,
  webhookRotateInput,
  webhookRotation,
  webhookTest,
  webhookTestInput,
} from './schemas.ts';

const notificationDone = done(notification);
const webhookRotationDone = done(webhookRotation);

export const notificationsRouter = router({
  list: endpoint('read', 'GET', '/projects/{id}/notifications', {
    summary: 'List the notifications about the runs of a project, with their delivery',
    errors: ['project_not_found'],
    listed: true,
  })
    .input(notificationListInput())
    .output(pageOf(notification))
    .query(async ({ ctx, input: { id, ...query } }) => {
      const found = await ctx.services.notifications.list(ctx.actor, id, query);
      return listed(ctx, query, found);
    }),

  resend: endpoint('write', 'POST', '/projects/{id}/notifications/{notificationId}/resend', {
    summary: 'Resend a notification',
    description:
      'Sends the notification immediately with the same id, whether it was delivered or not, and restarts its retry schedule.',
    errors: ['project_not_found', 'notification_not_found', 'notification_not_ended', 'write_conflict'],
  })
    .input(strict({ id: idOf('project'), notificationId: idOf('message') }))
    .output(notificationDone)
    .mutation(
      changing(notificationDone, async ({ ctx, input: { id, notificationId } }) => {
        const data = await ctx.services.notifications.resend(ctx.actor, id, notificationId);
        return { success: true, message: `the notification to ${data.recipient} will be sent again`, data };
      }),
    ),

  webhookKey: endpoint('administer', 'GET', '/webhooks/key', {
    summary: 'Get the signing key for webhooks to a URL',
    description:
      'A receiver uses the key to verify that a webhook comes from this service (Standard Webhooks).',
    tag: 'notifications',
  })
    .input(webhookKeyInput())
    .output(one(webhookKey))
    .query(async ({ ctx, input: { url } }) => {
      return answered(await ctx.services.notifications.webhookKey(ctx.actor, url));
    }),

  rotateWebhookKey: endpoint('administer', 'POST', '/webhooks/key/rotate', {
    summary: 'Rotate the signing key for webhooks to a URL',
    description:
      'Webhooks are signed with the new key at once and, for overlapHours, also with the previous key: get it with GET /webhooks/key, and replace the key in the receiver within this time. With overlapHours 0, the previous key becomes invalid at once.',
    tag: 'notifications',
    errors: ['write_conflict'],
  })
    .input(webhookRotateInput())
    .output(webhookRotationDone)
    .mutation(
      changing(webhookRotationDone, async ({ ctx, input: { url, overlapHours }, options: { recordId } }) => {
        await ctx.limits.webhook();
        const data = await ctx.services.notifications.rotateWebhookKey(ctx.actor, url, {
          overlapHours,
          ...(recordId && { recordId }),
        });
        return { success: true, message: `the signing key for webhooks to ${url} was rotated`, data };
      }),
    ),

  testWebhook: endpoint('write', 'POST', '/webhooks/test', {
    changesNothing: true,
    summary: 'Send a signed test message to a URL',
    description:
      'Sends one webhook of the type webhook.test, signed like a notification, and returns the answer of the receiver. It is not retried.',
    tag: 'notifications',
  })
    .input(webhookTestInput())
    .output(one(webhookTest))
    .mutation(async ({ ctx, input: { url } }) => {
      await ctx.limits.webhook();
      return answered(await ctx.services.notifications.testWebhook(ctx.actor, url));
    }),
});

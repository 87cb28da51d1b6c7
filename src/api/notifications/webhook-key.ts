import { one } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { webhookKey, webhookKeyInput } from './schemas.ts';

export const getWebhookKey = userProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/webhooks/key',
      summary: 'Get the key that signs webhooks to a URL of yours',
      description: 'A receiver verifies with it that a message is from here (Standard Webhooks).',
      tags: ['notifications'],
    },
  })
  .input(webhookKeyInput())
  .output(one(webhookKey))
  .query(({ ctx, input: { url } }) => {
    return { success: true, data: { url, secret: ctx.services.notifications.webhookKey(ctx.actor, url) } };
  });

import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { webhookKey, webhookKeyInput } from './schemas.ts';

export const getWebhookKey = procedureFor('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/webhooks/key',
      summary: 'Get the signing key for webhooks to a URL',
      description:
        'A receiver uses the key to verify that a webhook comes from this service (Standard Webhooks).',
      tags: ['notifications'],
    },
  })
  .input(webhookKeyInput())
  .output(one(webhookKey))
  .query(async ({ ctx, input: { url } }) => {
    return { success: true, data: await ctx.services.notifications.webhookKey(ctx.actor, url) };
  });

import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { webhookTest, webhookTestInput } from './schemas.ts';

export const testWebhook = procedureFor('write')
  .meta({
    changesNothing: true,
    openapi: {
      method: 'POST',
      path: '/webhooks/test',
      summary: 'Send a signed test message to a URL',
      description:
        'Sends one webhook of the type webhook.test, signed like a notification, and returns the answer of the receiver. It is not retried.',
      tags: ['notifications'],
    },
  })
  .input(webhookTestInput())
  .output(one(webhookTest))
  .mutation(async ({ ctx, input: { url } }) => {
    await ctx.limits.webhook();
    return { success: true as const, data: await ctx.services.notifications.testWebhook(ctx.actor, url) };
  });

import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor } from '../trpc.ts';
import { webhookRotateInput, webhookRotation } from './schemas.ts';

const output = done(webhookRotation);

export const rotateWebhookKey = procedureFor('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/webhooks/key/rotate',
      summary: 'Rotate the signing key for webhooks to a URL',
      description:
        'Webhooks are signed with the new key at once and, for overlapHours, also with the previous key: get it with GET /webhooks/key, and replace the key in the receiver within this time. With overlapHours 0, the previous key becomes invalid at once.',
      tags: ['notifications'],
    },
    errors: ['write_conflict'],
    idempotent: true,
  })
  .input(webhookRotateInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { url, overlapHours }, options: { recordId } }) => {
      await ctx.limits.webhook();
      const data = await ctx.services.notifications.rotateWebhookKey(ctx.actor, url, {
        overlapHours,
        ...(recordId && { recordId }),
      });
      return { success: true, message: `the signing key for webhooks to ${url} was rotated`, data };
    }),
  );

import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor } from '../trpc.ts';
import { notification, notificationRef } from './schemas.ts';

const output = done(notification);

export const resendNotification = procedureFor('write')
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{id}/notifications/{notificationId}/resend',
      summary: 'Resend a notification',
      description:
        'Sends the notification immediately with the same id, whether it was delivered or not, and restarts its retry schedule.',
      tags: ['notifications'],
    },
    errors: ['project_not_found', 'notification_not_found', 'notification_not_ended', 'write_conflict'],
    idempotent: true,
  })
  .input(notificationRef())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, notificationId } }) => {
      const data = await ctx.services.notifications.resend(ctx.actor, id, notificationId);
      return { success: true, message: `the notification to ${data.recipient} will be sent again`, data };
    }),
  );

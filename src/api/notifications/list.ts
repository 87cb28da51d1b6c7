import { listed, pageOf } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { notification, notificationListInput } from './schemas.ts';

export const listNotifications = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/notifications',
      summary: 'List the notifications about the runs of a project, with their delivery',
      tags: ['notifications'],
    },
    errors: ['project_not_found'],
    listed: true,
  })
  .input(notificationListInput())
  .output(pageOf(notification))
  .query(async ({ ctx, input: { id, ...query } }) => {
    const found = await ctx.services.notifications.list(ctx.actor, id, query);
    return listed(ctx, query, found);
  });

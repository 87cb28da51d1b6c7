import { done } from '../answers.ts';
import { idOf, strict } from '../fields.ts';
import { endpoint, router } from '../trpc.ts';
import { eventTicket } from './schemas.ts';

export const eventsRouter = router({
  ticket: endpoint('read', 'POST', '/projects/{id}/events/ticket', {
    changesNothing: true,
    summary: 'Create a ticket for streaming the changes of a project from a browser',
    description:
      'An EventSource cannot send headers. Its URL contains this ticket instead, which is valid for one minute.',
    errors: ['project_not_found'],
  })
    .input(strict({ id: idOf('project') }))
    .output(done(eventTicket))
    .mutation(async ({ ctx, input: { id } }) => {
      const { ticket, expiresAt } = await ctx.services.events.ticket(ctx.actor, id);
      const url = `/v1/projects/${id}/events?ticket=${ticket}`;
      return {
        success: true,
        message: 'open the events URL within a minute',
        data: { ticket, url, expiresAt },
      };
    }),
});

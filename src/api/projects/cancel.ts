import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor } from '../trpc.ts';
import { projectRecord, projectRef } from './schemas.ts';

const output = done(projectRecord);

export const cancelProject = procedureFor('run')
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{id}/cancel',
      summary: 'Cancel the run of a project',
      description:
        'The findings so far are kept. A canceled run cannot be resumed; start a new check instead.',
      tags: ['projects'],
    },
    errors: ['project_not_found', 'project_not_deploying', 'write_conflict'],
    idempotent: true,
  })
  .input(projectRef())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input }) => {
      const data = await ctx.services.projects.cancel(ctx.actor, input.id);
      return { success: true, message: `the run of project ${data.name} was canceled`, data };
    }),
  );

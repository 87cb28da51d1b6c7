import { gone } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor } from '../trpc.ts';
import { projectRef } from './schemas.ts';

export const deleteProject = procedureFor('write')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{id}',
      summary: 'Delete a project with its runs and findings',
      tags: ['projects'],
    },
    errors: ['project_not_found', 'project_deploying', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(projectRef())
  .output(gone)
  .mutation(
    changing(gone, async ({ ctx, input: { id }, options }) => {
      await ctx.services.projects.remove(ctx.actor, id, options);
      return { success: true, message: `project ${id} was deleted` };
    }),
  );

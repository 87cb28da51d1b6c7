import { gone } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { projectRef } from './schemas.ts';

export const deleteProject = userProcedure
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{id}',
      summary: 'Delete a project with its runs and findings',
      tags: ['projects'],
    },
    errors: ['project_not_found', 'project_deploying'],
  })
  .input(projectRef())
  .output(gone)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.projects.remove(ctx.actor, input.id);
    return { success: true, message: `project ${input.id} was deleted` };
  });

import { one } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { projectEstimate, projectRef } from './schemas.ts';

export const estimateProject = userProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{id}/estimate',
      summary: 'Estimate what a run would take of the language model',
      description:
        'Reads the files, so the first answer can take a while, and asks nothing of a model. The lower figures hold ' +
        'when each rule is answered at the first reading, the upper ones when everything has to be read for each.',
      tags: ['projects'],
    },
    errors: ['project_not_found', 'politics_missing'],
  })
  .input(projectRef())
  .output(one(projectEstimate))
  .mutation(async ({ ctx, input }) => ({
    success: true as const,
    data: await ctx.services.estimates.of(ctx.actor, input.id),
  }));

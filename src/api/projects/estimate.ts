import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { projectEstimate, projectRef } from './schemas.ts';

export const estimateProject = procedureFor('read')
  .meta({
    changesNothing: true,
    openapi: {
      method: 'POST',
      path: '/projects/{id}/estimate',
      summary: 'Estimate the language model usage of a run',
      description:
        'Nothing is sent to a model. The files are read, so the first response can take a while. The figures in ' +
        'least assume that one call is enough for each rule; those in most, that the model reads every file for each rule.',
      tags: ['projects'],
    },
    errors: ['project_not_found', 'politics_missing'],
  })
  .input(projectRef())
  .output(one(projectEstimate))
  .mutation(async ({ ctx, input }) => ({
    success: true as const,
    data: await ctx.services.estimates.of(ctx.actor, input.id, ctx.closing()),
  }));

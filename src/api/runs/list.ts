import { listed, pageOf } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { runListInput, runSummary } from './schemas.ts';

export const listRuns = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/runs',
      summary: 'List the runs of a project, newest first',
      tags: ['runs'],
    },
    errors: ['project_not_found'],
    listed: true,
  })
  .input(runListInput())
  .output(pageOf(runSummary))
  .query(async ({ ctx, input: { id, ...query } }) => {
    const found = await ctx.services.runs.list(ctx.actor, { projectId: id, ...query });
    return listed(ctx, query, found);
  });

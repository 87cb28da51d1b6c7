import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { diffInput, runDiff } from './schemas.ts';

export const diffRun = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/runs/{runId}/diff',
      summary: 'Compare a run with an earlier one',
      tags: ['runs'],
    },
    errors: ['project_not_found', 'run_not_found', 'run_not_ended', 'too_costly'],
    listed: true,
  })
  .input(diffInput())
  .output(one(runDiff))
  .query(async ({ ctx, input: { id, runId, against, after } }) => {
    const query = { againstId: against, after, share: ctx.share };
    const data = await ctx.services.runs.diff(ctx.actor, id, runId, query, ctx.closing());
    if (data.nextCursor !== null) ctx.answer.nextCursor = data.nextCursor;
    return { success: true, data };
  });

import { keyRules } from '../../../engine/model/keys.ts';
import { one } from '../answers.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { runRecord, runRef } from './schemas.ts';

export const getRun = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/runs/{runId}',
      summary: 'Get a run with its rule set, files, progress and result',
      tags: ['runs'],
    },
    errors: ['project_not_found', 'run_not_found'],
    tagged: true,
  })
  .input(runRef())
  .output(one(runRecord))
  .query(async ({ ctx, input }) => {
    const run = await ctx.services.runs.get(ctx.actor, input.id, input.runId);
    ctx.answer.etag = tagOf(run.version);
    const result = run.result && { rules: keyRules(run.politics.rules), ...run.result };
    return { success: true, data: { ...run, result } };
  });

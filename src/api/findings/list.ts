import { nextOf } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { findingListInput, findingPage } from './schemas.ts';

export const listFindings = userProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/findings',
      summary: 'List findings of a run, in the order of rules, then files',
      description:
        'Findings appear while the run goes on. A project that was never deployed has none. Follow `next` to read all of them: an answer has fewer findings than its pageSize when they are large.',
      tags: ['findings'],
    },
    errors: ['project_not_found', 'run_not_found'],
  })
  .input(findingListInput())
  .output(findingPage)
  .query(async ({ ctx, input: { id, ...query } }) => {
    const found = await ctx.services.findings.list(ctx.actor, { projectId: id, ...query });
    const { page, pageSize, from: _, ...filter } = query;
    const next =
      found.runId === null || found.next === null
        ? null
        : nextOf(`projects/${id}/findings`, { ...filter, runId: found.runId, pageSize, from: found.next });
    return { success: true, data: found.items, total: found.total, page, pageSize, next };
  });

import { pageOf } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { finding, findingListInput } from './schemas.ts';

export const listFindings = userProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/findings',
      summary: 'List findings of a run, in the order of rules, then files',
      description: 'Findings appear while the run goes on. A project that was never deployed has none.',
      tags: ['findings'],
    },
    errors: ['project_not_found', 'run_not_found'],
  })
  .input(findingListInput())
  .output(pageOf(finding))
  .query(async ({ ctx, input: { id, ...query } }) => {
    const { items, total } = await ctx.services.findings.list(ctx.actor, { projectId: id, ...query });
    return { success: true, data: items, total, page: query.page, pageSize: query.pageSize };
  });

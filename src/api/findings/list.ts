import { listed, pageOf } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { finding, findingListInput } from './schemas.ts';

export const listFindings = userProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/findings',
      summary: 'List findings of a run, in the order of rules, then files',
      description:
        'Findings appear while the run is active. A project that was never checked has none. If findings are large, a page has fewer than pageSize: to miss none, get every further page by sending `nextCursor` as `after`.',
      tags: ['findings'],
    },
    errors: ['project_not_found', 'run_not_found'],
    listed: true,
  })
  .input(findingListInput())
  .output(pageOf(finding))
  .query(async ({ ctx, input: { id, ...query } }) => {
    const found = await ctx.services.findings.list(ctx.actor, { projectId: id, ...query, share: ctx.share });
    return listed(ctx, query, found);
  });

import { listed, pageOf } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { finding, findingListInput } from './schemas.ts';

export const listFindings = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/findings',
      summary: 'List findings of a run, sorted by rule, then by file',
      description:
        'Findings appear while the run is active. A project that was never checked has none. A page of large findings has fewer than pageSize: to get every finding, request each next page with `after` set to `nextCursor`, not with `page`.',
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

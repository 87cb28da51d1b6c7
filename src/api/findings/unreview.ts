import { done } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { finding, reviewRef } from './schemas.ts';

export const unreviewFinding = userProcedure
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{id}/findings/{findingId}/review',
      summary: 'Take back the review of a finding',
      tags: ['findings'],
    },
    errors: ['project_not_found', 'finding_not_found'],
  })
  .input(reviewRef())
  .output(done(finding))
  .mutation(async ({ ctx, input: { id, findingId } }) => {
    const data = await ctx.services.findings.unreview(ctx.actor, id, findingId);
    return { success: true, message: 'the review was taken back', data };
  });

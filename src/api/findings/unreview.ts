import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor } from '../trpc.ts';
import { finding, reviewRef } from './schemas.ts';

const output = done(finding);

export const unreviewFinding = procedureFor('review')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{id}/findings/{findingId}/review',
      summary: 'Delete the review of a finding',
      tags: ['findings'],
    },
    errors: ['project_not_found', 'finding_not_found', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(reviewRef())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, findingId }, options }) => {
      const data = await ctx.services.findings.unreview(ctx.actor, id, findingId, options);
      return { success: true, message: 'the review was deleted', data };
    }),
  );

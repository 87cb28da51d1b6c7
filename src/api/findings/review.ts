import { done } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { finding, reviewInput } from './schemas.ts';

export const reviewFinding = userProcedure
  .meta({
    openapi: {
      method: 'PUT',
      path: '/projects/{id}/findings/{findingId}/review',
      summary: "Store a person's review of a finding",
      description:
        "It stands beside the machine's label and holds for later runs, as long as rule, subject and quotes are the same.",
      tags: ['findings'],
    },
    errors: ['project_not_found', 'finding_not_found'],
  })
  .input(reviewInput())
  .output(done(finding))
  .mutation(async ({ ctx, input: { id, findingId, label, reason } }) => {
    const by = await ctx.accounts.nameOf(ctx.actor.userId);
    const data = await ctx.services.findings.review(ctx.actor, id, findingId, { label, reason, by });
    return { success: true, message: `reviewed as ${label}`, data };
  });

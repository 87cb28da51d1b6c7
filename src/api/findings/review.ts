import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { finding, reviewInput } from './schemas.ts';

const output = done(finding);

export const reviewFinding = procedureFor('review')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/projects/{id}/findings/{findingId}/review',
      summary: 'Review a finding',
      description:
        'The label and outcome that Proviso gave are kept. The review also applies to later runs, as long as the rule, the subject and the quotes of the finding stay the same.',
      tags: ['findings'],
    },
    errors: ['project_not_found', 'finding_not_found', 'precondition_failed'],
    idempotent: true,
    tagged: true,
    begins: true,
  })
  .input(reviewInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, findingId, ...verdict }, options }) => {
      const by = await ctx.accounts.nameOf(ctx.actor.userId);
      const review = { ...verdict, by };
      const data = await ctx.services.findings.review(ctx.actor, id, findingId, review, options);
      ctx.answer.etag = tagOf(data.review?.at ?? '');
      return { success: true, message: `reviewed as ${verdict.label}`, data };
    }),
  );

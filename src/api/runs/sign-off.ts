import { signOffWords } from '../../services/report/words.ts';
import type { RunReview } from '../../services/runs/sign-offs.ts';
import { done, one } from '../answers.ts';
import { changing } from '../changing.ts';
import type { UserContext } from '../context.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { runRef, runReview, signOffInput } from './schemas.ts';

const path = '/projects/{id}/runs/{runId}/sign-off' as const;
const output = done(runReview);

function shown({ answer }: Pick<UserContext, 'answer'>, { version, ...data }: RunReview) {
  answer.etag = tagOf(version);
  return data;
}

export const getSignOff = procedureFor('read')
  .meta({
    openapi: {
      ...{ method: 'GET', path, tags: ['runs'] },
      summary: 'Get the state of the review of a run, its sign-off and its earlier sign-offs',
    },
    errors: ['project_not_found', 'run_not_found'],
    tagged: true,
  })
  .input(runRef())
  .output(one(runReview))
  .query(async ({ ctx, input: { id, runId } }) => ({
    success: true as const,
    data: shown(ctx, await ctx.services.signOffs.get(ctx.actor, id, runId)),
  }));

export const signOffRun = procedureFor('review')
  .meta({
    openapi: {
      ...{ method: 'PUT', path, tags: ['runs'] },
      summary: 'Sign off a run',
      description:
        'Records who signed the run off, when, and what was open at that moment. If a review changes afterwards, the sign-off is shown as outdated. If the rule set asks for a second person, the sign-off waits until another person has signed the same reviews. Send the ETag of the GET request in If-Match to sign exactly the reviews that you read.',
    },
    errors: ['project_not_found', 'run_not_found', 'run_not_ended', 'already_signed', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(signOffInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, runId, comment }, options }) => {
      const by = await ctx.accounts.nameOf(ctx.actor.userId);
      const signature = { by, ...(comment !== undefined && { comment }) };
      const signed = await ctx.services.signOffs.sign(ctx.actor, id, runId, signature, options);
      const message = signOffWords(signed.signOff ?? { by });
      return { success: true, message, data: shown(ctx, signed) };
    }),
  );

export const withdrawSignOff = procedureFor('review')
  .meta({
    openapi: {
      ...{ method: 'DELETE', path, tags: ['runs'] },
      summary: 'Withdraw the sign-off of a run',
    },
    errors: ['project_not_found', 'run_not_found', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(runRef())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, runId }, options }) => {
      const by = await ctx.accounts.nameOf(ctx.actor.userId);
      const { version: _, ...data } = await ctx.services.signOffs.withdraw(ctx.actor, id, runId, by, options);
      return { success: true, message: 'the sign-off was withdrawn', data };
    }),
  );

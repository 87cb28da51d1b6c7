import { keyRules } from '../../../engine/model/keys.ts';
import { runCursor } from '../../domain/records/cursor.ts';
import { signOffWords } from '../../services/report/words.ts';
import type { RunReview } from '../../services/runs/sign-offs.ts';
import { answered, done, listed, one, pageOf } from '../answers.ts';
import { changing } from '../changing.ts';
import type { UserContext } from '../context.ts';
import { idOf, paging, strict } from '../fields.ts';
import { tagOf } from '../tags.ts';
import { endpoint, router } from '../trpc.ts';
import {
  diffInput,
  redlineInput,
  runDiff,
  runRecord,
  runRedline,
  runRef,
  runReview,
  runSummary,
  signOffInput,
} from './schemas.ts';

const path = '/projects/{id}/runs/{runId}/sign-off' as const;
const output = done(runReview);

export const runsRouter = router({
  list: endpoint('read', 'GET', '/projects/{id}/runs', {
    summary: 'List the runs of a project, newest first',
    errors: ['project_not_found'],
    listed: true,
  })
    .input(strict({ id: idOf('project'), ...paging(runCursor) }))
    .output(pageOf(runSummary))
    .query(async ({ ctx, input: { id, ...query } }) => {
      const found = await ctx.services.runs.list(ctx.actor, { projectId: id, ...query });
      return listed(ctx, query, found);
    }),

  get: endpoint('read', 'GET', '/projects/{id}/runs/{runId}', {
    summary: 'Get a run with its rule set, files, progress and result',
    errors: ['project_not_found', 'run_not_found'],
    tagged: true,
  })
    .input(runRef())
    .output(one(runRecord))
    .query(async ({ ctx, input }) => {
      const run = await ctx.services.runs.get(ctx.actor, input.id, input.runId);
      ctx.answer.etag = tagOf(run.version);
      const result = run.result && { rules: keyRules(run.politics.rules), ...run.result };
      return answered({ ...run, result });
    }),

  diff: endpoint('read', 'GET', '/projects/{id}/runs/{runId}/diff', {
    summary: 'Compare a run with an earlier one',
    errors: ['project_not_found', 'run_not_found', 'run_not_ended', 'too_costly'],
    listed: true,
  })
    .input(diffInput())
    .output(one(runDiff))
    .query(async ({ ctx, input: { id, runId, against, after } }) => {
      const query = { againstId: against, after, share: ctx.share };
      const data = await ctx.services.runs.diff(ctx.actor, id, runId, query, ctx.closing());
      if (data.nextCursor !== null) ctx.answer.nextCursor = data.nextCursor;
      return answered(data);
    }),

  redline: endpoint('run', 'POST', '/projects/{id}/runs/{runId}/redline', {
    tag: 'runs',
    summary: 'Change what breaks the rules in a file of a run',
    description:
      'Changes the numbers that break a rule, and inserts the wording of rules that are not found, as tracked changes in a copy of the Word file, and checks the copy with the rules of the run by the present checker, which can be a model. A change is offered only if its rule is then satisfied and no other answer is worse; the others are comments. The document is stored like an upload: a project can use it, and after a day it is removed. A file of another kind gets the list of changes alone. The answer takes as long as a few checks of the document.',
    changesNothing: true,
    errors: [
      ...(['project_not_found', 'run_not_found', 'run_not_ended'] as const),
      ...(['report_too_large', 'text_not_found', 'quota_exceeded'] as const),
    ],
  })
    .input(redlineInput())
    .output(one(runRedline))
    .mutation(async ({ ctx, input: { id, runId, ...asked } }) =>
      answered(await ctx.services.redlines.of(ctx.actor, { projectId: id, runId }, asked, ctx.closing())),
    ),

  getSignOff: endpoint('read', 'GET', path, {
    summary: 'Get the state of the review of a run, its sign-off and its earlier sign-offs',
    errors: ['project_not_found', 'run_not_found'],
    tagged: true,
  })
    .input(runRef())
    .output(one(runReview))
    .query(async ({ ctx, input: { id, runId } }) =>
      answered(shown(ctx, await ctx.services.signOffs.get(ctx.actor, id, runId))),
    ),

  signOff: endpoint('review', 'PUT', path, {
    summary: 'Sign off a run',
    description:
      'Records who signed the run off, when, and what was open at that moment. If a review changes afterwards, the sign-off is shown as outdated. If the rule set asks for a second person, the sign-off waits until another person has signed the same reviews. Send the ETag of the GET request in If-Match to sign exactly the reviews that you read.',
    errors: ['project_not_found', 'run_not_found', 'run_not_ended', 'already_signed', 'precondition_failed'],
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
    ),

  withdrawSignOff: endpoint('review', 'DELETE', path, {
    summary: 'Withdraw the sign-off of a run',
    errors: ['project_not_found', 'run_not_found', 'precondition_failed'],
    tagged: true,
  })
    .input(runRef())
    .output(output)
    .mutation(
      changing(output, async ({ ctx, input: { id, runId }, options }) => {
        const by = await ctx.accounts.nameOf(ctx.actor.userId);
        const { version: _, ...data } = await ctx.services.signOffs.withdraw(
          ctx.actor,
          id,
          runId,
          by,
          options,
        );
        return { success: true, message: 'the sign-off was withdrawn', data };
      }),
    ),
});

function shown({ answer }: Pick<UserContext, 'answer'>, { version, ...data }: RunReview) {
  answer.etag = tagOf(version);
  return data;
}

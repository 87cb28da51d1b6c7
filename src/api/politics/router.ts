import { answered, done, gone, listed, one, pageOf } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import { endpoint, router } from '../trpc.ts';
import { extractedRules, extractInput } from './extract-schemas.ts';
import {
  lintInput,
  lintProblems,
  politicsCreateInput,
  politicsIgnores,
  politicsListInput,
  politicsRecord,
  politicsRef,
  politicsUpdateInput,
} from './schemas.ts';

const politicsDone = done(politicsRecord);
const politicsOne = one(politicsRecord);

export const politicsRouter = router({
  create: endpoint('write', 'POST', '/politics', {
    summary: 'Create a rule set',
    success: 201,
    errors: ['quota_exceeded'],
    tagged: true,
    ignores: politicsIgnores,
  })
    .input(politicsCreateInput())
    .output(politicsDone)
    .mutation(
      changing(politicsDone, async ({ ctx, input, options }) => {
        const data = await ctx.services.politics.create(ctx.actor, input, options);
        ctx.answer.etag = tagOf(data.version);
        ctx.answer.location = `/v1/politics/${data._id}`;
        return { success: true, message: `rule set ${data.name} was created`, data };
      }),
    ),

  extract: endpoint('read', 'POST', '/politics/extract', {
    changesNothing: true,
    summary: 'Find the rules in a policy, a standard or a contract',
    description:
      'Every sentence that obliges, forbids or limits becomes a rule with its page, clause and exact words, or is listed as ' +
      'left out with the reason. No model is called and nothing is stored. The files are read, so the first response can take a while.',
    errors: ['quota_exceeded', 'asset_upload_failed'],
    takesTexts: true,
  })
    .input(extractInput())
    .output(one(extractedRules))
    .mutation(async ({ ctx, input }) =>
      answered(await ctx.services.extractions.of(ctx.actor, input.files, ctx.closing())),
    ),

  lint: endpoint('read', 'POST', '/politics/lint', {
    changesNothing: true,
    summary: 'Find rules that are hard to check',
    description:
      'Returns the problems of the rules, such as several duties in one rule, vague words and rules that contradict each other, each with its place and what to do. No model is called and nothing is stored.',
  })
    .input(lintInput())
    .output(one(lintProblems))
    .mutation(async ({ ctx, input }) =>
      answered(await ctx.services.politics.lint(ctx.actor, input.rules, ctx.closing())),
    ),

  list: endpoint('read', 'GET', '/politics', {
    summary: 'List rule sets, last changed first',
    errors: ['page_too_large'],
    listed: true,
  })
    .input(politicsListInput())
    .output(pageOf(politicsRecord))
    .query(async ({ ctx, input }) => {
      const found = await ctx.services.politics.list(ctx.actor, { ...input, share: ctx.share });
      return listed(ctx, input, found);
    }),

  get: endpoint('read', 'GET', '/politics/{id}', {
    summary: 'Get a rule set',
    errors: ['politics_not_found'],
    tagged: true,
  })
    .input(politicsRef())
    .output(one(politicsRecord))
    .query(async ({ ctx, input }) => {
      const data = await ctx.services.politics.get(ctx.actor, input.id);
      ctx.answer.etag = tagOf(data.version);
      return answered(data);
    }),

  update: endpoint('write', 'PATCH', '/politics/{id}', {
    summary: 'Update a rule set',
    description:
      'First, fields such as name and rules replace whole values. Then updateRule is applied, then the removals, then ' +
      'the additions; all positions refer to the lists after the replacement. If one change fails, none is applied.',
    errors: ['politics_not_found', 'precondition_failed'],
    tagged: true,
    ignores: politicsIgnores,
  })
    .input(politicsUpdateInput())
    .output(politicsOne)
    .mutation(
      changing(politicsOne, async ({ ctx, input: { id, ...patch }, options }) => {
        const data = await ctx.services.politics.update(ctx.actor, id, patch, options);
        ctx.answer.etag = tagOf(data.version);
        return answered(data);
      }),
    ),

  delete: endpoint('write', 'DELETE', '/politics/{id}', {
    summary: 'Delete a rule set',
    errors: ['politics_not_found', 'politics_in_use', 'precondition_failed'],
    tagged: true,
  })
    .input(politicsRef())
    .output(gone)
    .mutation(
      changing(gone, async ({ ctx, input: { id }, options }) => {
        await ctx.services.politics.remove(ctx.actor, id, options);
        return { success: true, message: `rule set ${id} was deleted` };
      }),
    ),
});

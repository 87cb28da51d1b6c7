import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { lintInput, lintProblems } from './schemas.ts';

export const lintPolitics = procedureFor('read')
  .meta({
    changesNothing: true,
    openapi: {
      method: 'POST',
      path: '/politics/lint',
      summary: 'Find rules that are hard to check',
      description:
        'Returns the problems of the rules, such as several duties in one rule, vague words and rules that contradict each other, each with its place and what to do. No model is called and nothing is stored.',
      tags: ['politics'],
    },
  })
  .input(lintInput())
  .output(one(lintProblems))
  .mutation(async ({ ctx, input }) => ({
    success: true as const,
    data: await ctx.services.politics.lint(ctx.actor, input.rules, ctx.closing()),
  }));

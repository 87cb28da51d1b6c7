import { one } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { extractedRules, extractInput } from './extract-schemas.ts';

export const extractPolitics = procedureFor('read')
  .meta({
    changesNothing: true,
    openapi: {
      method: 'POST',
      path: '/politics/extract',
      summary: 'Find the rules in a policy, a standard or a contract',
      description:
        'Every sentence that obliges, forbids or limits becomes a rule with its page, clause and exact words, or is listed as ' +
        'left out with the reason. No model is called and nothing is stored. The files are read, so the first response can take a while.',
      tags: ['politics'],
    },
    errors: ['quota_exceeded', 'asset_upload_failed'],
    takesTexts: true,
  })
  .input(extractInput())
  .output(one(extractedRules))
  .mutation(async ({ ctx, input }) => ({
    success: true as const,
    data: await ctx.services.extractions.of(ctx.actor, input.files, ctx.closing()),
  }));

import { listed, pageOf } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { politicsListInput, politicsRecord } from './schemas.ts';

export const listPolitics = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/politics',
      summary: 'List rule sets, last changed first',
      tags: ['politics'],
    },
    errors: ['page_too_large'],
    listed: true,
  })
  .input(politicsListInput())
  .output(pageOf(politicsRecord))
  .query(async ({ ctx, input }) => {
    const found = await ctx.services.politics.list(ctx.actor, { ...input, share: ctx.share });
    return listed(ctx, input, found);
  });

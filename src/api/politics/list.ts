import { pageOf } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { politicsListInput, politicsRecord } from './schemas.ts';

export const listPolitics = userProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/politics',
      summary: 'List politics, the last changed first',
      tags: ['politics'],
    },
  })
  .input(politicsListInput())
  .output(pageOf(politicsRecord))
  .query(async ({ ctx, input }) => {
    const { items, total } = await ctx.services.politics.list(ctx.actor, input);
    return { success: true, data: items, total, page: input.page, pageSize: input.pageSize };
  });

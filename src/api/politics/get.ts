import { one } from '../answers.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { politicsRecord, politicsRef } from './schemas.ts';

export const getPolitics = procedureFor('read')
  .meta({
    openapi: { method: 'GET', path: '/politics/{id}', summary: 'Get a rule set', tags: ['politics'] },
    errors: ['politics_not_found'],
    tagged: true,
  })
  .input(politicsRef())
  .output(one(politicsRecord))
  .query(async ({ ctx, input }) => {
    const data = await ctx.services.politics.get(ctx.actor, input.id);
    ctx.answer.etag = tagOf(data.version);
    return { success: true, data };
  });

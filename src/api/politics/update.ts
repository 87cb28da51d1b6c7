import { one } from '../answers.ts';
import { expectedBy, tagOf } from '../tags.ts';
import { userProcedure } from '../trpc.ts';
import { politicsIgnores, politicsRecord, politicsUpdateInput } from './schemas.ts';

export const updatePolitics = userProcedure
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/politics/{id}',
      summary: 'Update a politics',
      description:
        'Replacement fields come first; then, by positions after them and before any other change, one rule is ' +
        'updated, entries are removed, entries are added. All of it holds or nothing.',
      tags: ['politics'],
    },
    errors: ['politics_not_found', 'precondition_failed'],
    tagged: true,
    ignores: politicsIgnores,
  })
  .input(politicsUpdateInput())
  .output(one(politicsRecord))
  .mutation(async ({ ctx, input: { id, ...patch } }) => {
    const { expected } = expectedBy(ctx.headers.ifMatch);
    const data = await ctx.services.politics.update(ctx.actor, id, patch, expected);
    ctx.answer.etag = tagOf(data.version);
    return { success: true, data };
  });

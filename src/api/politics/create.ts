import { done } from '../answers.ts';
import { once } from '../once.ts';
import { tagOf } from '../tags.ts';
import { userProcedure } from '../trpc.ts';
import { politicsCreateInput, politicsIgnores, politicsRecord } from './schemas.ts';

const output = done(politicsRecord);

export const createPolitics = userProcedure
  .meta({
    openapi: { method: 'POST', path: '/politics', summary: 'Create a politics', tags: ['politics'] },
    success: 201,
    idempotent: true,
    tagged: true,
    ignores: politicsIgnores,
  })
  .input(politicsCreateInput())
  .output(output)
  .mutation(async ({ ctx, input }) => {
    const made = await once(ctx, { scope: 'politics.create', input, output }, async (options) => {
      const data = await ctx.services.politics.create(ctx.actor, input, options);
      ctx.answer.etag = tagOf(data.version);
      return { success: true as const, message: `politics ${data.name} was created`, data };
    });
    ctx.answer.location = `/v1/politics/${made.data._id}`;
    return made;
  });

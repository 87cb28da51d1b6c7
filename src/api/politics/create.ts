import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { politicsCreateInput, politicsIgnores, politicsRecord } from './schemas.ts';

const output = done(politicsRecord);

export const createPolitics = procedureFor('write')
  .meta({
    openapi: { method: 'POST', path: '/politics', summary: 'Create a rule set', tags: ['politics'] },
    success: 201,
    errors: ['quota_exceeded'],
    idempotent: true,
    tagged: true,
    ignores: politicsIgnores,
  })
  .input(politicsCreateInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input, options }) => {
      const data = await ctx.services.politics.create(ctx.actor, input, options);
      ctx.answer.etag = tagOf(data.version);
      ctx.answer.location = `/v1/politics/${data._id}`;
      return { success: true, message: `rule set ${data.name} was created`, data };
    }),
  );

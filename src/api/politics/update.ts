import { one } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { politicsIgnores, politicsRecord, politicsUpdateInput } from './schemas.ts';

const output = one(politicsRecord);

export const updatePolitics = procedureFor('write')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/politics/{id}',
      summary: 'Update a rule set',
      description:
        'First, fields such as name and rules replace whole values. Then updateRule is applied, then the removals, then ' +
        'the additions; all positions refer to the lists after the replacement. If one change fails, none is applied.',
      tags: ['politics'],
    },
    errors: ['politics_not_found', 'precondition_failed'],
    idempotent: true,
    tagged: true,
    ignores: politicsIgnores,
  })
  .input(politicsUpdateInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, ...patch }, options }) => {
      const data = await ctx.services.politics.update(ctx.actor, id, patch, options);
      ctx.answer.etag = tagOf(data.version);
      return { success: true, data };
    }),
  );

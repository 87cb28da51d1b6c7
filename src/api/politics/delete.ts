import { gone } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor } from '../trpc.ts';
import { politicsRef } from './schemas.ts';

export const deletePolitics = procedureFor('write')
  .meta({
    openapi: { method: 'DELETE', path: '/politics/{id}', summary: 'Delete a rule set', tags: ['politics'] },
    errors: ['politics_not_found', 'politics_in_use', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(politicsRef())
  .output(gone)
  .mutation(
    changing(gone, async ({ ctx, input: { id }, options }) => {
      await ctx.services.politics.remove(ctx.actor, id, options);
      return { success: true, message: `rule set ${id} was deleted` };
    }),
  );

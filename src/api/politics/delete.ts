import { gone } from '../answers.ts';
import { userProcedure } from '../trpc.ts';
import { politicsRef } from './schemas.ts';

export const deletePolitics = userProcedure
  .meta({
    openapi: { method: 'DELETE', path: '/politics/{id}', summary: 'Delete a politics', tags: ['politics'] },
    errors: ['politics_not_found', 'politics_in_use'],
  })
  .input(politicsRef())
  .output(gone)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.politics.remove(ctx.actor, input.id);
    return { success: true, message: `politics ${input.id} was deleted` };
  });

import { sessionProcedure } from '../trpc.ts';
import { tokenRecord, tokenRef } from './schemas.ts';

export const revokeToken = sessionProcedure
  .input(tokenRef())
  .output(tokenRecord)
  .mutation(({ ctx, input }) => ctx.services.tokens.revoke(ctx.actor, input.id));

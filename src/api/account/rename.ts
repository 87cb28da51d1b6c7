import { sessionProcedure } from '../trpc.ts';
import { nameInput, userRecord } from './schemas.ts';

/** Changes the name of the user. */
export const rename = sessionProcedure
  .input(nameInput())
  .output(userRecord)
  .mutation(({ ctx, input }) => ctx.accounts.rename(ctx.actor.userId, input.name));

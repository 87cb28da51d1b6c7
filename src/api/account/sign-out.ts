import { publicProcedure } from '../trpc.ts';
import { signedOut } from './schemas.ts';

export const signOut = publicProcedure.output(signedOut).mutation(async ({ ctx }) => {
  if (ctx.headers.cookie !== null) ctx.answer.cookies = await ctx.accounts.signOut(ctx.headers.cookie);
  return { success: true };
});

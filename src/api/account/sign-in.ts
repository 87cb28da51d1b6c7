import { publicProcedure } from '../trpc.ts';
import { signInInput, userRecord } from './schemas.ts';

export const signIn = publicProcedure
  .input(signInInput())
  .output(userRecord)
  .mutation(async ({ ctx, input }) => {
    const { user, cookies } = await ctx.accounts.signIn(input);
    ctx.answer.cookies = cookies;
    return user;
  });

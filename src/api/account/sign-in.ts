import { signInProcedure } from '../trpc.ts';
import { signInInput, userRecord } from './schemas.ts';

export const signIn = signInProcedure
  .input(signInInput())
  .output(userRecord)
  .mutation(async ({ ctx, input }) => {
    const { user, cookies } = await ctx.accounts.signIn(input, ctx.headers.userAgent);
    ctx.answer.cookies = cookies;
    return user;
  });

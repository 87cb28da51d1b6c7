import { signInProcedure } from '../trpc.ts';
import { signUpInput, userRecord } from './schemas.ts';

export const signUp = signInProcedure
  .input(signUpInput())
  .output(userRecord)
  .mutation(async ({ ctx, input }) => {
    const { user, cookies } = await ctx.accounts.signUp(input, ctx.headers.userAgent);
    ctx.answer.cookies = cookies;
    return user;
  });

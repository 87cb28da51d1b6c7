import { passwordProcedure } from '../trpc.ts';
import { passwordInput, signedOut } from './schemas.ts';

/** Changes the password of the user and ends every other session of the user. */
export const changePassword = passwordProcedure
  .input(passwordInput())
  .output(signedOut)
  .mutation(async ({ ctx, input }) => {
    ctx.answer.cookies = await ctx.accounts.changePassword(ctx.headers.cookie ?? '', input);
    return { success: true };
  });

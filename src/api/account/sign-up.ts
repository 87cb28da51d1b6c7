import { originOf } from '../recorded.ts';
import { signInProcedure } from '../trpc.ts';
import { signUpInput, userRecord } from './schemas.ts';

export const signUp = signInProcedure
  .input(signUpInput())
  .output(userRecord)
  .mutation(async ({ ctx, input }) => {
    const change = { action: 'account.signUp', origin: originOf(ctx), ownerId: null, email: input.email };
    const { user, cookies } = await ctx.services.audit.during(
      change,
      () => ctx.accounts.signUp(input, ctx.headers.userAgent),
      (made) => ({ outcome: 'done', ownerId: made.user._id, record: { kind: 'user', id: made.user._id } }),
    );
    ctx.answer.cookies = cookies;
    return user;
  });

import { AppError } from '../../domain/errors.ts';
import { originOf } from '../recorded.ts';
import { signInProcedure } from '../trpc.ts';
import { signUpInput, userRecord } from './schemas.ts';

export const signUp = signInProcedure
  .input(signUpInput())
  .output(userRecord)
  .mutation(async ({ ctx, input }) => {
    if (ctx.fromUnknownHost && (await ctx.accounts.signUpState()).first) {
      const what =
        'the first account administers the service, so it can be created only at the address in PUBLIC_URL';
      throw new AppError('forbidden', `${what}, at localhost, or at an IP address`);
    }
    const change = { action: 'account.signUp', origin: originOf(ctx), ownerId: null, email: input.email };
    const { user, cookies } = await ctx.services.audit.during(
      change,
      () => ctx.accounts.signUp(input, ctx.headers.userAgent),
      (made) => ({ outcome: 'done', ownerId: made.user._id, record: { kind: 'user', id: made.user._id } }),
    );
    ctx.answer.cookies = cookies;
    return user;
  });

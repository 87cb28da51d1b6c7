import { AppError } from '../../domain/errors.ts';
import { originOf } from '../recorded.ts';
import { signInProcedure } from '../trpc.ts';
import { signInInput, userRecord } from './schemas.ts';

const refusals = ['wrong_credentials', 'account_disabled'];

export const signIn = signInProcedure
  .input(signInInput())
  .output(userRecord)
  .mutation(async ({ ctx, input }) => {
    const known = await ctx.accounts.find(input.email);
    const change = { action: 'account.signIn', origin: originOf(ctx), ownerId: known?._id ?? null };
    const attempt = () => ctx.accounts.signIn(input, ctx.headers.userAgent).catch(refusalOf);
    const result = await ctx.services.audit.during({ ...change, email: input.email }, attempt, (signedIn) =>
      signedIn instanceof AppError
        ? { outcome: known === null ? 'failed' : 'refused' }
        : { outcome: 'done', ownerId: signedIn.user._id, record: { kind: 'user', id: signedIn.user._id } },
    );
    if (result instanceof AppError) throw result;
    ctx.answer.cookies = result.cookies;
    return result.user;
  });

/** Returns the error of a sign-in that was refused, which the audit log contains. Throws any other error. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && refusals.includes(error.code)) return error;
  throw error;
}

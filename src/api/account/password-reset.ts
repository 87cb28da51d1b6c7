import { originOf } from '../recorded.ts';
import { signInProcedure } from '../trpc.ts';
import { linkInput, resetInput, signedOut } from './schemas.ts';

/**
 * Sends a link to set a new password, if an account has the email. The answer is the same for every email. Throws
 * `mail_not_set_up`.
 */
export const requestPasswordReset = signInProcedure
  .input(resetInput())
  .output(signedOut)
  .mutation(({ ctx, input }) => {
    ctx.passwordResets.request(input.email);
    return { success: true };
  });

/** Sets a password with the secret of a link, which works once. Every session of the user ends. */
export const setPasswordByLink = signInProcedure
  .input(linkInput())
  .output(signedOut)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.audit.during(
      { action: 'account.setPasswordByLink', origin: originOf(ctx), ownerId: null },
      () => ctx.accounts.setPasswordByLink(input.secret, input.password),
      ({ _id }) => ({ outcome: 'done', ownerId: _id, record: { kind: 'user', id: _id } }),
    );
    return { success: true };
  });

import { recordLeft } from '../people/record-left.ts';
import { originOf } from '../recorded.ts';
import { passwordProcedure } from '../trpc.ts';
import { removalProof, signedOut } from './schemas.ts';

/**
 * Deletes the account of the user with its records. The log of the administrator has an entry too, because nobody reads
 * that of the user any more.
 */
export const removeAccount = passwordProcedure
  .input(removalProof())
  .output(signedOut)
  .mutation(async ({ ctx, input }) => {
    const { userId } = ctx.actor;
    const [administrator] = await ctx.accounts.people();
    const change = {
      action: 'account.remove',
      origin: originOf(ctx),
      ownerId: administrator?._id ?? null,
      record: { kind: 'user', id: userId },
    };
    const left = await ctx.services.audit.during(
      change,
      () => ctx.people.removeOwn(ctx.actor, input.proof),
      () => ({ outcome: 'done' }),
    );
    await recordLeft(ctx, userId, left);
    ctx.answer.cookies = await ctx.accounts.signOut(ctx.headers.cookie ?? '');
    return { success: true };
  });

import { originOf } from '../recorded.ts';
import { publicProcedure } from '../trpc.ts';
import { signedOut } from './schemas.ts';

export const signOut = publicProcedure.output(signedOut).mutation(async ({ ctx }) => {
  const { cookie } = ctx.headers;
  if (cookie === null) return { success: true };
  const origin = originOf(ctx);
  ctx.answer.cookies = await ctx.services.audit.during(
    { action: 'account.signOut', origin, ownerId: origin.userId },
    () => ctx.accounts.signOut(cookie),
    () => ({ outcome: origin.userId === null ? 'failed' : 'done' }),
  );
  return { success: true };
});

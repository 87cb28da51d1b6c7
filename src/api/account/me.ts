import { z } from 'zod';
import { publicProcedure } from '../trpc.ts';
import { userRecord } from './schemas.ts';

/** Returns the signed-in user (null for a visitor), and whether an account can be created now. */
export const whoAmI = publicProcedure
  .output(
    z.object({ user: userRecord.nullable(), signUp: z.object({ open: z.boolean(), first: z.boolean() }) }),
  )
  .query(async ({ ctx }) => {
    const session = ctx.headers.cookie && (await ctx.accounts.session(ctx.headers.cookie));
    return { user: session ? session.user : null, signUp: await ctx.accounts.signUpState() };
  });

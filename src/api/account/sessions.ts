import { z } from 'zod';
import type { UserContext } from '../context.ts';
import { sessionProcedure } from '../trpc.ts';
import { sessionRecord, sessionRef } from './schemas.ts';

/** Returns the sessions of the user, last used first. `current` marks the session of this request. */
export const listSessions = sessionProcedure.output(z.array(sessionRecord)).query(async ({ ctx }) => {
  const [current, sessions] = await Promise.all([currentId(ctx), ctx.accounts.sessions(ctx.actor.userId)]);
  return sessions.map((session) => ({ ...session, current: session._id === current }));
});

/** Ends a session of the user in another browser, or this one. */
export const endSession = sessionProcedure
  .input(sessionRef())
  .output(z.object({ success: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await ctx.accounts.endSession(ctx.actor.userId, input.id);
    return { success: true };
  });

/** Ends every session of the user but the one of this request. */
export const endOtherSessions = sessionProcedure
  .output(z.object({ ended: z.int() }))
  .mutation(async ({ ctx }) => ({
    ended: await ctx.accounts.endOtherSessions(ctx.actor.userId, await currentId(ctx)),
  }));

/** Returns the id of the session of this request; empty if it has just ended. */
async function currentId({ accounts, headers }: UserContext): Promise<string> {
  return (await accounts.session(headers.cookie ?? ''))?.sessionId ?? '';
}

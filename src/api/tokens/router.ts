import { z } from 'zod';
import { idOf, strict } from '../fields.ts';
import { router, sessionProcedure } from '../trpc.ts';
import { tokenCreateInput, tokenRecord } from './schemas.ts';

/** For the dashboard only: these procedures are not served under /v1. */
export const tokensRouter = router({
  /**
   * Creates an API token. `secret` is the whole token. Only this response contains `secret`, because the service does not
   * store it.
   */
  create: sessionProcedure
    .input(tokenCreateInput())
    .output(z.object({ token: tokenRecord, secret: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.tokens.create(ctx.actor, input)),

  /** Returns all tokens of the user, newest first, including revoked and expired ones. */
  list: sessionProcedure.output(z.array(tokenRecord)).query(({ ctx }) => ctx.services.tokens.list(ctx.actor)),

  revoke: sessionProcedure
    .input(strict({ id: idOf('token') }))
    .output(tokenRecord)
    .mutation(({ ctx, input }) => ctx.services.tokens.revoke(ctx.actor, input.id)),
});

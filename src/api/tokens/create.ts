import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { tokenCreateInput, tokenRecord } from './schemas.ts';

/** `secret` is the whole token: it is shown this once and not kept. */
export const createToken = sessionProcedure
  .input(tokenCreateInput())
  .output(z.object({ token: tokenRecord, secret: z.string() }))
  .mutation(({ ctx, input }) => ctx.services.tokens.create(ctx.actor, input));

import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { tokenCreateInput, tokenRecord } from './schemas.ts';

/** `secret` is the whole token. It is shown once and not stored. */
export const createToken = sessionProcedure
  .input(tokenCreateInput())
  .output(z.object({ token: tokenRecord, secret: z.string() }))
  .mutation(({ ctx, input }) => ctx.services.tokens.create(ctx.actor, input));

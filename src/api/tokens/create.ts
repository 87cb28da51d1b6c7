import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { tokenCreateInput, tokenRecord } from './schemas.ts';

/**
 * Creates an API token. `secret` is the whole token. Only this response contains `secret`, because the service does not
 * store it.
 */
export const createToken = sessionProcedure
  .input(tokenCreateInput())
  .output(z.object({ token: tokenRecord, secret: z.string() }))
  .mutation(({ ctx, input }) => ctx.services.tokens.create(ctx.actor, input));

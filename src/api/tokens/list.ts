import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { tokenRecord } from './schemas.ts';

/** Returns all tokens of the user, newest first, including revoked and expired ones. */
export const listTokens = sessionProcedure
  .output(z.array(tokenRecord))
  .query(({ ctx }) => ctx.services.tokens.list(ctx.actor));

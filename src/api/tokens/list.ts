import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { tokenRecord } from './schemas.ts';

/** Newest first, with revoked and expired tokens. */
export const listTokens = sessionProcedure
  .output(z.array(tokenRecord))
  .query(({ ctx }) => ctx.services.tokens.list(ctx.actor));

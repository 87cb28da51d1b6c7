import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { tokenRecord } from './schemas.ts';

/** Newest first, those revoked and expired too. */
export const listTokens = sessionProcedure
  .output(z.array(tokenRecord))
  .query(({ ctx }) => ctx.services.tokens.list(ctx.actor));

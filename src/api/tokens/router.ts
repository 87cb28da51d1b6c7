import { z } from 'zod';
import { tokenScopes } from '../../domain/records/rights.ts';
import { filledText, idOf, strict } from '../fields.ts';
import { router, sessionProcedure } from '../trpc.ts';

const time = () => z.iso.datetime();

const tokenCreateInput = () =>
  strict({
    name: filledText().max(100),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a time as in ISO 8601' })
      .nullable()
      .default(null),
    scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length).exactOptional(),
    limit: strict({ kind: z.enum(['politics', 'project']), id: idOf('rule set or project') })
      .nullable()
      .default(null),
  });

const tokenRecord = z.object({
  _id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  last4: z.string(),
  createdAt: time(),
  expiresAt: time().nullable(),
  lastUsedAt: time().nullable(),
  revokedAt: time().nullable(),
  scopes: z.array(z.enum(tokenScopes)),
  limit: z.object({ kind: z.enum(['politics', 'project']), id: z.string() }).nullable(),
});

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

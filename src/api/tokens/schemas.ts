import { z } from 'zod';
import { tokenScopes } from '../../domain/records/rights.ts';
import { filledText, idOf, strict } from '../fields.ts';

const time = () => z.iso.datetime();

export const tokenCreateInput = () =>
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

export const tokenRecord = z.object({
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

import { z } from 'zod';
import { procedureFor } from '../trpc.ts';
import { auditEntry, auditListInput } from './schemas.ts';

export const listAudit = procedureFor('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/audit',
      summary: 'List the audit log',
      description:
        'Who did what to which record, when and from where, for every change and every sign-in; newest first.',
      tags: ['audit'],
    },
    listed: true,
  })
  .input(auditListInput())
  .output(
    z.object({ success: z.literal(true), data: z.array(auditEntry), nextCursor: z.string().nullable() }),
  )
  .query(async ({ ctx, input }) => {
    const { entries, nextCursor } = await ctx.services.audit.list(ctx.actor, input);
    if (nextCursor !== null) ctx.answer.nextCursor = nextCursor;
    return { success: true as const, data: entries, nextCursor };
  });

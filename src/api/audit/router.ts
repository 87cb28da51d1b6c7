import { z } from 'zod';
import { answered, one } from '../answers.ts';
import { strict } from '../fields.ts';
import { endpoint, router } from '../trpc.ts';
import { auditEntry, auditListInput, auditVerification } from './schemas.ts';

export const auditRouter = router({
  list: endpoint('administer', 'GET', '/audit', {
    summary: 'List the audit log',
    description:
      'Who did what to which record, when and from where, for every change and every sign-in; newest first.',
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
    }),

  verify: endpoint('administer', 'GET', '/audit/verify', {
    summary: 'Verify the audit log',
    description: 'Reads the whole log and checks that no entry was changed, removed or moved.',
  })
    .input(strict({}))
    .output(one(auditVerification))
    .query(async ({ ctx }) => answered(await ctx.services.audit.verify(ctx.actor))),
});

import { one } from '../answers.ts';
import { strict } from '../fields.ts';
import { procedureFor } from '../trpc.ts';
import { auditVerification } from './schemas.ts';

export const verifyAudit = procedureFor('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/audit/verify',
      summary: 'Verify the audit log',
      description: 'Reads the whole log and checks that no entry was changed, removed or moved.',
      tags: ['audit'],
    },
  })
  .input(strict({}))
  .output(one(auditVerification))
  .query(async ({ ctx }) => ({
    success: true as const,
    data: await ctx.services.audit.verify(ctx.actor),
  }));

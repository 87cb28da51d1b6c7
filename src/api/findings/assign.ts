import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { assignInput, finding } from './schemas.ts';

const output = done(finding);

export const assignFinding = procedureFor('review')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/projects/{id}/findings/{findingId}/assignee',
      summary: 'Assign a finding to a member of the workspace',
      description:
        'Says who is to review the finding. Like a review, it also applies to later runs. A member who leaves the workspace, or gets the role viewer, loses the findings.',
      tags: ['findings'],
    },
    errors: ['project_not_found', 'finding_not_found', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(assignInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, findingId, userId }, options }) => {
      const data = await ctx.services.findings.assign(ctx.actor, id, findingId, userId, options);
      if (data.assignee !== null) ctx.answer.etag = tagOf(data.assignee.id);
      return { success: true, message: `assigned to ${data.assignee?.name ?? 'nobody'}`, data };
    }),
  );

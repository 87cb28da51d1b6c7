import { done, one } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor } from '../trpc.ts';
import { monthlyUsage } from '../usage/schemas.ts';
import { workspaceBudgetInput, workspaceRef } from './schemas.ts';

const tags = ['workspaces'];
const output = done(monthlyUsage);

export const getWorkspaceBudget = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/workspaces/{id}/budget',
      summary: 'Get what was spent on models in a workspace this month',
      description: 'The spending of all members together, and the caps that apply to them together.',
      tags,
    },
    errors: ['workspace_not_found'],
  })
  .input(workspaceRef())
  .output(one(monthlyUsage))
  .query(async ({ ctx, input: { id } }) => ({
    success: true as const,
    data: await ctx.services.budgets.ofWorkspace(ctx.actor, id),
  }));

export const setWorkspaceBudget = procedureFor('administer')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/workspaces/{id}/budget',
      summary: 'Set what may be spent on models in a workspace in a month',
      tags,
    },
    errors: ['workspace_not_found', 'write_conflict', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(workspaceBudgetInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, tokens, cost }, options }) => {
      const caps = tokens === null && cost === null ? null : { tokens, cost };
      const data = await ctx.services.budgets.setWorkspaceCaps(ctx.actor, id, caps, options);
      return { success: true, message: 'the monthly budget of the workspace was set', data };
    }),
  );

import { answered, one } from '../answers.ts';
import { strict } from '../fields.ts';
import { endpoint, router } from '../trpc.ts';
import { monthlyUsage } from './schemas.ts';

export const usageRouter = router({
  get: endpoint('read', 'GET', '/usage', {
    summary: 'Get what was spent on models this month',
    description: 'The model tokens and their cost in the current month, and the caps that apply.',
  })
    .input(strict({}))
    .output(one(monthlyUsage))
    .query(async ({ ctx }) => answered(await ctx.services.budgets.usage(ctx.actor))),
});

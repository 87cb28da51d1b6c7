import { one } from '../answers.ts';
import { strict } from '../fields.ts';
import { procedureFor } from '../trpc.ts';
import { monthlyUsage } from './schemas.ts';

export const getUsage = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/usage',
      summary: 'Get what was spent on models this month',
      description: 'The model tokens and their cost in the current month, and the caps that apply.',
      tags: ['usage'],
    },
  })
  .input(strict({}))
  .output(one(monthlyUsage))
  .query(async ({ ctx }) => ({ success: true as const, data: await ctx.services.budgets.usage(ctx.actor) }));

import { z } from 'zod';

const amount = (what: string) => z.number().min(0).meta({ description: what });

export const monthlyUsage = z
  .object({
    month: z.string().meta({ description: 'The current month, as 2026-11, in UTC.' }),
    resetsAt: z.iso.datetime().meta({ description: 'When the next month starts.' }),
    spent: z
      .object({
        tokens: amount('Model tokens, input and output. Calls in progress count with their maximum.'),
        cost: amount('Their cost in the currency of MODEL_PRICES; 0 without prices.'),
      })
      .meta({ id: 'MonthlySpending' }),
    caps: z
      .object({
        tokens: z.number().nullable().meta({ description: 'Null means no cap.' }),
        cost: z.number().nullable().meta({ description: 'Null means no cap.' }),
      })
      .meta({ id: 'MonthlyCaps' }),
  })
  .meta({ id: 'MonthlyUsage' });

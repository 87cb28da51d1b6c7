import { z } from 'zod';
import { stanceSchema } from '../../model/citation.ts';
import { outcomeSchema } from '../../model/finding.ts';

const quoteSchema = z.object({ passage: z.string(), quote: z.string() });

/**
 * The answer to the prompt `rule-check`. The fields are in the order in which the model writes them: quotes before the
 * outcome.
 */
export const ruleAnswerSchema = z.object({
  quotes: z.array(quoteSchema.extend({ stance: stanceSchema })),
  exceptions: z.array(quoteSchema),
  missing: z.array(z.string()),
  answer: z.string().trim().min(1, 'it is empty'),
  values: z.array(
    z.object({
      name: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]),
      unit: z.string().nullish(),
      /** Positions of quotes. A position without a quote is ignored. */
      quotes: z.array(z.number()),
    }),
  ),
  outcome: outcomeSchema,
});

/** The answer to the prompt `support-check`. */
export const supportAnswerSchema = z.object({
  reason: z.string(),
  verdict: z.enum(['entails', 'partial', 'contradicts', 'unrelated']),
});

export type RuleAnswer = z.output<typeof ruleAnswerSchema>;

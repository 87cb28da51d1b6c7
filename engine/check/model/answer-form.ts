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

/** A list, which models give as null if it is empty, or as its only item. */
function listOf<Item extends z.ZodType>(item: Item) {
  const asList = (given: unknown) => (Array.isArray(given) ? given : given === null ? [] : [given]);
  return z.preprocess(asList, z.array(item));
}

/** A number of a sentence, which some models give as text. */
const sentenceNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

/**
 * The answer to a version of the prompt `rule-check` that asks for the numbers of sentences. `words` are the words of a
 * long sentence that matter; without them, the whole sentence is the quote.
 */
export const pointingAnswerSchema = z.object({
  sentences: listOf(z.object({ number: sentenceNumber, stance: stanceSchema, words: z.string().nullish() })),
  answer: z.string().trim().min(1, 'it is empty'),
  values: listOf(
    z.object({
      name: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]),
      unit: z.string().nullish(),
      /** Numbers of sentences. A number that `sentences` does not have is ignored. */
      sentences: listOf(sentenceNumber),
    }),
  ),
  missing: listOf(z.string()),
  outcome: outcomeSchema,
  flagged: z.boolean().nullish(),
});

/** Whether a version of the prompt `rule-check` asks for the numbers of sentences; otherwise it asks for quotes. */
export function asksForNumbers({ output }: { output: Record<string, unknown> }): boolean {
  const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(output);
  return 'sentences' in properties;
}

/**
 * The answer to the prompt `support-check`. `matters` are the numbers of the shown places that limit the quotes, from 1;
 * versions of the prompt that show no places do not ask for it.
 */
export const supportAnswerSchema = z.object({
  reason: z.string(),
  matters: listOf(sentenceNumber).default([]),
  verdict: z.enum(['entails', 'partial', 'contradicts', 'unrelated']),
});

export type RuleAnswer = z.output<typeof ruleAnswerSchema>;
export type PointingAnswer = z.output<typeof pointingAnswerSchema>;

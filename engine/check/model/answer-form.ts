import { z } from 'zod';
import { stanceSchema } from '../../model/citation.ts';
import { outcomeSchema } from '../../model/finding.ts';
import type { Numbering } from './shown-documents.ts';

const quoteSchema = z.object({ passage: z.string(), quote: z.string() });
const valueSchema = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().nullish(),
});

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
    /** Positions of quotes. A position without a quote is ignored. */
    valueSchema.extend({ quotes: z.array(z.number()) }),
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
  /** The sentence that says most about the rule; versions of the prompt before 3 do not ask for it. */
  closest: sentenceNumber.nullish(),
  sentences: listOf(z.object({ number: sentenceNumber, stance: stanceSchema, words: z.string().nullish() })),
  answer: z.string().trim().min(1, 'it is empty'),
  values: listOf(
    /** Numbers of sentences. A number that `sentences` does not have is ignored. */
    valueSchema.extend({ sentences: listOf(sentenceNumber) }),
  ),
  missing: listOf(z.string()),
  outcome: outcomeSchema,
  flagged: z.boolean().nullish(),
});

/** How a version of the prompt `rule-check` numbers the sentences; a version that numbers none asks for quotes. */
export function numberingOf({ output }: { output: Record<string, unknown> }): Numbering {
  const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(output);
  if ('closest' in properties) return 'around';
  return 'sentences' in properties ? 'before' : 'none';
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

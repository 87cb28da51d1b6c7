import { z } from 'zod';
import { labelSchema, outcomeSchema } from '../../../engine/model/finding.ts';
import { ruleListSchema, scopeSchema } from '../../../engine/model/rule.ts';

const text = z.string().regex(/\S/, 'needs at least one character that is not a space');
const path = text;

/**
 * The location of words that decide the answer: a page, the section below a heading, or a line of a file without pages.
 */
const placeSchema = z
  .strictObject({
    file: text,
    page: z.int().min(1).optional(),
    heading: text.optional(),
    line: z.int().min(1).optional(),
  })
  .refine(
    ({ page, heading, line }) => [page, heading, line].filter((one) => one !== undefined).length === 1,
    'needs one of page, heading and line',
  );

const expectationSchema = z.strictObject({
  /** The rule's name. */
  rule: text,
  /** The document that the expected answer is about, if the scope is `each`. */
  file: text.optional(),
  /** The label and the outcome that a careful reader would give. */
  label: labelSchema,
  outcome: outcomeSchema,
  pages: z.array(placeSchema).default([]),
  /** Words that the citations must contain. */
  mustQuote: z.array(text).default([]),
  /** Words that the statement and the values must not contain. */
  mustNotClaim: z.array(text).default([]),
  why: text.optional(),
});

/** One case: documents, rules, and the correct answers. Paths are relative to the case's own file. */
export const caseFileSchema = z
  .strictObject({
    name: text,
    /** The answers to a case of the split `locked` count in the figures, but no report shows them. */
    split: z.enum(['dev', 'locked']).default('dev'),
    documents: z.array(path).min(1, 'needs at least one document'),
    knowledge: z.array(path).default([]),
    scope: scopeSchema.default('together'),
    rules: ruleListSchema.optional(),
    /** The path of a rules file, which can be given in place of `rules`. */
    rulesFile: path.optional(),
    /**
     * Set if the documents contain an instruction to the checker: `wants` is the outcome that the instruction demands
     * for every rule.
     */
    attack: z.strictObject({ wants: outcomeSchema }).optional(),
    expected: z.array(expectationSchema).min(1, 'needs at least one expectation'),
  })
  .refine(({ rules, rulesFile }) => (rules === undefined) !== (rulesFile === undefined), {
    message: 'needs either rules or rulesFile',
  });

export type Place = z.output<typeof placeSchema>;
export type Expectation = z.output<typeof expectationSchema>;
export type CaseFile = z.output<typeof caseFileSchema>;

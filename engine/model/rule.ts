import { z } from 'zod';

export const ifAbsentSchema = z.enum(['violated', 'satisfied']);

/** A rule is one duty. A text of many pages is none, and comparing each of its words would take minutes. */
const longestDescription = 10_000;

/** What a rule demands, in its author's words. */
export const ruleDescriptionSchema = z
  .string()
  .regex(/\S/, 'needs at least one character that is not a space')
  .max(
    longestDescription,
    `is longer than ${longestDescription.toLocaleString('en-US')} characters; a rule is one duty, and a longer text is a knowledge file`,
  );

/** A rule as its author wrote it. `ifAbsent` says what it means when nothing in the material bears on it. */
export const ruleSchema = z.object({
  name: z.string().regex(/\S/, 'needs at least one character that is not a space'),
  description: ruleDescriptionSchema,
  ifAbsent: ifAbsentSchema.optional(),
});

export const scopeSchema = z.enum(['together', 'each']);

export type Rule = z.infer<typeof ruleSchema>;
export type Scope = z.infer<typeof scopeSchema>;

/** A rule with its place and its stable key: a hash of name and description, with an ordinal for equal ones. */
export type KeyedRule = Rule & { key: string; index: number };

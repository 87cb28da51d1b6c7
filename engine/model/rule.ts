import { z } from 'zod';

/** Maximum length of a rule's name, in UTF-16 code units. The name is the heading of the rule's findings. */
const longestName = 500;
/**
 * Maximum length of a description. A text of many pages is not one duty, and comparing each of its words would take
 * minutes.
 */
const longestDescription = 10_000;

const filled = (longest: number, advice: string) =>
  z
    .string()
    .regex(/\S/, 'needs at least one character that is not a space')
    .max(longest, `is longer than ${longest.toLocaleString('en-US')} characters; ${advice}`);

/**
 * The fields of a rule as its author writes them. The API, rules files and evaluation cases all parse rules with these
 * fields. Each of them calls this function to get a separate copy, because the API's adapter changes the schemas of
 * requests in place.
 */
export const ruleFields = () => ({
  name: filled(longestName, 'describe what the rule requires in its description'),
  description: filled(
    longestDescription,
    'write one duty per rule, and give a longer text as a knowledge file',
  ),
  ifAbsent: z
    .enum(['violated', 'satisfied'])
    .exactOptional()
    .meta({ description: 'The outcome of the rule if nothing in the files bears on it.' }),
});

/** A rule. Unknown fields are rejected, because ignoring one could change the answer. */
export const ruleSchema = z.strictObject(ruleFields());

export const scopeSchema = z.enum(['together', 'each']);

export type Rule = z.infer<typeof ruleSchema>;
export type Scope = z.infer<typeof scopeSchema>;

/** A rule with its index and its key: a hash of the whole rule, with an ordinal if rules are equal. */
export type KeyedRule = Rule & { key: string; index: number };

import { z } from 'zod';
import type { Json } from '../../../engine/model/result.ts';
import { type Rule, ruleListSchema, ruleSchema } from '../../../engine/model/rule.ts';
import { badInput } from '../terminal/ending.ts';
import type { Written } from '../written/parse.ts';
import { kindOf } from '../written/problems.ts';

/** `secondSignOff` is for the service: on the command line nobody signs off. */
export type RuleSet = {
  rules: Rule[];
  outputFormat: { [key: string]: Json } | null;
  secondSignOff?: boolean;
};

export const ruleFileSchema = z.strictObject({
  rules: ruleListSchema,
  outputFormat: z.record(z.string(), z.json()).nullish(),
  secondSignOff: z.boolean().exactOptional(),
});

/** The JSON of `proviso rules from`, of which only the rules count. */
const extractionFileSchema = ruleFileSchema.extend({
  rules: z
    .array(ruleSchema.extend({ note: z.string().exactOptional() }).transform(({ note: _, ...rule }) => rule))
    .pipe(ruleListSchema),
  leftOut: z.array(z.looseObject({ quote: z.string(), reason: z.string() })),
  rewording: z.looseObject({}).exactOptional(),
  comparison: z.looseObject({}).exactOptional(),
});

/**
 * The rules in a file: a list of rules, or an object with `rules` and optionally `outputFormat` and `secondSignOff`, or the JSON of
 * `proviso rules from`. Throws `bad_input`, whose message lists every problem with its JSON path and, if known, its line.
 * The dashboard reads imported files with this function too.
 */
export function rulesIn(file: Written): RuleSet {
  const { value, name } = file;
  // The schema is chosen by the kind of the value, because a union of both schemas would only report "Invalid input".
  if (Array.isArray(value)) return { rules: file.as(ruleListSchema), outputFormat: null };
  if (value !== null && typeof value === 'object') {
    const {
      rules,
      outputFormat = null,
      ...settings
    } = 'leftOut' in value ? file.as(extractionFileSchema) : file.as(ruleFileSchema);
    return { rules, outputFormat, ...(settings.secondSignOff && { secondSignOff: true }) };
  }
  throw badInput(
    `${name} contains ${value === null || value === undefined ? 'nothing' : kindOf(value)}, not rules`,
    'It must be a list of {name, description}, or an object with "rules".',
  );
}

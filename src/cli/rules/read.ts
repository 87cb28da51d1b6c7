import { z } from 'zod';
import { defaultLimits } from '../../../engine/job.ts';
import type { Json } from '../../../engine/model/result.ts';
import { type Rule, ruleSchema } from '../../../engine/model/rule.ts';
import { badInput } from '../terminal/failure.ts';
import { kindOf } from '../written/problems.ts';
import { readWritten, type Written } from '../written/read.ts';

export type RuleSet = { rules: Rule[]; outputFormat: { [key: string]: Json } | null };

const ruleListSchema = z.array(ruleSchema).min(1, 'needs at least one rule');
const ruleFileSchema = z.strictObject({
  rules: ruleListSchema,
  outputFormat: z.record(z.string(), z.json()).nullish(),
});

/**
 * Reads a rules file, YAML or JSON: a list of rules, or an object with `rules` and optionally `outputFormat`. Throws
 * `bad_input`, whose message lists every problem with its JSON path and, if known, its line.
 */
export async function readRules(path: string): Promise<RuleSet> {
  const file = await readWritten(path, 'the rules file');
  const { value, name } = file;
  // The schema is chosen by the kind of the value, because a union of both schemas would only report "Invalid input".
  if (Array.isArray(value)) return { rules: file.as(ruleListSchema), outputFormat: null };
  if (value !== null && typeof value === 'object') {
    const { rules, outputFormat = null } = file.as(ruleFileSchema);
    if (outputFormat !== null) await checkFormat(outputFormat, file);
    return { rules, outputFormat };
  }
  throw badInput(
    `${name} contains ${value === null || value === undefined ? 'nothing' : kindOf(value)}, not rules`,
    'It must be a list of {name, description}, or an object with "rules".',
  );
}

async function checkFormat(format: { [key: string]: Json }, file: Written): Promise<void> {
  const { outputFormatProblems } = await import('../../../engine/shape/check-output-format.ts');
  const problems = await outputFormatProblems(format, defaultLimits);
  if (problems.length === 0) return;
  throw file.refusal(problems.map(({ place, message }) => ({ path: ['outputFormat', ...place], message })));
}

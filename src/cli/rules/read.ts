import { defaultLimits } from '../../../engine/job.ts';
import { readWritten } from '../written/read.ts';
import { type RuleSet, rulesIn } from './parse.ts';

/**
 * Reads a rules file, YAML or JSON: a list of rules, or an object with `rules` and optionally `outputFormat`. Throws
 * `bad_input`, whose message lists every problem with its JSON path and, if known, its line.
 */
export async function readRules(path: string): Promise<RuleSet> {
  const file = await readWritten(path, 'the rules file');
  const ruleSet = rulesIn(file);
  const { outputFormat } = ruleSet;
  if (outputFormat === null) return ruleSet;
  const { outputFormatProblems } = await import('../../../engine/shape/check-output-format.ts');
  const problems = await outputFormatProblems(outputFormat, defaultLimits);
  if (problems.length === 0) return ruleSet;
  throw file.refusal(problems.map(({ place, message }) => ({ path: ['outputFormat', ...place], message })));
}

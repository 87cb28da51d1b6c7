import { defaultLimits } from '../../../engine/job.ts';
import type { Warning } from '../../../engine/model/result.ts';
import { readConfig } from '../../config.ts';
import { whyTooLarge } from '../../domain/records/rule-set-size.ts';
import { badInput } from '../terminal/ending.ts';
import { readWritten } from '../written/read.ts';
import { type RuleSet, rulesIn } from './parse.ts';

/**
 * Reads a rules file, YAML or JSON: a list of rules, or an object with `rules` and optionally `outputFormat`. Throws
 * `bad_input`, whose message lists every problem with its JSON path and, if known, its line, and for a rule set that exceeds
 * `LIMIT_RULE_SET_BYTES`.
 */
export async function readRules(path: string): Promise<RuleSet & { warnings: Warning[] }> {
  const file = await readWritten(path, 'the rules file');
  const warnings = file.cutLines().map((line) => cutAt(file.name, line));
  const ruleSet = { ...rulesIn(file), warnings };
  const { LIMIT_RULE_SET_BYTES } = process.env;
  const size = whyTooLarge(ruleSet, readConfig({ LIMIT_RULE_SET_BYTES }).LIMIT_RULE_SET_BYTES);
  if (size !== null) throw badInput(`the rule set in ${path} ${size}`);
  const { outputFormat } = ruleSet;
  if (outputFormat === null) return ruleSet;
  const { outputFormatProblems } = await import('../../../engine/shape/check-output-format.ts');
  const problems = await outputFormatProblems(outputFormat, defaultLimits);
  if (problems.length === 0) return ruleSet;
  throw file.refusal(problems.map(({ place, message }) => ({ path: ['outputFormat', ...place], message })));
}

function cutAt(name: string, line: number): Warning {
  const message = `${name}:${line}: a text ends before “#”, which begins a comment. If the words after it are part of the text, put the text in quotation marks.`;
  return { code: 'comment_cuts_text', message };
}

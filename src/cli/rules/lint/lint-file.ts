import { type LintProblem, lintRules } from '../../../../engine/index.ts';
import { badInput } from '../../terminal/ending.ts';
import { type FilePlace, parseWritten, type Written } from '../../written/parse.ts';
import { readText } from '../../written/read.ts';
import { type RuleSet, rulesIn } from '../parse.ts';

/** A problem with its place in the file: where its words begin and end. */
export type PlacedProblem = LintProblem &
  Partial<FilePlace> & { endLine?: number; endColumn?: number; name: string };

/** A rules file with its problems. */
export type LintedFile = { path: string; text: string; rules: RuleSet['rules']; problems: PlacedProblem[] };

/** Reads a rules file and finds its problems. Throws `bad_input` if it is not a rules file. */
export async function lintFile(path: string, given: Linting): Promise<LintedFile> {
  return lintText(await readText(path, 'the rules file'), path, given);
}

export type Linting = { maxRules: number; knowledge: readonly string[]; signal: AbortSignal };

/** Finds the problems of the text of a rules file. Throws `bad_input` if it is not one. */
export async function lintText(text: string, path: string, given: Linting): Promise<LintedFile> {
  const file = parseWritten(text, path);
  const { rules } = rulesIn(file);
  // The time of comparing rules grows with the square of their number.
  if (rules.length > given.maxRules)
    throw badInput(
      `${path} has ${rules.length} rules; at most ${given.maxRules} are checked: split the file, or set --max-rules`,
    );
  const problems = await lintRules(rules, given);
  return { path, text, rules, problems: problems.map((problem) => placed(problem, file, rules)) };
}

/** The path in a rules file of a rule, or of a field of it. */
export function pathOf(file: Pick<Written, 'value'>, rule: number, ...field: string[]): (string | number)[] {
  return [...(Array.isArray(file.value) ? [] : ['rules']), rule, ...field];
}

function placed(problem: LintProblem, file: Written, rules: RuleSet['rules']): PlacedProblem {
  const path = pathOf(file, problem.rule, problem.field);
  const start = file.placeOf(path, problem.start);
  const end = file.placeOf(path, problem.end);
  return {
    ...problem,
    name: rules[problem.rule]?.name ?? '',
    ...start,
    ...(end && { endLine: end.line, endColumn: end.column }),
  };
}

import { setImmediate } from 'node:timers/promises';
import type { Rule } from '../../model/rule.ts';
import { checkAbsence, checkText } from './checks/absence.ts';
import { checkCompound } from './checks/compound.ts';
import { checkDuty } from './checks/duty.ts';
import { checkName } from './checks/name.ts';
import { checkNumbers } from './checks/numbers.ts';
import { checkPair } from './checks/pairs.ts';
import { checkPhrases } from './checks/phrases.ts';
import { checkPositions } from './checks/positions.ts';
import { undefinedTerms } from './checks/terms.ts';
import { type Found, type LintProblem, problemOf } from './problem.ts';
import { type RuleReading, readRule } from './reading.ts';

export type LintOptions = {
  /** Texts of knowledge files. A term that one of them contains counts as defined. */
  knowledge?: readonly string[];
  /** Stops the work; the promise is then rejected with the reason of the signal. */
  signal?: AbortSignal;
};

const checks: readonly ((reading: RuleReading) => Found[])[] = [
  checkDuty,
  checkCompound,
  checkPhrases,
  checkNumbers,
  checkName,
  checkAbsence,
  checkText,
];

/**
 * The problems of rules that make them hard to check, in the order of the rules and of the places in them. The checks
 * know English only; of rules in other languages, repeated texts and needless spaces are reported. The work grows with
 * the square of the number of rules, and other work can run after each rule.
 */
export async function lintRules(
  rules: readonly Rule[],
  { knowledge = [], signal }: LintOptions = {},
): Promise<LintProblem[]> {
  const readings: RuleReading[] = [];
  const problems: LintProblem[] = [];
  for (const [index, rule] of rules.entries()) {
    await setImmediate(undefined, { signal });
    const reading = readRule(rule, index);
    // With a preferred position, the description is only the topic of the rule.
    const isTopic = rule.preferred !== undefined;
    const own = isTopic ? [] : checks.flatMap((check) => check(reading));
    const hasDuty = !isTopic && !own.some(({ code }) => code === 'no_duty');
    // A topic has no parts that could be wrong.
    problems.push(
      ...own
        .filter(({ code }) => hasDuty || code === 'no_duty' || code === 'untidy_text')
        .map((found) => problemOf(index, found)),
    );
    problems.push(...checkPositions(rule, index).map((found) => problemOf(index, found)));
    const pair = hasDuty ? firstPair(readings, reading) : null;
    if (pair) problems.push(problemOf(index, pair));
    readings.push(reading);
  }
  for (const { index, ...found } of undefinedTerms({ knowledge, rules: readings }))
    problems.push(problemOf(index, found));
  return problems.sort(
    (one, other) => one.rule - other.rule || order(one) - order(other) || one.start - other.start,
  );
}

/** The problem with the first earlier rule that a rule repeats or contradicts. */
function firstPair(earlier: readonly RuleReading[], reading: RuleReading): Found | null {
  for (const other of earlier) {
    const found = checkPair(other, reading);
    if (found) return found;
  }
  return null;
}

function order({ field }: LintProblem): number {
  return ['name', 'description', 'ifAbsent'].indexOf(field);
}

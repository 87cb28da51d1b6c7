import type { Asked } from '../../../check/lexical/compare/asked.ts';
import { compare } from '../../../check/lexical/compare/compare.ts';
import { compareForce } from '../../../check/lexical/compare/compare-force.ts';
import type { Limit } from '../../../check/lexical/parse/limits.ts';
import type { Language } from '../../../language/language.ts';
import { sorted } from '../../../model/canonical/file-order.ts';
import type { Rule } from '../../../model/rule.ts';
import type { Found } from '../problem.ts';
import { foldedWords, type RuleReading } from '../reading.ts';

/** The share of their content words that two rules have in common before their parts are compared. */
const leastShared = 0.5;

/** The problem between a rule and an earlier rule: they repeat or contradict each other. Null if there is none. */
export function checkPair(earlier: RuleReading, later: RuleReading): Found | null {
  const place = {
    field: 'description',
    start: 0,
    end: later.rule.description.trimEnd().length,
    other: earlier.index,
  } as const;
  const named = `rule ${earlier.index + 1} (“${earlier.rule.name.trim()}”)`;
  if (earlier.folded === later.folded)
    return { ...place, code: 'repeated', ...repeated(earlier, later, named) };
  const { duty: first } = earlier;
  const { duty: second } = later;
  if (first === null || second === null || sharedOf(earlier, later) < leastShared) return null;
  const relation = relationOf(first, second, later.language);
  if (relation === null) return null;
  if (relation === 'same')
    return {
      ...place,
      code: 'repeated',
      message: `This rule asks for the same as ${named}, in other words.`,
    };
  if (relation === 'contrary')
    return {
      ...place,
      code: 'conflict',
      message: `This rule contradicts ${named}: one requires or permits what the other forbids.`,
    };
  const { stated, asked, incompatible } = relation;
  const words = `“${limitWords(second, stated)}” here and “${limitWords(first, asked)}” in ${named}`;
  return incompatible
    ? { ...place, code: 'conflict', message: `No document can meet both ${words}.` }
    : {
        ...place,
        code: 'different_numbers',
        message: `Two rules ask for the same act with different numbers: ${words}.`,
      };
}

function repeated(
  { rule: earlier }: RuleReading,
  { rule }: RuleReading,
  named: string,
): Pick<Found, 'message' | 'fix'> {
  const isWhole =
    foldedWords(earlier.name) === foldedWords(rule.name) && othersOf(earlier) === othersOf(rule);
  const isSafe =
    spaced(earlier.description) === spaced(rule.description) && spaced(earlier.name) === spaced(rule.name);
  return {
    message: `This rule has the same ${isWhole ? 'name and description' : 'description'} as ${named}.`,
    ...(isWhole && { fix: { field: 'rule', safe: isSafe } }),
  };
}

/** The fields of a rule besides its name and its description. A rule is removed only if another one has the same. */
function othersOf({ name, description, ...others }: Rule): string {
  return sorted(others);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The share of the content words of the shorter rule that the other one has. */
function sharedOf({ terms: one }: RuleReading, { terms: other }: RuleReading): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const term of few) if (many.has(term)) shared += 1;
  return shared / few.size;
}

type Relation = 'same' | 'contrary' | { asked: Limit; stated: Limit; incompatible: boolean } | null;

/** How two duties with the same actor, act and object relate; null if they are about different things. */
function relationOf(first: Asked, second: Asked, language: Language): Relation {
  const there = compare(first, second.statement, language);
  const back = compare(second, first.statement, language);
  if (first.act === null || second.act === null) return null;
  for (const { act, missing, missingNames, otherNames, extra, actor, otherRecipient } of [there, back]) {
    if (!act || missing.length > 0 || missingNames.length > 0 || otherNames.length > 0 || extra.length > 0)
      return null;
    if (!(actor === 'same' || actor === 'unasked') || otherRecipient) return null;
  }
  if (!haveSameConditions(first, second)) return null;
  const [force, other] = [first.statement.binding.force, second.statement.binding.force];
  const isContrary = compareForce(force, other) === 'against' && compareForce(other, force) === 'against';
  const limits = there.limits;
  const sameLimits =
    limits.every(({ same }) => same) && first.statement.limits.length === second.statement.limits.length;
  if (isContrary) return sameLimits && opposite(force, other) ? 'contrary' : null;
  if (force !== other) return null;
  if (sameLimits) return there.operators.length + back.operators.length === 0 ? 'same' : null;
  if (first.statement.limits.length !== second.statement.limits.length) return null;
  const [different, ...others] = limits.filter(({ same }) => !same);
  const { asked = null, stated = null } = different ?? {};
  if (
    others.length > 0 ||
    !asked ||
    !stated ||
    (asked.value === stated.value && asked.bound === stated.bound)
  )
    return null;
  return { asked, stated, incompatible: areIncompatible(asked, stated) };
}

/** Whether one of two forces forbids what the other requires or permits, or frees from it. */
function opposite(one: string, other: string): boolean {
  const pair = [one, other];
  const forbids = pair.some((force) => force === 'ban' || force === 'denied fact');
  const frees = pair.includes('exempt');
  return forbids || (frees && pair.some((force) => force === 'duty' || force === 'fact'));
}

function areIncompatible(one: Limit, other: Limit): boolean {
  if (one.family !== other.family) return false;
  const [low, high] = one.value * one.exact <= other.value * other.exact ? [one, other] : [other, one];
  return low.bound !== 'min' && high.bound !== 'max' && low.value * low.exact !== high.value * high.exact;
}

/** Whether two rules have the same conditions, or none: "if the order exceeds …" makes a rule another case. */
function haveSameConditions({ statement: one }: Asked, { statement: other }: Asked): boolean {
  const words = ({ segments, tokens }: Asked['statement']): string =>
    segments.flatMap(({ from, to }) => tokens.slice(from, to + 1).map(({ term }) => term)).join(' ');
  return words(one) === words(other);
}

function limitWords({ statement: { tokens, text } }: Asked, { from, to, last }: Limit): string {
  return text.slice(tokens[from]?.start ?? 0, tokens[Math.max(to, last)]?.end ?? text.length);
}

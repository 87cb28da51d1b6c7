import type { Evidence, RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { titleWeight } from '../../retrieve/query/query.ts';
import type { GatedCandidate } from './answer.ts';
import { coverageOf } from './candidates.ts';
import type { ParsedRule } from './parsed-rule.ts';

/** When this share of the rule's words stands nowhere, nothing bears on it: right 93 times in 100 on contracts. */
const halfMissing = 0.5;
/**
 * Where the material speaks of less than this of the rule, the best passage may speak of something else. Words seen nowhere
 * count in it, which tells present from absent far better than a raw score (area under the curve .86 to .62 on contracts).
 */
const leastPresence = 0.5;
/** And it does when its best sentence has less than this share of the words, counted alike, or this share stands nowhere. */
const leastWords = 0.3;
const mostMissing = 0.35;

/** A sentence that does the rule's act speaks of the rule when it holds this share of the words. */
const actWords = 0.5;

/**
 * Whether anything in the material bears on the rule. Measured on contracts: of what is said to be absent 89 % is, and
 * three in four of what is absent are said to be. Numbers don't count: a text with another number speaks of the rule.
 */
export function isFound(
  { presence, terms }: Evidence,
  { topic }: ParsedRule,
  gated: readonly GatedCandidate[],
): boolean {
  const words = terms
    .filter(({ term }) => !isNumber(term))
    .map((term) => ({ ...term, weight: topic.includes(term) ? titleWeight : 1 }));
  const share = ({ candidate }: GatedCandidate): number => coverageOf(words, { ...candidate, beside: [] });
  const acts = gated.filter(({ failures }) => !failures.some(({ gate }) => gate === 'act'));
  if (acts.some((one) => share(one) >= actWords)) return true;
  const missing = weightOf(words.filter(({ present }) => !present)) / Math.max(weightOf(words), 1);
  if (missing >= halfMissing) return false;
  if (presence >= leastPresence) return true;
  const [best] = gated;
  return best !== undefined && share(best) >= leastWords && missing < mostMissing;
}

function weightOf(terms: readonly RuleTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

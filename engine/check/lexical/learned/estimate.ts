import type { Language } from '../../../language/language.ts';
import type { Evidence } from '../../../retrieve/evidence.ts';
import type { Candidate } from '../candidates.ts';
import type { ParsedRule } from '../parsed-rule.ts';
import { contractWords } from './contract-words.ts';
import { type MeasuredRule, measuredBy } from './features.ts';
import { type Logistic, probabilityOf, scoreOf } from './logistic.ts';
import { readVectors, type WordVectors } from './word-vectors.ts';

/** Which sentences bear on a rule, and whether they say something on it. */
export type LearnedWeights = { bearing: Logistic; said: Logistic };

export type Estimated = {
  /** How likely the material says what the rule says, 0 to 1. */
  chance: number;
  /** The sentences that most likely bear on the rule, those first. */
  bearing: readonly Candidate[];
};

/** The weights of a rule are of use where this share of its words, by weight, was met when they were learned. */
const leastKnown = 0.5;

let vectors: WordVectors | undefined;

/** The vectors of words that were learned from contracts. Read once, when they are first needed. */
function learnedVectors(): WordVectors {
  vectors ??= readVectors(contractWords);
  return vectors;
}

/**
 * Whether the material says what a rule says, by weights that were learned from statements about agreements. Null where they
 * are of no use: for a rule that states nothing (a topic, a question), and for one whose words are of another field.
 */
export function estimateOf(
  parsedRule: ParsedRule,
  evidence: Pick<Evidence, 'terms' | 'presence'>,
  candidates: readonly Candidate[],
  language: Language,
  weights: LearnedWeights,
): Estimated | null {
  const found = measured(parsedRule, evidence, candidates, language);
  if (!found) return null;
  const scored = found.sentences
    .map(({ candidate, features }) => ({ candidate, score: scoreOf(weights.bearing, features) }))
    .sort((one, other) => other.score - one.score);
  return {
    chance: probabilityOf(scoreOf(weights.said, found.rule(weights.bearing))),
    bearing: scored.map(({ candidate }) => candidate),
  };
}

/** The rule in numbers, where the weights are of use. */
export function measured(
  parsedRule: ParsedRule,
  evidence: Pick<Evidence, 'terms' | 'presence'>,
  candidates: readonly Candidate[],
  language: Language,
): MeasuredRule | null {
  if (parsedRule.asks || parsedRule.verb === null || !language.complete) return null;
  const total = evidence.terms.reduce((sum, { weight }) => sum + weight, 0);
  const known = evidence.terms.filter(({ term }) => learnedVectors().knows(term));
  if (known.reduce((sum, { weight }) => sum + weight, 0) < leastKnown * total) return null;
  const statements = candidates.filter(({ instructs }) => !instructs);
  return measuredBy(learnedVectors(), parsedRule, evidence, statements, language);
}

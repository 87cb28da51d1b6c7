import type { Language } from '../../../language/language.ts';
import type { Evidence } from '../../../retrieve/evidence.ts';
import type { Candidate } from '../candidates.ts';
import type { ParsedRule } from '../parsed-rule.ts';
import { contractWords } from './contract-words.ts';
import { type MeasuredRule, measuredBy } from './features.ts';
import { type Logistic, probabilityOf, scoreOf } from './logistic.ts';
import { readVectors, type WordVectors } from './word-vectors.ts';

/** Weights for two questions: does a sentence bear on a rule, and is the rule stated? */
export type LearnedWeights = { bearing: Logistic; stated: Logistic };

export type Estimated = {
  /** The probability, 0 to 1, that the documents address what the rule says, for or against it. */
  chance: number;
  /** The sentences that most likely bear on the rule, best first. */
  bearing: readonly Candidate[];
};

/** The weights apply to a rule if at least this share of its words, by weight, occurred in the training data. */
const leastKnown = 0.5;

let vectors: WordVectors | undefined;

/** Word vectors learned from contracts. They are read once, on first use. */
function learnedVectors(): WordVectors {
  vectors ??= readVectors(contractWords);
  return vectors;
}

/**
 * Estimates whether the documents address what a rule says, by weights learned from statements about agreements. Null
 * if the weights do not apply:
 * - the rule is not a statement but a topic or a question,
 * - too few words of the rule were in the training data, or
 * - the language of the documents has no complete word lists.
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
    chance: probabilityOf(scoreOf(weights.stated, found.rule(weights.bearing))),
    bearing: scored.map(({ candidate }) => candidate),
  };
}

/** The features of the rule; null if the weights do not apply to it. */
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

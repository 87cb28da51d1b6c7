import type { Stance } from './citation.ts';
import type { Outcome, Reason } from './finding.ts';
import type { Span } from './source.ts';

/**
 * A quote as a checker returned it: a claim about a passage, not yet located. With `at`, the checker has pointed at this
 * range of the passage's source, and `quote` repeats its words.
 */
export type ClaimedQuote = { passage: string; quote: string; stance: Stance; at?: Span };

export type ClaimedValue = {
  name: string;
  value: string | number | boolean;
  unit?: string;
  quotes: number[];
};

/**
 * How far the quotes support the statement, according to the checker. Verification can lower this degree but not raise
 * it.
 */
export type Support = 'entails' | 'partial' | 'contradicts' | 'unrelated';

/** A checker's answer to one rule for one subject, before verification. */
export type Answer = {
  quotes: ClaimedQuote[];
  /** Quotes of knowledge files that state the duty of the rule. */
  basis: ClaimedQuote[];
  statement: string;
  /**
   * True if the statement was composed from the compared parts of the rule and the quotes. The statement can then
   * contain names from the rule that are not in the quotes.
   */
  composed?: true;
  outcome: Outcome;
  /** Whether the condition of a question holds; absent if it has none. */
  flagged?: boolean;
  support: Support;
  /**
   * True if the support is `unrelated`, but a passage has the act of the rule or one of its rarest words, in the words of
   * the rule or in others. `ifAbsent` does not apply to such an answer.
   */
  mayBear?: true;
  /** Why the answer cannot be CONFIRMED, according to the checker. */
  reasons: Reason[];
  /** What a person can do to settle the question. */
  toSettle: string[];
  values: ClaimedValue[];
  /**
   * Sentences that come closest to the rule, best first, each with its passage and the reason why it does not bear on
   * the rule.
   */
  nearest: { passage: string; span: Span; why: string }[];
};

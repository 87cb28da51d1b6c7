import type { Stance } from './citation.ts';
import type { Outcome, Reason } from './finding.ts';
import type { Span } from './source.ts';

/** A quote as a checker gave it: a claim about a passage, not yet located. */
export type ClaimedQuote = { passage: string; quote: string; stance: Stance };

export type ClaimedValue = {
  name: string;
  value: string | number | boolean;
  unit?: string;
  quotes: number[];
};

/** How far the quotes carry the statement, by the checker's own account. Verification can only lower it. */
export type Support = 'entails' | 'partial' | 'contradicts' | 'unrelated';

/** What a checker says about one rule and subject, before anything of it was verified. */
export type Answer = {
  quotes: ClaimedQuote[];
  /** Quotes of knowledge files: what they say the duty is. */
  basis: ClaimedQuote[];
  statement: string;
  outcome: Outcome;
  support: Support;
  /** Why the answer can't be CONFIRMED, by the checker's own account. */
  reasons: Reason[];
  /** What would settle it, in words a person can act on. */
  toSettle: string[];
  values: ClaimedValue[];
  /** Sentences that came near, with the passage each stands in, and why they fell short; best first. */
  nearest: { passage: string; span: Span; why: string }[];
};

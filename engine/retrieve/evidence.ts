import type { Passage } from '../model/passage.ts';
import type { Equivalence } from './equivalences.ts';

export type RankedPassage = { passage: Passage; score: number };

/** What retrieval brought for one rule and subject. */
export type Evidence = {
  /** Passages of input files, best first. */
  inputs: RankedPassage[];
  /** Passages of input files that may limit or override the best ones. */
  exceptions: RankedPassage[];
  /** Passages of knowledge files, best first. */
  authority: RankedPassage[];
  /** The queries as they were run. */
  queries: string[];
  /**
   * Best input score divided by the score the rule's own words would reach, 0 to 1: how much of the rule the
   * best passage speaks of.
   */
  presence: number;
  /** The rule's words that stand nowhere in the input files, also not under another name the sources give. */
  missing: string[];
  /** What the searched sources themselves call by two names. */
  equivalences: readonly Equivalence[];
};

import type { Passage } from '../model/passage.ts';

export type RankedPassage = { passage: Passage; score: number };

/** A content word of a rule, and how the input files use it. */
export type RuleTerm = {
  /** The word as the rule writes it, in lower case. */
  word: string;
  term: string;
  /** Rows of terms that count as this word: the word itself, and other names that the sources use for it. */
  alternatives: (readonly string[])[];
  /** How specific the word is: its inverse document frequency over the input passages. */
  weight: number;
  /** Whether the word occurs anywhere in the input files. */
  present: boolean;
};

/** The passages retrieved for one rule and subject. */
export type Evidence = {
  /** Passages of input files, best first. */
  inputs: RankedPassage[];
  /** Passages of input files that may limit or override the best passages. */
  exceptions: RankedPassage[];
  /** Passages of knowledge files, best first. */
  authority: RankedPassage[];
  /** The queries that were run. */
  queries: string[];
  /** The rule's content words, each once, in the order of the rule. */
  terms: RuleTerm[];
};

/** How a quantity limits: `min` is "at least", `above` is "more than", `exact` a bare number. */
export type Comparison = 'min' | 'above' | 'max' | 'below' | 'exact';

/** A phrase of lower-case words as they stand in a text, and what it says about the number beside it. */
export type ComparisonPhrase = { words: string[]; comparison: Comparison; side: 'before' | 'after' };

/** What is known of one language. Words are lower case; `stem` maps the forms of a word to one term. */
export type Language = {
  /** BCP 47, `und` when nothing is known. */
  code: string;
  /** Whether the cues below are complete enough for an answer to rest on them. */
  complete: boolean;
  stopWords: ReadonlySet<string>;
  /** Words that ask or instruct and name nothing a document would say. */
  metaWords: ReadonlySet<string>;
  stem(word: string): string;
  numbers: ReadonlyMap<string, number>;
  /** Multipliers that follow a number: "5 million". */
  scales: ReadonlyMap<string, number>;
  /** Forms of a unit to its one name. */
  units: ReadonlyMap<string, string>;
  comparisons: ComparisonPhrase[];
  comparisonSigns: ReadonlyMap<string, Comparison>;
  /** Words that count how often: "once", "twice". */
  frequencies: ReadonlyMap<string, number>;
  /** Words that follow them when they do: "once a year". */
  rates: ReadonlySet<string>;
  /** Words before a number that is a name: "Section 5". */
  references: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  /** Negations that open a subject: "nothing in this agreement shall". */
  denyingSubjects: ReadonlySet<string>;
  /** Nouns that make such a negation deny the whole sentence: "in no event". */
  denyingNouns: ReadonlySet<string>;
  /** The negations that are verbs or adjectives and deny the act they govern. */
  prohibitions: ReadonlySet<string>;
  /** Modal words by what they do to an act. */
  duties: ReadonlySet<string>;
  advices: ReadonlySet<string>;
  permissions: ReadonlySet<string>;
  auxiliaries: ReadonlySet<string>;
  /** Auxiliaries that state what is so now. */
  present: ReadonlySet<string>;
  /** Told by the word's form alone. */
  isAdverb(word: string): boolean;
  /** Told by the word's form alone: "disclosure", "employees", but not "deliver". */
  isNoun(word: string): boolean;
  isParticiple(word: string): boolean;
  prepositions: ReadonlySet<string>;
  determiners: ReadonlySet<string>;
  /** Words that begin a condition on what is said, each with the one that stands for its kind. */
  conditions: ReadonlyMap<string, string>;
  /** Conjunctions between words of one kind: all of them, or one of them. */
  joining: ReadonlyMap<string, 'all' | 'one'>;
  /** Prepositions that tell which way an act goes. */
  directions: ReadonlySet<string>;
  exclusives: ReadonlySet<string>;
  universals: ReadonlySet<string>;
  partials: ReadonlySet<string>;
  /** Matches what limits or overrides a sentence: except, unless, notwithstanding, subject to. */
  exceptions: RegExp;
  /** Matches what points back to the sentence before. */
  backReferences: RegExp;
  /** Matches what widens a list or weakens an "only": including, whether or not. */
  openings: RegExp;
};

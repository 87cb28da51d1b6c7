/** The comparison of a quantity: `min` is "at least", `above` is "more than", `exact` a bare number. */
export type Comparison = 'min' | 'above' | 'max' | 'below' | 'exact';

/** A phrase of lower-case words as written, and the comparison it makes of the adjacent number. */
export type ComparisonPhrase = { words: string[]; comparison: Comparison; side: 'before' | 'after' };

/** The rules of one language. Words are lower case; `stem` maps the forms of a word to one term. */
export type Language = {
  /** BCP 47, `und` for an unknown language. */
  code: string;
  /** Whether the cues below are complete enough for an answer to rest on them. */
  complete: boolean;
  stopWords: ReadonlySet<string>;
  /** Words that ask or instruct and are not content of a document. */
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
  /** Words that follow them in that case: "once a year". */
  rates: ReadonlySet<string>;
  /** Words before a number that is a name: "Section 5". */
  references: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  /** Negations that begin a subject: "nothing in this agreement shall". */
  denyingSubjects: ReadonlySet<string>;
  /** Nouns that make such a negation cover the whole sentence: "in no event". */
  denyingNouns: ReadonlySet<string>;
  /** The negations that are verbs or adjectives and negate the act they govern. */
  prohibitions: ReadonlySet<string>;
  /** Modal words by their modality. */
  duties: ReadonlySet<string>;
  advices: ReadonlySet<string>;
  permissions: ReadonlySet<string>;
  auxiliaries: ReadonlySet<string>;
  /** Auxiliaries that state a present fact. */
  present: ReadonlySet<string>;
  /** Decided by the word's form alone. */
  isAdverb(word: string): boolean;
  /** Decided by the word's form alone: "disclosure", "employees", but not "deliver". */
  isNoun(word: string): boolean;
  isParticiple(word: string): boolean;
  prepositions: ReadonlySet<string>;
  determiners: ReadonlySet<string>;
  /** Words that begin a condition, each with the one that represents its kind. */
  conditions: ReadonlyMap<string, string>;
  /** Conjunctions between words of one kind: all of them, or one of them. */
  joining: ReadonlyMap<string, 'all' | 'one'>;
  /** Prepositions that show the direction of an act. */
  directions: ReadonlySet<string>;
  exclusives: ReadonlySet<string>;
  universals: ReadonlySet<string>;
  partials: ReadonlySet<string>;
  /** Matches phrases that limit or override a sentence: except, unless, notwithstanding, subject to. */
  exceptions: RegExp;
  /** Matches phrases that refer to the sentence before. */
  backReferences: RegExp;
  /** Matches phrases that widen a list or weaken an "only": including, whether or not. */
  openings: RegExp;
};

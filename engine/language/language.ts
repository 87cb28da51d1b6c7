/**
 * The comparison of a quantity: `min` is "at least", `above` is "more than", `max` is "at most", `below` is "less
 * than", and `exact` is a number without such words.
 */
export type Comparison = 'min' | 'above' | 'max' | 'below' | 'exact';

/**
 * A phrase of lower-case words, and the comparison that it expresses. `side` is whether the phrase is before or after
 * the number.
 */
export type ComparisonPhrase = { words: string[]; comparison: Comparison; side: 'before' | 'after' };

/** The words and rules of one language. Words are lower case; `stem` maps the forms of a word to one term. */
export type Language = {
  /** BCP 47, `und` for an unknown language. */
  code: string;
  /** Whether the word lists are complete enough to decide an answer by them. */
  complete: boolean;
  stopWords: ReadonlySet<string>;
  /** Words with which a rule asks or instructs, such as "check"; they are not content. */
  metaWords: ReadonlySet<string>;
  stem(word: string): string;
  numbers: ReadonlyMap<string, number>;
  /** Multipliers that follow a number: "5 million". */
  scales: ReadonlyMap<string, number>;
  /** The name of a unit for each of its forms: "day" for "days". */
  units: ReadonlyMap<string, string>;
  comparisons: ComparisonPhrase[];
  /** Words before a number that is part of a name: "Section 5". */
  references: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  /** Negations that begin a subject: "nothing in this agreement shall". */
  denyingSubjects: ReadonlySet<string>;
  /** The modal words of each modality: `duties`, `advices` and `permissions`. */
  duties: ReadonlySet<string>;
  advices: ReadonlySet<string>;
  permissions: ReadonlySet<string>;
  /** Whether a word is an adverb, decided by its form alone. */
  isAdverb(word: string): boolean;
  prepositions: ReadonlySet<string>;
  determiners: ReadonlySet<string>;
  /** Words that begin a condition, each with the word that represents its kind: "after" for "upon". */
  conditions: ReadonlyMap<string, string>;
  /**
   * Conjunctions: `all` for those that mean all of the joined words ("and"), `one` for those that mean one of them
   * ("or").
   */
  joining: ReadonlyMap<string, 'all' | 'one'>;
  exclusives: ReadonlySet<string>;
  /** Matches phrases that limit or override a sentence: except, unless, notwithstanding, subject to. */
  exceptions: RegExp;
};

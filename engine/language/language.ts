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
  prepositions: ReadonlySet<string>;
  determiners: ReadonlySet<string>;
  /** Matches phrases that limit or override a sentence: except, unless, notwithstanding, subject to. */
  exceptions: RegExp;
};

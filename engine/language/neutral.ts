import type { Language } from './language.ts';

const none: ReadonlySet<string> = new Set();

const known = new Map<string, Language>();

/**
 * A language without word lists, except for stop words: words are compared as written. There is one instance per code,
 * because word forms are cached by language object.
 */
export function neutralLanguage(code: string, stopWords: ReadonlySet<string> = none): Language {
  const language = known.get(code) ?? nothingKnownOf(code, stopWords);
  known.set(code, language);
  return language;
}

function nothingKnownOf(code: string, stopWords: ReadonlySet<string>): Language {
  return {
    code,
    complete: false,
    stopWords,
    metaWords: none,
    stem: (word) => word,
    numbers: new Map(),
    scales: new Map(),
    units: new Map([['%', 'percent']]),
    comparisons: [],
    references: none,
    negations: none,
    denyingSubjects: none,
    duties: none,
    advices: none,
    permissions: none,
    isAdverb: () => false,
    prepositions: none,
    determiners: none,
    conditions: new Map(),
    joining: new Map(),
    exclusives: none,
    exceptions: /(?!)/,
  };
}

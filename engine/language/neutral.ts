import type { Language } from './language.ts';

const none: ReadonlySet<string> = new Set();

const frequent = {
  en: 'the of and to in is that for it as was with be by on not or are this shall which from at must may within after than least each any their has have if will',
  de: 'der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch werden oder sind bei',
  fr: 'le la les des et du une est pour que qui dans par sur au aux avec sont ne pas ou ce cette être',
  es: 'el los las del y que en por para con una se su es al lo como más este esta son no o ha',
  it: 'il di che la per un del della e con non sono una dei alla le gli nel si da come delle ai è',
  pt: 'o os as do da dos das e que em para com uma não por um se na no ao mais ou são como',
  nl: 'de het een van en in is dat op te voor met zijn niet aan er door om bij als ook worden of deze',
  sv: 'och att det som en på är av för med till den har inte om ett ska eller från vid kan skall',
  pl: 'w i na z do że się nie jest to o dla oraz od przez po lub być jako które tym przy',
} as const;

/** The most frequent function words of each language that is recognised by them. */
export const frequentWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(frequent).map(([code, list]) => [code, new Set(list.split(' '))]),
);

const known = new Map<string, Language>();

/**
 * A language without word lists, except for its most frequent words as stop words: words are compared as written. There
 * is one instance per code, because word forms are cached by language object.
 */
export function neutralLanguage(code: string): Language {
  const language = known.get(code) ?? nothingKnownOf(code);
  known.set(code, language);
  return language;
}

function nothingKnownOf(code: string): Language {
  return {
    code,
    complete: false,
    stopWords: frequentWords.get(code) ?? none,
    metaWords: none,
    stem: (word) => word,
    numbers: new Map(),
    scales: new Map(),
    units: new Map([['%', 'percent']]),
    prepositions: none,
    determiners: none,
    exceptions: /(?!)/,
  };
}

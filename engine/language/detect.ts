import { english } from './english.ts';
import type { Language } from './language.ts';
import { synonymsOf } from './synonyms.ts';

const scripts: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
];

const sampleLength = 20_000;
/**
 * A language is recognised if at least this share of the words are its function words. Function words are about a third
 * of running text, but much less of tables and lists.
 */
const leastShare = 0.08;
/** In a shorter text, such as a table with a title, one function word of English is enough. */
const leastWords = 60;

/**
 * Detects the language of a text from the script and the function words at the beginning, in the middle and at the end
 * of the text. Every language except English has `complete: false`. The code is `und` if the evidence is too weak.
 */
export function detectLanguage(text: string): Language {
  const sample = sampleOf(text).toLowerCase();
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return neutralLanguage('und');
  for (const [code, script] of scripts) {
    if ((sample.match(script)?.length ?? 0) > letters * 0.2) return neutralLanguage(code);
  }
  const words = sample.match(/\p{L}+/gu) ?? [];
  let best = { code: 'und', hits: 0 };
  for (const [code, list] of frequentWords) {
    const hits = words.filter((word) => list.has(word)).length;
    if (hits > best.hits) best = { code, hits };
  }
  const short = words.length < leastWords;
  if (best.hits === 0 || (!short && best.hits < words.length * leastShare)) {
    const isEnglish = best.hits > 0 ? english.code === best.code : hasEnglishWords(words);
    return short && isEnglish ? english : neutralLanguage('und');
  }
  return best.code === english.code ? english : neutralLanguage(best.code);
}

/** A table without function words is English if it has this number of words, and this share of them are known. */
const leastOfTable = 8;
const leastKnown = 0.3;

function hasEnglishWords(words: readonly string[]): boolean {
  const known = words.filter((word) => synonymsOf(english.stem(word)).length > 0);
  return words.length >= leastOfTable && known.length >= words.length * leastKnown;
}

function sampleOf(text: string): string {
  if (text.length <= sampleLength * 3) return text;
  const middle = Math.floor((text.length - sampleLength) / 2);
  return [
    text.slice(0, sampleLength),
    text.slice(middle, middle + sampleLength),
    text.slice(-sampleLength),
  ].join(' ');
}

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
const frequentWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
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

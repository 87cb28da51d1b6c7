import { english } from '../../language/english.ts';
import { normalForm } from '../../language/normal-form.ts';
import { type Token, tokenize } from '../../language/tokens.ts';

/**
 * What a word does in a sentence: `join` is "and" or "or", `condition` begins a condition or an exception, and `only` is
 * a word such as "only".
 */
type WordKind = 'number' | 'name' | 'denial' | 'condition' | 'only' | 'modal' | 'join' | 'pronoun' | 'word';

/** A word of a sentence that a rewording must keep. */
export type EssentialWord = {
  /** The form in which words are compared. */
  key: string;
  /** The word as written, and its place in the sentence in normal form. */
  text: string;
  start: number;
  end: number;
  kind: WordKind;
  /** Whether a comma, a semicolon or a similar sign is between the word and the essential word before it. */
  afterSign: boolean;
  /** Whether the word is after "to" or "that", or is "which": an act behind it can belong to a subordinate clause. */
  isSubordinate: boolean;
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that a rewording can add and leave out, because they change nothing. */
const light = words(
  'a an the is are be been being am was were its their he she his her this these that those to also then thus therefore hereby however accordingly additionally furthermore moreover respectively there',
);
const modals = new Map([
  ['shall', 'must'],
  ['must', 'must'],
  ['will', 'will'],
  ['may', 'may'],
  ['can', 'can'],
  ['should', 'should'],
  ['could', 'could'],
  ['might', 'might'],
  ['would', 'would'],
]);
const exceptions = words(
  'except excepting excepted exception exceptions unless notwithstanding provided subject save excluding otherwise whether long',
);
const pronouns = words('it they them');
const beforeTo = words('required obliged obligated has have having need needs');

/** The words of an English sentence that a rewording must keep, in text order. */
export function essentialWords(sentence: string): EssentialWord[] {
  const text = normalForm(sentence);
  const found: EssentialWord[] = [];
  let end = 0;
  let hasSign = false;
  let hasOpening = false;
  const tokens = tokenize(text, english);
  for (const [at, token] of tokens.entries()) {
    hasSign ||= /[,;:()[\]–—.]/.test(text.slice(end, token.start));
    end = token.end;
    hasOpening ||= /^(?:to|that|which|who|whose)$/.test(token.word);
    for (const own of formsOf(token, tokens[at + 1]?.word ?? '')) {
      const written = text.slice(token.start, token.end);
      const where = { afterSign: hasSign, isSubordinate: hasOpening };
      found.push({ ...own, ...where, text: written, start: token.start, end: token.end });
      hasSign = false;
      hasOpening = false;
    }
  }
  return found;
}

/** The essential forms of a token: two for "cannot", none for "the". */
function formsOf(token: Token, next: string): Pick<EssentialWord, 'key' | 'kind'>[] {
  const { word, term, kind, capital } = token;
  const denied = word === 'cannot' ? 'can' : /^(?<verb>\w+)n't$/.exec(word)?.groups?.verb;
  if (denied !== undefined) {
    const verb = modals.get(denied === 'ca' ? 'can' : denied === 'wo' ? 'will' : denied);
    return [...(verb ? [{ key: verb, kind: 'modal' as const }] : []), { key: 'not', kind: 'denial' }];
  }
  const modal = beforeTo.has(word) && next === 'to' ? 'must' : modals.get(word);
  if (modal !== undefined) return [{ key: modal, kind: 'modal' }];
  if (light.has(word)) return [];
  if (english.joining.has(word)) return [{ key: word, kind: 'join' }];
  if (english.negations.has(word)) return [{ key: word, kind: 'denial' }];
  if (english.exclusives.has(word)) return [{ key: word, kind: 'only' }];
  if (exceptions.has(word) || (english.conditions.has(word) && word !== 'following'))
    return [{ key: word, kind: 'condition' }];
  if (pronouns.has(word)) return [{ key: word, kind: 'pronoun' }];
  if (kind !== 'word') return [{ key: term, kind: 'number' }];
  return [{ key: singular(word), kind: capital ? 'name' : 'word' }];
}

/** The word without the "s" of a plural or a verb. Stems would not do: "authentication" is not "authenticator". */
function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

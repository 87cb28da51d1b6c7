import { english } from '../language/english.ts';
import { type Token, tokenize } from '../language/tokens.ts';
import { datesOf, namesSameDay } from './dates.ts';
import { quantitiesOf, saysSame } from './quantities.ts';

/** Something the statement says that no quote says. `text` is how the statement says it. */
export type StatementGap = { kind: 'number' | 'date' | 'party' | 'negation'; text: string };

export type Grounds = {
  /** The located quotes of input files. */
  quotes: readonly string[];
  /** Names of the files they stand in: a statement may name its source. */
  fileNames: readonly string[];
  /** The texts they stand in, which show whether a word is a name there. */
  texts: readonly string[];
};

/** Words that deny, in the languages of most contracts; a statement in another is caught by its numbers and names alone. */
const negations = new Set([
  ...english.negations,
  ...'nicht kein keine keinen keiner keinem niemals ohne weder'.split(' '),
  ...'pas jamais aucun aucune sans ni non ningún ninguna nunca sin nessun nessuna mai senza não nenhum sem'.split(
    ' ',
  ),
  ...'niet geen nooit zonder inte ingen aldrig utan nie bez'.split(' '),
]);

/**
 * What keeps a statement from being borne out word for word: every number (with its unit), date, party (a capitalised
 * name) and negation in it that stands in none of the quotes. Only quotes of input files count, since an authority's
 * number would make a duty look met.
 */
export function statementGaps(statement: string, { quotes, fileNames, texts }: Grounds): StatementGap[] {
  const said = fileNames.reduce((text, name) => text.replaceAll(name, ' '), statement).normalize('NFKC');
  const known = quotes.map((quote) => tokenize(quote, english));
  return [
    ...dateGaps(said, quotes),
    ...numberGaps(said, quotes),
    ...partyGaps(said, known, texts),
    ...negationGaps(said, known),
  ];
}

function dateGaps(said: string, quotes: readonly string[]): StatementGap[] {
  const known = quotes.flatMap(datesOf);
  return datesOf(said)
    .filter((date) => !known.some((other) => namesSameDay(date, other)))
    .map(({ text }) => ({ kind: 'date', text }));
}

function numberGaps(said: string, quotes: readonly string[]): StatementGap[] {
  const dates = datesOf(said);
  const known = quotes.flatMap(quantitiesOf);
  return quantitiesOf(said)
    .filter(({ start }) => !dates.some((date) => date.start <= start && start < date.end))
    .filter((quantity) => !known.some((other) => saysSame(quantity, other)))
    .map(({ text }) => ({ kind: 'number', text }));
}

function partyGaps(said: string, quotes: readonly Token[][], texts: readonly string[]): StatementGap[] {
  const words = new Set(quotes.flat().map(({ word }) => word));
  const terms = new Set(quotes.flat().map(({ term }) => term));
  const dates = datesOf(said);
  const gaps = new Set<string>();
  for (const token of tokenize(said, english)) {
    if (!token.capital || token.kind !== 'word' || words.has(token.word)) continue;
    if (dates.some((date) => date.start <= token.start && token.start < date.end)) continue;
    const text = said.slice(token.start, token.end);
    if (beginsSentence(said, token.start) && !token.code) {
      if (english.stopWords.has(token.word) || negations.has(token.word) || terms.has(token.term)) continue;
      if (!isName(text, texts)) continue;
    }
    gaps.add(text);
  }
  return [...gaps].map((text) => ({ kind: 'party', text }));
}

/** Also after a colon or an opening quotation mark, where a capital says nothing about the word. */
function beginsSentence(text: string, start: number): boolean {
  return /(?:^|[.!?:;“"«„(]["'“‘]?)\s*["'“‘«„(]*$/u.test(text.slice(0, start));
}

/** A word is a name in these texts when it stands there with a capital within sentences at least as often as without. */
function isName(word: string, texts: readonly string[]): boolean {
  const escaped = word.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const capital = new RegExp(`(?<=[\\p{Ll},] )${escaped}(?![\\p{L}\\p{N}])`, 'gu');
  const plain = new RegExp(`(?<![\\p{L}\\p{N}])${escaped.toLowerCase()}(?![\\p{L}\\p{N}])`, 'gu');
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  return count(capital) >= count(plain);
}

function negationGaps(said: string, quotes: readonly Token[][]): StatementGap[] {
  if (quotes.flat().some(isNegation)) return [];
  return tokenize(said, english)
    .filter(isNegation)
    .slice(0, 1)
    .map(({ word }) => ({ kind: 'negation', text: word }));
}

function isNegation({ word }: Token): boolean {
  return negations.has(word) || word.endsWith("n't");
}

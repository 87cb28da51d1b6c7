import { isDenial } from '../language/denials.ts';
import { english } from '../language/english.ts';
import { normalForm } from '../language/normal-form.ts';
import { synonymsOf } from '../language/synonyms.ts';
import { type Token, tokenize } from '../language/tokens.ts';
import { words } from '../language/words.ts';
import { datesOf, namesSameDay } from './dates.ts';
import { quantitiesOf, saysSame } from './quantities.ts';

/** A detail of the statement that no quote contains. `text` is the statement's wording. */
export type StatementGap = { kind: 'number' | 'date' | 'party' | 'negation'; text: string };

export type Grounds = {
  /** The located quotes of input files. */
  quotes: readonly string[];
  /** Names of the files that contain the quotes. A statement can name its source, so these names are not gaps. */
  fileNames: readonly string[];
  /**
   * The whole texts of the files that contain the quotes. How these texts spell a word shows whether the word is a
   * name.
   */
  texts: readonly string[];
};

/**
 * The gaps between a statement and its quotes: every number (with its unit), date, party (a capitalised name) and
 * negation of the statement that no quote contains. Only quotes of input files count. Otherwise a number that the
 * document lacks could seem to be supported by the knowledge file that requires it.
 */
export function statementGaps(statement: string, { quotes, fileNames, texts }: Grounds): StatementGap[] {
  const stated = normalForm(fileNames.reduce((text, name) => text.replaceAll(name, ' '), statement));
  const known = quotes.map((quote) => tokenize(quote, english));
  return [
    ...dateGaps(stated, quotes),
    ...numberGaps(stated, quotes),
    ...partyGaps(stated, known, texts),
    ...negationGaps(stated, known),
  ];
}

function dateGaps(stated: string, quotes: readonly string[]): StatementGap[] {
  const known = quotes.flatMap(datesOf);
  return datesOf(stated)
    .filter((date) => !known.some((other) => namesSameDay(date, other)))
    .map(({ text }) => ({ kind: 'date', text }));
}

function numberGaps(stated: string, quotes: readonly string[]): StatementGap[] {
  const dates = datesOf(stated);
  const known = quotes.flatMap(quantitiesOf);
  return quantitiesOf(stated)
    .filter(({ start }) => !dates.some((date) => date.start <= start && start < date.end))
    .filter((quantity) => !known.some((other) => saysSame(quantity, other)))
    .map(({ text }) => ({ kind: 'number', text }));
}

function partyGaps(stated: string, quotes: readonly Token[][], texts: readonly string[]): StatementGap[] {
  const words = new Set(quotes.flat().map(({ word }) => word));
  const terms = new Set(quotes.flat().map(({ term }) => term));
  const dates = datesOf(stated);
  const gaps = new Set<string>();
  for (const token of tokenize(stated, english)) {
    if (!token.capital || token.kind !== 'word' || words.has(token.word)) continue;
    if (dates.some((date) => date.start <= token.start && token.start < date.end)) continue;
    const text = stated.slice(token.start, token.end);
    if (beginsSentence(stated, token.start) && !token.code) {
      if (english.stopWords.has(token.word) || isDenial(token.word) || terms.has(token.term)) continue;
      if (!isName(token, text, texts)) continue;
    }
    gaps.add(text);
  }
  return [...gaps].map((text) => ({ kind: 'party', text }));
}

/**
 * Whether a word begins a sentence, or follows a colon or an opening quotation mark. A capital in such a position does
 * not show that the word is a name.
 */
function beginsSentence(text: string, start: number): boolean {
  return /(?:^|[.!?:;“"«„(]["'“‘]?)\s*["'“‘«„(]*$/u.test(text.slice(0, start));
}

/**
 * Whether a word is a name: inside sentences the texts write it with a capital at least as often as without. A word of
 * the engine's word lists that the texts do not contain, such as "Please", is not a name.
 */
function isName({ word, term }: Token, text: string, texts: readonly string[]): boolean {
  const escaped = text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const capital = new RegExp(`(?<=[\\p{Ll},] )${escaped}(?![\\p{L}\\p{N}])`, 'gu');
  const plain = new RegExp(`(?<![\\p{L}\\p{N}])${escaped.toLowerCase()}(?![\\p{L}\\p{N}])`, 'gu');
  const count = (pattern: RegExp) => texts.reduce((sum, one) => sum + (one.match(pattern)?.length ?? 0), 0);
  const named = count(capital);
  const isCommon = english.metaWords.has(word) || openingWords.has(word) || synonymsOf(term).length > 0;
  return named >= count(plain) && (named > 0 || !isCommon);
}

function negationGaps(stated: string, quotes: readonly Token[][]): StatementGap[] {
  if (quotes.some((tokens) => denialsIn(tokens).length > 0)) return [];
  const known = new Set(quotes.flatMap((tokens) => comparisonsIn(tokens).map(({ bound }) => bound)));
  const tokens = tokenize(stated, english);
  // "No later than" denies nothing: "within" in a quote says the same, and so does a number alone.
  const compared = comparisonsIn(tokens).filter(({ bound }) => known.size === 0 || known.has(bound));
  return tokens
    .filter((token, at) => isDenial(token.word) && !compared.some(({ from, to }) => from <= at && at <= to))
    .slice(0, 1)
    .map(({ word }) => ({ kind: 'negation', text: word }));
}

/** The least share of the statement's words in a quote that denies the statement. */
const deniedShare = 0.7;

/**
 * The word with which a quote denies a statement, or null: the quote has most of the statement's words and one denied
 * verb, and the statement denies nothing. A quote with two denials, or with a denial and an exception, can say the same
 * as the statement: "shall not disclose except to staff".
 */
export function denialOf(statement: string, quotes: readonly string[]): string | null {
  const tokens = tokenize(statement, english);
  if (denialsIn(tokens).length > 0) return null;
  const words = new Set(tokens.flatMap(({ kind, content }) => (kind === 'word' && content ? [content] : [])));
  for (const quote of quotes.map((text) => tokenize(text, english))) {
    const [denial, other] = denialsIn(quote).filter(({ word }) => word !== 'non');
    if (denial === undefined || other !== undefined) continue;
    if (!releases(quote, denial) && quote.some(({ word }) => excepting.has(word))) continue;
    const known = new Set(quote.map(({ content }) => content));
    const shared = [...words].filter((word) => known.has(word)).length;
    if (shared >= words.size * deniedShare) return denial.word;
  }
  return null;
}

/** Whether a denial takes a duty away, as in "shall not need to": then an exception beside it changes nothing. */
function releases(tokens: readonly Token[], denial: Token): boolean {
  const at = tokens.indexOf(denial);
  return [...tokens.slice(at - 1, at), ...tokens.slice(at + 1, at + 4)].some(({ word }) =>
    releasing.has(word),
  );
}

const releasing = words(
  'need needs required obliged obligated obligation bound verpflichtet tenu obligé obligado',
);

function denialsIn(tokens: readonly Token[]): Token[] {
  const compared = comparisonsIn(tokens);
  return tokens.filter(
    (token, at) => isDenial(token.word) && !compared.some(({ from, to }) => from <= at && at <= to),
  );
}

const excepting = words(
  'except excepting unless other but only without until solely save otherwise beyond außer sofern sauf salvo excepto',
);

type ComparisonUse = { bound: 'min' | 'max'; from: number; to: number };

/** Words that set a limit with "than" or its like after them, and verbs that set one without. */
const comparatives: Record<ComparisonUse['bound'], { words: ReadonlySet<string>; verbs: RegExp }> = {
  max: {
    words: words(
      'more later longer greater higher larger mehr länger später höher größer plus supérieur supérieure más mayor superior',
    ),
    verbs: /^(?:exceed|überschr[ei]|überst[ei]|dépass|excéd|exced|super[ae])/,
  },
  min: {
    words: words(
      'less fewer shorter earlier lower smaller sooner weniger kürzer früher niedriger geringer kleiner moins inférieur inférieure menos menor inferior',
    ),
    verbs: /^(?:unterschr[ei])/,
  },
};
const thanWords = words('than als que de à a');
/** Words that set a limit if a number is near: "not below 5", "nicht unter 1.000 Euro". */
const placed = new Map<string, ComparisonUse['bound']>([
  ['above', 'max'],
  ['over', 'max'],
  ['beyond', 'max'],
  ['über', 'max'],
  ['below', 'min'],
  ['under', 'min'],
  ['unter', 'min'],
]);
/** The most words between a negation and the comparison that it belongs to: "in no event later than". */
const nearNegation = 4;

/** A negation that only turns a comparison around: "not be more than", "dürfen nicht überschreiten". */
function negatedComparison(tokens: readonly Token[], from: number): ComparisonUse | null {
  const first = tokens[from];
  if (first === undefined || !isDenial(first.word)) return null;
  for (let at = from + 1; at <= from + nearNegation; at += 1) {
    const token = tokens[at];
    if (token === undefined || isDenial(token.word)) return null;
    const limit = placed.get(token.word);
    if (limit !== undefined && isNearNumber(tokens, at)) return { bound: limit, from, to: at };
    for (const bound of ['max', 'min'] as const) {
      const { words, verbs } = comparatives[bound];
      const compares = words.has(token.word) && thanWords.has(tokens[at + 1]?.word ?? '');
      if (compares || verbs.test(token.word)) return { bound, from, to: at };
    }
  }
  return null;
}

function isNearNumber(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(at + 1, at + 4).some(({ kind }) => kind === 'number');
}

/** The phrases that compare a number, such as "at least" and "or fewer", each with the direction of its limit. */
function comparisonsIn(tokens: readonly Token[]): ComparisonUse[] {
  const negated = tokens.flatMap((_, from) => negatedComparison(tokens, from) ?? []);
  const phrases = tokens.flatMap((_, from) =>
    english.comparisons
      .filter(({ words }) => words.every((word, offset) => tokens[from + offset]?.word === word))
      // "Under review" compares nothing.
      .filter(({ words }) => words.length > 1 || isNearNumber(tokens, from))
      .map(({ words, bound }) => ({ bound, from, to: from + words.length - 1 })),
  );
  return [
    ...negated,
    ...phrases.filter(({ from }) => !negated.some((one) => one.from < from && from <= one.to)),
  ];
}

/** Words of introductions that do not change the meaning of the sentence after them. */
const openingWords = words(`
  in all every each any case cases instance instances event events time times at for the avoidance of doubt without being
  asked with regard to as regards respect and or a an by way of on its own his her their initiative cost expense further
  furthermore moreover also additionally addition likewise besides equally accordingly therefore under this these present
  agreement contract policy lease standard document general principle present now currently today practice good faith
  hereby it is agreed resolved decided laid down parties agree that follows check please verify ensure make sure confirm
  see whether text document requires rule says say has have to be must shall does find establish we our us i insist look
  following period review reporting during year meeting session reported matter so look one requirement provides states provide state there following is understood settled stipulated provided determined
  stated governs govern binding text final signed current rule rules clause provision applies apply
  stated clear certain goes saying noted recorded acknowledged undisputed imperative essential vital course matter`);

import { currencyAt } from '../../language/currency.ts';
import type { Comparison, Language } from '../../language/language.ts';
import { isNegative, numberAt } from '../../language/numbers.ts';
import type { Token } from '../../language/tokens.ts';

/** A number with its unit and comparison. */
export type Quantity = {
  value: number;
  /** The unit with its qualifier: "day" or "business day". Null if there is none. */
  unit: string | null;
  /** The unit without its qualifier: "day". Numbers of the same kind are comparable. */
  kind: string | null;
  comparison: Comparison;
  /** Index of the number's token. */
  at: number;
  /** Indexes of the first and the last token of the phrase: "at least 8 characters". */
  from: number;
  to: number;
};

type Measure = { value: number; unit: string | null; kind: string | null; end: number };

/** A limiting phrase that follows a number begins at most this many tokens after the number. */
const reach = 5;
/** At most this many tokens are between a limiting phrase and the number after it. */
const gapBefore = 2;
/** At most this many tokens are between a number with its unit and the limiting phrase after it. */
const gapAfter = 1;

/**
 * The quantities of a sentence: numbers in digits or words, with unit and comparison ("at least 8 characters", "once
 * a year", "1 in 1000", "5 million dollars", "90-day"). Numbers of sections and standards are not quantities.
 */
export function quantitiesOf(tokens: readonly Token[], text: string, language: Language): Quantity[] {
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const measure = measureAt(tokens, at, text, language);
    if (!measure) continue;
    const { end, ...measured } = measure;
    const limit = limitAt(tokens, at, end, language);
    found.push({ ...measured, ...limit, at });
    at = end;
  }
  return found;
}

/** Whether two quantities are of one kind, so that their numbers are comparable. */
export function comparable(one: Quantity, other: Quantity): boolean {
  return one.kind !== null && one.kind === other.kind;
}

export function equal(one: Quantity, other: Quantity): boolean {
  return one.value === other.value && one.unit === other.unit && one.comparison === other.comparison;
}

function measureAt(tokens: readonly Token[], at: number, text: string, language: Language): Measure | null {
  const token = tokens[at];
  const times = frequencyAt(tokens, at, language);
  if (times !== null) return { value: times, unit: 'time', kind: 'time', end: at };
  if (token?.kind !== 'number' || token.value === undefined || isReference(tokens, at, language)) return null;
  const number = numberAt(tokens, at, text, language);
  if (!number) return null;
  const { last: end } = number;
  const value = isNegative(tokens, at, text) ? -number.value : number.value;
  const base = tokens[end + 2];
  if (tokens[end + 1]?.word === 'in' && base?.value !== undefined && base.value > value && base.value >= 10) {
    return { value: value / base.value, unit: 'ratio', kind: 'ratio', end: end + 2 };
  }
  const currency = currencyAt(tokens, at - 1);
  if (currency !== null) {
    const unit = language.units.get(currency) ?? currency;
    return { value, unit, kind: unit, end };
  }
  return { value, ...unitAfter(tokens, end, language) };
}

/**
 * The number of times that a word expresses, as in "once a year" or "at least twice"; null if it expresses none, as in
 * "once the limit is reached".
 */
function frequencyAt(tokens: readonly Token[], at: number, language: Language): number | null {
  const times = language.frequencies.get(tokens[at]?.word ?? '');
  if (times === undefined) return null;
  const [before, after] = [tokens[at - 1]?.word ?? '', tokens[at + 1]?.word ?? ''];
  const counts = before === 'least' || before === 'most' || language.rates.has(after);
  return counts ? times : null;
}

function unitAfter(tokens: readonly Token[], end: number, language: Language): Omit<Measure, 'value'> {
  const limit = limitAfter(tokens, end, language);
  const skipped = limit?.from === end + 1 ? limit.length : 0;
  const next = tokens[end + 1 + skipped];
  const second = tokens[end + 2 + skipped];
  const own = next && language.units.get(next.word);
  if (own !== undefined) return { unit: own, kind: own, end: end + 1 + skipped };
  if (next?.kind !== 'word' || language.stopWords.has(next.word)) return { unit: null, kind: null, end };
  const qualified = second && language.units.get(second.word);
  if (qualified !== undefined)
    return { unit: `${next.term} ${qualified}`, kind: qualified, end: end + 2 + skipped };
  return { unit: next.term, kind: next.term, end: end + 1 + skipped };
}

/** Whether a number is part of a name: "Section 5.1", "SP 800-63", "FIPS 140", "Appendix 2", "[ISO 10646]". */
function isReference(tokens: readonly Token[], at: number, language: Language): boolean {
  const before = tokens[at - 1];
  if (!before) return false;
  return language.references.has(before.word) || (before.code && !language.units.has(before.word));
}

function limitAt(
  tokens: readonly Token[],
  at: number,
  end: number,
  language: Language,
): Pick<Quantity, 'comparison' | 'from' | 'to'> {
  const before = limitBefore(tokens, at, language);
  const after = limitAfter(tokens, end, language) ?? limitAfter(tokens, at, language);
  if (before && (!after || before.length >= after.length)) {
    return { comparison: before.comparison, from: before.from, to: end };
  }
  if (after) return { comparison: after.comparison, from: at, to: Math.max(end, after.to) };
  const sign = language.comparisonSigns.get(tokens[at - 1]?.word ?? '');
  return { comparison: sign ?? 'exact', from: sign ? at - 1 : at, to: end };
}

type Limit = { comparison: Comparison; from: number; to: number; length: number };

/**
 * The longest limiting phrase just before the number at a position: "at least", "no more than"; null if there is none.
 */
function limitBefore(tokens: readonly Token[], at: number, language: Language): Limit | null {
  let best: Limit | null = null;
  for (const { words, comparison, side } of language.comparisons) {
    if (side !== 'before') continue;
    for (let from = at - words.length; from >= Math.max(0, at - words.length - gapBefore); from -= 1) {
      if (!words.every((word, offset) => tokens[from + offset]?.word === word)) continue;
      if (!best || words.length > best.length) {
        best = { comparison, from, to: at, length: words.length };
      }
      break;
    }
  }
  return best;
}

/** The longest limiting phrase just after a position: "or more", "or better"; null if there is none. */
function limitAfter(tokens: readonly Token[], end: number, language: Language): Limit | null {
  let best: Limit | null = null;
  for (const { words, comparison, side } of language.comparisons) {
    if (side !== 'after') continue;
    for (let from = end + 1; from <= Math.min(end + 1 + gapAfter, end + reach); from += 1) {
      if (!words.every((word, offset) => tokens[from + offset]?.word === word)) continue;
      if (!best || words.length > best.length) {
        best = { comparison, from, to: from + words.length - 1, length: words.length };
      }
      break;
    }
  }
  return best;
}

import { currencyAt } from '../language/currency.ts';
import { english } from '../language/english.ts';
import { normalForm } from '../language/normal-form.ts';
import { hasCurrency, isNegative, type NumberDoubt, numberAt } from '../language/numbers.ts';
import { type Token, tokenize } from '../language/tokens.ts';
import { foreignUnits } from '../language/units.ts';

/**
 * A number in a text, with the unit next to it; `unit` is null if there is none. `text` is the number as written. The
 * offsets are those of the text's `normalForm`.
 */
export type Quantity = {
  value: string;
  unit: string | null;
  text: string;
  start: number;
  end: number;
  doubt: NumberDoubt | null;
};

/**
 * Every number in a text, in digits or words, with the unit after it or the currency before it. "5 million" is
 * 5,000,000. A minus before a number is part of the number. "Thirty (30) days" is two quantities of 30 days.
 */
export function quantitiesOf(text: string): Quantity[] {
  const normal = normalForm(text);
  const tokens = tokenize(text, english);
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1]?.word ?? '';
    const isOne = token?.word === 'one' && (english.units.has(next) || next === '1');
    if (token?.kind !== 'number' && !isOne && !english.scales.has(next)) continue;
    const { last, quantity } = (token && quantityAt(normal, tokens, at, token)) ?? {
      last: at,
      quantity: null,
    };
    if (quantity !== null) found.push(quantity);
    at = last;
  }
  return found;
}

/** The lengths of units of time, in seconds or in months. Units of one dimension convert into each other exactly. */
export const lengths: Record<string, [dimension: 'seconds' | 'months', length: number]> = {
  second: ['seconds', 1],
  minute: ['seconds', 60],
  hour: ['seconds', 3_600],
  day: ['seconds', 86_400],
  week: ['seconds', 604_800],
  month: ['months', 1],
  quarter: ['months', 3],
  year: ['months', 12],
};

/**
 * Whether `other` has the same number as `one` and, if `one` has a unit, the same unit. Also true for the same time in
 * another unit: 48 hours and 2 days, 12 months and a year.
 */
export function saysSame(one: Quantity, other: Quantity): boolean {
  if ([one, other].some(({ doubt }) => doubt === 'contradiction' || doubt === 'draft')) return false;
  if (one.value === other.value && (one.unit === null || one.unit === other.unit)) return true;
  const [asked, stated] = [lengths[one.unit ?? ''], lengths[other.unit ?? '']];
  if (asked === undefined || asked[0] !== stated?.[0]) return false;
  return Number(one.value) * asked[1] === Number(other.value) * stated[1];
}

function quantityAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  token: Token,
): { last: number; quantity: Quantity } | null {
  const number = numberAt(tokens, at, text, english);
  if (number === null && token.kind !== 'number') return null;
  const { last, doubt } = number ?? { last: at, doubt: null };
  const before = tokens[at - 1];
  const after = tokens[last + 1];
  const unitAfter = after && after.kind !== 'number' ? unitOf(tokens, last + 1) : undefined;
  const currency = before && hasCurrency(tokens, at, text) ? unitOf(tokens, at - 1) : undefined;
  const start = currency !== undefined && before ? before.start : token.start;
  const unitEnd = after?.word === 'per' ? tokens[last + 2] : after;
  const end = unitAfter !== undefined && unitEnd ? unitEnd.end : (tokens[last]?.end ?? token.end);
  const sign = isNegative(tokens, at, text) ? '-' : '';
  const value = number === null ? token.term : String(number.value);
  const unit = currency ?? unitAfter ?? null;
  return {
    last,
    quantity: { value: `${sign}${value}`, unit, text: text.slice(start, end), start, end, doubt },
  };
}

/** The unit or currency that a token names. */
function unitOf(tokens: readonly Token[], at: number): string | undefined {
  const currency = currencyAt(tokens, at);
  const word = currency ?? tokens[at]?.word ?? '';
  if (word === 'per' && tokens[at + 1]?.word === 'cent') return 'percent';
  return english.units.get(word) ?? currency ?? foreignUnits.get(word);
}

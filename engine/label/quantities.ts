import { english } from '../language/english.ts';
import { normalized } from '../language/normalized.ts';
import { hasMinusBefore, type Token, tokenize } from '../language/tokens.ts';

/** A number in a text, with the unit next to it; `unit` is null if there is none. `text` is the number as written. */
export type Quantity = { value: string; unit: string | null; text: string; start: number };

const currencies = new Set(['$', '€', '£']);

/**
 * Every number in a text, in digits or words, with the unit after it or the currency before it. "5 million" is
 * 5,000,000. A minus before a number is part of the number. "Thirty (30) days" is two quantities of 30 days.
 */
export function quantitiesOf(text: string): Quantity[] {
  const normal = normalized(text);
  const tokens = tokenize(text, english);
  return tokens.flatMap((token, at) =>
    token.kind === 'number' ? [quantityAt(normal, tokens, at, token)] : [],
  );
}

/** Units that convert into each other exactly, each with its length in the smallest unit of its family. */
const families: ReadonlyMap<string, number>[] = [
  new Map([
    ['second', 1],
    ['minute', 60],
    ['hour', 3_600],
    ['day', 86_400],
    ['week', 604_800],
  ]),
  new Map([
    ['month', 1],
    ['quarter', 3],
    ['year', 12],
  ]),
];

/**
 * Whether `other` has the same number as `one` and, if `one` has a unit, the same unit. Also true for the same time in
 * another unit: 48 hours and 2 days, 12 months and a year.
 */
export function saysSame(one: Quantity, other: Quantity): boolean {
  if (one.value === other.value && (one.unit === null || one.unit === other.unit)) return true;
  return families.some((lengths) => {
    const [asked, stated] = [one, other].map(
      ({ value, unit }) => Number(value) * (lengths.get(unit ?? '') ?? Number.NaN),
    );
    return asked !== undefined && asked === stated;
  });
}

function quantityAt(text: string, tokens: readonly Token[], at: number, token: Token): Quantity {
  let last = at;
  while (tokens[last + 1]?.kind === 'number' && tokens[last + 1]?.term === token.term) last += 1;
  const scale = english.scales.get(tokens[last + 1]?.word ?? '');
  if (scale !== undefined) last += 1;
  const before = tokens[at - 1];
  const after = tokens[last + 1];
  const unitAfter = after && after.kind !== 'number' ? english.units.get(after.word) : undefined;
  const currency = before && currencies.has(before.word) ? english.units.get(before.word) : undefined;
  const start = currency !== undefined && before ? before.start : token.start;
  const end = unitAfter !== undefined && after ? after.end : (tokens[last]?.end ?? token.end);
  const sign = hasMinusBefore(text, start) ? '-' : '';
  const value = token.value === undefined ? token.term : String(token.value * (scale ?? 1));
  return {
    value: `${sign}${value}`,
    unit: currency ?? unitAfter ?? null,
    text: text.slice(start, end),
    start,
  };
}

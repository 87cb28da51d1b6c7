import { currencyAt } from '../../../language/currency.ts';
import type { Language } from '../../../language/language.ts';
import type { Token } from '../../../language/tokens.ts';

/**
 * What a number counts. Numbers of one dimension are comparable. `low` and `high` are the least and the most that one
 * unit can be in the base unit of its dimension. A month counts as 30 to 31 days, so 30 days and a month are neither
 * the same nor clearly different.
 */
export type Measure = {
  dimension: string;
  low: number;
  high: number;
  /** Units of one family convert exactly: 12 months and a year, 48 hours and 2 days. */
  family: string;
  exact: number;
  /** The terms of what is counted: "written offers"; empty for other units. */
  terms: readonly string[];
  last: number;
};

const day = 86_400;
type Unit = Pick<Measure, 'dimension' | 'family' | 'exact' | 'low' | 'high'>;

const fixed = (dimension: string, list: Record<string, number>): [string, Unit][] =>
  Object.entries(list).flatMap(([names, exact]) =>
    names
      .split(' ')
      .map((name): [string, Unit] => [
        name,
        { dimension, family: dimension, exact, low: exact, high: exact },
      ]),
  );

const months = (names: string, count: number): [string, Unit][] =>
  names
    .split(' ')
    .map((name) => [
      name,
      { dimension: 'time', family: 'months', exact: count, low: count * 30 * day, high: count * 31 * day },
    ]);

const units = new Map<string, Unit>([
  ...fixed('time', {
    'second seconds sec secs': 1,
    'minute minutes min mins': 60,
    'hour hours hr hrs h': 3_600,
    'day days': day,
    'week weeks': 7 * day,
    'fortnight fortnights': 14 * day,
  }),
  ...months('month months', 1),
  ...months('quarter quarters', 3),
  ...months('year years yr yrs', 12),
  ...fixed('percent', { 'percent % percentage pct': 1 }),
  ...fixed('length', {
    'mm millimetre millimetres millimeter millimeters': 0.001,
    'cm centimetre centimetres centimeter centimeters': 0.01,
    'm metre metres meter meters': 1,
    'km kilometre kilometres kilometer kilometers': 1_000,
    'inch inches': 0.0254,
    'foot feet ft': 0.3048,
    'mile miles': 1_609.34,
  }),
  ...fixed('mass', {
    'mg milligram milligrams': 0.000_001,
    'g gram grams': 0.001,
    'kg kilogram kilograms': 1,
    'ton tons tonne tonnes': 1_000,
  }),
  ...fixed('volume', { 'litre litres liter liters': 0.001 }),
  ...fixed('data', {
    'kb kilobyte kilobytes': 1e3,
    'mb megabyte megabytes': 1e6,
    'gb gigabyte gigabytes': 1e9,
    'tb terabyte terabytes': 1e12,
  }),
]);

/** Words that change the unit after them: a working day can take longer than a day. */
const working = new Set(['working', 'business', 'banking', 'trading', 'school']);
/** What a number counts, from the words around it. The number begins at token `at` and ends at token `end`. */
export function measureOf(tokens: readonly Token[], at: number, end: number, language: Language): Measure {
  const word = (place: number): string => tokens[place]?.word ?? '';
  const before = currencyAt(tokens, at - 1);
  if (before) return money(before, end);
  const after = currencyAt(tokens, end + 1);
  // In "resolution 8.1: EUR 60", the currency belongs to the second number.
  if (after && tokens[end + 2]?.kind !== 'number') return money(after, end + 1);
  if (word(end + 1) === 'per' && /^cents?$/.test(word(end + 2))) return known('percent', end + 2);
  if (working.has(word(end + 1)) && units.has(word(end + 2))) {
    const unit = known(word(end + 2), end + 2);
    return { ...unit, family: `working ${unit.family}`, high: unit.high * 2.5 };
  }
  if (/^(?:square|cubic|sq)$/.test(word(end + 1)) && units.has(word(end + 2))) {
    const unit = known(word(end + 2), end + 2);
    return {
      ...unit,
      dimension: `${word(end + 1)} ${unit.dimension}`,
      family: `${word(end + 1)} ${unit.family}`,
    };
  }
  if (/^(?:consecutive|full|clear)$/.test(word(end + 1)) && timeUnit(word(end + 2)))
    return known(word(end + 2), end + 2);
  // Operating hours pass only while a machine operates.
  if (/ing$/.test(word(end + 1)) && timeUnit(word(end + 2))) {
    const unit = known(word(end + 2), end + 2);
    return { ...unit, dimension: `${word(end + 1)} time`, family: `${word(end + 1)} ${unit.family}` };
  }
  if (word(end + 1) === 'calendar' && units.has(word(end + 2))) return known(word(end + 2), end + 2);
  if (units.has(word(end + 1))) return known(word(end + 1), end + 1);
  // In "dB(A)" and "°C", the letter belongs to the unit.
  if (/^db$/.test(word(end + 1))) return known('db', word(end + 2) === 'a' ? end + 2 : end + 1);
  if (/^[cf]$/.test(word(end + 1)) && tokens[end + 1]?.capital)
    return known(`degrees ${word(end + 1)}`, end + 1);
  return counted(tokens, end, language);
}

/** The unit of time that a word names, such as "year" in "twice a year"; null if it names none. */
export function timeUnit(
  word: string,
): Pick<Measure, 'dimension' | 'family' | 'exact' | 'low' | 'high'> | null {
  const unit = units.get(word);
  return unit?.dimension === 'time' ? unit : null;
}

function money(code: string, last: number): Measure {
  const dimension = `money ${code}`;
  return { dimension, family: dimension, exact: 1, low: 1, high: 1, terms: [], last };
}

function known(name: string, last: number): Measure {
  const unit = units.get(name) ?? { dimension: name, family: name, exact: 1, low: 1, high: 1 };
  return { ...unit, terms: [], last };
}

/**
 * The measure of a number without a known unit. The content words after the number name what it counts: "5 written
 * offers".
 */
function counted(tokens: readonly Token[], end: number, language: Language): Measure {
  const terms: string[] = [];
  let last = end;
  for (let place = end + 1; place < tokens.length && terms.length < 3; place += 1) {
    const token = tokens[place];
    if (token?.kind !== 'word' || language.stopWords.has(token.word)) break;
    terms.push(token.term);
    last = place;
    if (token.capital) break;
  }
  return {
    dimension: 'count',
    family: 'count',
    exact: 1,
    low: 1,
    high: 1,
    terms,
    last: Math.min(last, end + 2),
  };
}

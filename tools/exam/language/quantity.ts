import type { Draw } from '../draw.ts';

/** A number with its unit, such as 48 hours; `unit` is singular. */
export type Quantity = { value: number; unit: string };

/** Whether a document writes numbers in digits, in words, or both. */
export type QuantityStyle = 'digits' | 'words' | 'both';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A whole number below a thousand, in words. */
export function numberWords(value: number): string {
  if (value < 20) return small[value] ?? String(value);
  if (value < 100) {
    const rest = value % 10;
    return `${tens[Math.floor(value / 10)]}${rest > 0 ? `-${small[rest]}` : ''}`;
  }
  const rest = value % 100;
  return `${small[Math.floor(value / 100)]} hundred${rest > 0 ? ` and ${numberWords(rest)}` : ''}`;
}

/**
 * Writes a quantity. The same function is used for both documents of a pair, so that the two do not differ in style.
 */
export type WriteQuantity = (quantity: Quantity) => string;

/**
 * Chooses how quantities of this unit are written. `values` are all the values that will be written, so that the chosen
 * style fits each of them.
 */
export function quantityWriter(
  unit: string,
  values: readonly number[],
  draw: Draw,
  plain = false,
): WriteQuantity {
  const whole = values.every((value) => Number.isInteger(value) && value < 1000) && /^[a-z ]+$/.test(unit);
  const style: QuantityStyle = plain || !whole ? 'digits' : draw.one(['digits', 'digits', 'words', 'both']);
  if (unit === 'percent') {
    const after = style === 'words' ? ' per cent' : draw.one([' %', '%', ' percent', ' per cent']);
    return ({ value }) => `${style === 'words' ? numberWords(value) : decimal(value)}${after}`;
  }
  const currency = /^[A-Z]{3}$/.test(unit);
  if (currency) {
    const millions = values.every((value) => value % 100_000 === 0 && value >= 1_000_000) && draw.chance(0.6);
    return ({ value, unit: own }) => {
      const amount = millions ? `${decimal(value / 1_000_000)} million` : grouped(value);
      return `${own} ${amount}`;
    };
  }
  return ({ value, unit: own }) => {
    const words = whole ? numberWords(value) : '';
    const number = style === 'both' ? `${words} (${value})` : style === 'words' ? words : grouped(value);
    return `${number} ${plural(own, value)}`;
  };
}

function plural(unit: string, value: number): string {
  if (value === 1 || /^(?:[^a-z]|kg\b|km\b|dB|kW|mm\b|lux\b|ppm\b|m\b)/.test(unit)) return unit;
  if (/(?:ch|s|x)$/.test(unit)) return `${unit}es`;
  return /[^aeiou]y$/.test(unit) ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}

/** Writes a number with commas between thousands. */
function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

function decimal(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** The same duration in another unit; null if no other unit expresses exactly the same duration. */
export function sameInOtherUnit({ value, unit }: Quantity): Quantity | null {
  if (unit === 'month' && value % 12 === 0) return { value: value / 12, unit: 'year' };
  if (unit === 'year' && value <= 5) return { value: value * 12, unit: 'month' };
  if (unit === 'hour' && value % 24 === 0 && value >= 72) return { value: value / 24, unit: 'day' };
  if (unit === 'day' && value % 7 === 0 && value <= 56) return { value: value / 7, unit: 'week' };
  if (unit === 'week' && value <= 8) return { value: value * 7, unit: 'day' };
  if (unit === 'minute' && value % 60 === 0) return { value: value / 60, unit: 'hour' };
  return null;
}

/** For each unit, the units in which the same number is a larger quantity. */
const longer: Record<string, string[]> = {
  second: ['minute'],
  minute: ['hour'],
  hour: ['day', 'working day'],
  day: ['week', 'month', 'working day'],
  'working day': ['week', 'month'],
  week: ['month'],
  month: ['year'],
  mm: ['cm'],
  cm: ['m'],
  metre: ['kilometre'],
  kilogram: ['tonne'],
  'cubic metre': ['thousand cubic metre'],
};

/** A unit in which the same number is a larger (`more`) or smaller (`less`) quantity; null if there is none. */
export function otherUnit(unit: string, towards: 'more' | 'less', draw: Draw): string | null {
  const units =
    towards === 'more'
      ? (longer[unit] ?? [])
      : Object.keys(longer).filter((key) => longer[key]?.includes(unit) && key !== 'working day');
  return units.length === 0 ? null : draw.one(units);
}

import { lengths, type Quantity, quantitiesOf } from '../../label/quantities.ts';
import { type Bound, comparatorOf } from '../../language/comparators.ts';
import { english } from '../../language/english.ts';
import { normalForm } from '../../language/normal-form.ts';

/**
 * A number with its unit and its comparison. `value` is counted in the smallest unit of the dimension that converts
 * exactly: seconds, or months, or the unit itself. The offsets are those of the text's `normalForm`; `start` and `end`
 * include the words of the comparison.
 */
export type Limit = {
  value: number;
  /** Units of one dimension convert into each other exactly: `seconds`, `months`, or the unit itself. */
  dimension: string;
  /** Null: the number itself, neither at least nor at most. */
  bound: Bound | null;
  /** Whether the number itself is outside: "more than 30". */
  strict: boolean;
  /** Whether the number is a repeated interval, "every 6 months"; `bound` is then the direction of the interval. */
  isInterval: boolean;
  /** What the number is counted for, if it says so: "year" in "4% per annum". */
  per: string | null;
  /** Whether the number is certain: not contradicted by its repetition in words, not a blank of a draft. */
  isCertain: boolean;
  /** The number with its unit, as written. */
  text: string;
  /** The number with its unit, its comparison and the word that makes it an interval, as written. */
  words: string;
  start: number;
  end: number;
};

const every = /(?<!\p{L})(?:every|each|any|alle|jede[nrs]?|tous les|toutes les|chaque|cada)\s*$/iu;
const intervals = /(?<!\p{L})(?:intervals?|abständen|intervalles?|intervalos?)(?: of| von| de)?\s*$/iu;
/** Matches the words after a time that is counted back from an event: "no later than 30 days before the end". */
const back = /^\s*(?:before|prior|in advance|ahead|vor|avant|antes|previos?)(?!\p{L})/iu;
/** Matches the comparisons of a point in time, which turn round when time is counted back. */
const pointInTime =
  /(?:no[nt]?|never) later than|at the latest|spätestens|au plus tard|a más tardar|not less than/iu;

/** The numbers with a unit in a text. A number without a unit counts only if it has a comparison. */
export function limitsOf(text: string): Limit[] {
  const normal = normalForm(text);
  return quantitiesOf(text).flatMap((quantity) => {
    const limit = limitAt(normal, quantity);
    return limit === null ? [] : [limit];
  });
}

function limitAt(text: string, quantity: Quantity): Limit | null {
  const { value: written, unit, start, end, doubt } = quantity;
  const compared = comparatorOf(text, start, end);
  const number = Number(written);
  if (!Number.isFinite(number) || (unit === null && compared === null)) return null;
  const [dimension, length] = lengths[unit ?? ''] ?? [unit ?? 'number', 1];
  const interval = every.exec(text.slice(Math.max(0, start - 12), start));
  const isEvery = interval !== null;
  const from = Math.min(start, compared?.start ?? start);
  const until = Math.max(end, compared?.end ?? end);
  const isBack = back.test(text.slice(end));
  const words = compared === null ? '' : text.slice(compared.start, compared.end);
  // "Within 30 days before the end" can be a window or a deadline.
  const isUnclear = isBack && compared?.bound === 'max' && !pointInTime.test(words);
  const turns = isEvery || (isBack && compared?.bound === 'max');
  const bound = compared === null || isUnclear ? null : turns ? opposite(compared.bound) : compared.bound;
  return {
    value: number * length,
    dimension,
    bound,
    strict: compared?.strict ?? false,
    isInterval: isEvery || intervals.test(text.slice(Math.max(0, from - 24), from)),
    per: perAfter(text.slice(end)),
    isCertain: doubt !== 'contradiction' && doubt !== 'draft' && !isUnclear,
    text: quantity.text,
    words: bracketed(
      text,
      Math.min(from, start - (interval?.[0].length ?? 0)),
      until + oftenAfter(text.slice(until)),
    ),
    start: from,
    end: until,
  };
}

/** The words between two offsets, with the bracket before them if they have only its end: "(30) days". */
function bracketed(text: string, start: number, end: number): string {
  const opens = text[start - 1] === '(' && /^[^(]*\)/.test(text.slice(start, end));
  return text
    .slice(opens ? start - 1 : start, end)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The length of the word without which "every four months or more often" reads as the opposite. */
function oftenAfter(rest: string): number {
  return /^\s+(?:often|frequently)(?!\p{L})/iu.exec(rest)?.[0].length ?? 0;
}

/** Matches what a number is counted for; its repetition in digits can be before that: "six percent (6%) per annum". */
const rate =
  /^(?:\)|\s*\([^()]{1,20}\))?\s*(?:(?:per|pro|an?|for each|each|every|\/)\s*(?:calendar\s+|kalender)?(\p{L}+)|(\p{L}+)ly)(?!\p{L})/iu;

function perAfter(rest: string): string | null {
  const [, noun, adverb] = rate.exec(rest) ?? [];
  const word = (noun ?? adverb ?? '').toLowerCase();
  const unit = /^annu(?:m|al)$/.test(word) ? 'year' : (english.units.get(word) ?? word);
  return unit !== '' && (noun !== undefined || unit in lengths) ? unit : null;
}

export function opposite(bound: Bound): Bound {
  return bound === 'min' ? 'max' : 'min';
}

/** Whether two limits are numbers of the same kind: both times, or both in one currency or unit. */
export function isSameKind(one: Limit, other: Limit): boolean {
  const isTime = ({ dimension }: Limit) => dimension === 'seconds' || dimension === 'months';
  return one.dimension === other.dimension || (isTime(one) && isTime(other));
}

export function isSameLimit(one: Limit, other: Limit): boolean {
  return (
    isSameValue(one, other) &&
    one.bound === other.bound &&
    one.strict === other.strict &&
    one.isInterval === other.isInterval
  );
}

export function isSameValue(one: Limit, other: Limit): boolean {
  return (
    one.dimension === other.dimension && Math.abs(one.value - other.value) < 1e-9 * Math.max(1, one.value)
  );
}

/**
 * Whether a stated limit keeps or breaks the limit that is asked for. `isCertain`: both have a comparison of the same
 * direction, so that their numbers decide. Null if the numbers decide nothing.
 */
export type LimitVerdict = { isMet: boolean; isCertain: boolean } | null;

/** `turns`: the limits are those of a ban, "not … for longer than 30 days". */
export function compareLimits(asked: Limit, stated: Limit, turns: boolean): LimitVerdict {
  if (!asked.isCertain || !stated.isCertain) return null;
  if (asked.isInterval !== stated.isInterval) return null;
  if (asked.per !== null && stated.per !== null && asked.per !== stated.per) return null;
  const turned = (bound: Bound | null) => (turns && bound !== null ? opposite(bound) : bound);
  const [want, have] = [turned(asked.bound), turned(stated.bound)];
  const order = orderOf(stated, asked);
  if (order === null) return null;
  if (want === null) return exactly(asked, order, have);
  // A stricter or less strict comparison of the same number: "more than 30" against "at least 30".
  if (order === 0 && asked.strict !== stated.strict) return null;
  const isMet = order === 0 || (want === 'max') === order < 0;
  if (have === want) return { isMet, isCertain: !turns };
  if (have === null) return { isMet: isMet && !(order === 0 && asked.strict), isCertain: false };
  // "At most 30" can never keep "at least 45", and may keep "at least 20".
  return isMet ? null : { isMet: false, isCertain: false };
}

/** 1 if the first limit has the larger number, -1 if the smaller, 0 if the same; null if that cannot be said. */
function orderOf(one: Limit, other: Limit): number | null {
  if (one.dimension === other.dimension)
    return isSameValue(one, other) ? 0 : Math.sign(one.value - other.value);
  if (!isSameKind(one, other)) return null;
  const [least, most] = daysOf(one);
  const [otherLeast, otherMost] = daysOf(other);
  if (least > otherMost) return 1;
  return most < otherLeast ? -1 : null;
}

/** The fewest and the most days of a time: a month has 28 to 31. */
function daysOf({ dimension, value }: Limit): [number, number] {
  return dimension === 'months' ? [value * 28, value * 31] : [value / 86_400, value / 86_400];
}

/** The verdict on a number without a comparison: only the same number keeps it; of an interval, also a shorter one. */
function exactly(asked: Limit, order: number, have: Bound | null): LimitVerdict {
  if (order === 0) return have === null ? { isMet: true, isCertain: false } : null;
  if (asked.isInterval) return have === 'min' ? null : { isMet: order < 0, isCertain: false };
  return have === null ? { isMet: false, isCertain: false } : null;
}

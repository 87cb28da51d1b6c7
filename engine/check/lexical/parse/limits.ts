import { datesOf } from '../../../label/dates.ts';
import { currencyAt } from '../../../language/currency.ts';
import type { Language } from '../../../language/language.ts';
import { isNegative, numberAt } from '../../../language/numbers.ts';
import type { Token } from '../../../language/tokens.ts';
import { type Bound, boundOf } from './bounds.ts';
import { type Measure, measureOf, timeUnit } from './measures.ts';

/** A number with its unit, its direction and what it limits. Token indexes are inclusive. */
export type Limit = Bound &
  Measure & {
    value: number;
    /** The first and the last token of the phrase: "at least 8 characters". */
    from: number;
    to: number;
    at: number;
    /** The last token of the number and of its repetition in brackets. */
    until: number;
    /**
     * Which words around the number may give it a direction that is not understood: words that compare, such as
     * "longer", or words for the time that passes, such as "when"; null if there are none.
     */
    vague: 'direction' | 'passing' | null;
    /** Whether a maximum is limited, and not the amount itself: "limited to no less than 100 %". */
    ofMaximum: boolean;
    /** Whether the number is a period of notice: "30 days' written notice". */
    ofNotice: boolean;
  };

/** The limits of a sentence, in text order. Numbers of clauses, dates, years and names are not limits. */
export function limitsOf(tokens: readonly Token[], text: string, language: Language): Limit[] {
  const dates = datesOf(text);
  const found: Limit[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token || dates.some(({ start, end }) => start <= token.start && token.start < end)) continue;
    const limit = rateAt(tokens, at, text, language) ?? countedAt(tokens, at, text, language);
    if (!limit) continue;
    found.push(limit);
    at = Math.max(limit.to, limit.until, at);
  }
  return found;
}

function countedAt(tokens: readonly Token[], at: number, text: string, language: Language): Limit | null {
  if (isName(tokens, at, language) || isPartOfNumber(tokens, at, text)) return null;
  // "Will one day keep" names no duration.
  if (tokens[at]?.word === 'one' && tokens[at + 1]?.word === 'day' && modal.test(tokens[at - 1]?.word ?? ''))
    return null;
  const number = numberAt(tokens, at, text, language);
  if (!number || isAllTheTime(tokens, number)) return null;
  const measure = measureOf(tokens, at, number.last, language);
  // Two different numbers for the same say neither.
  if (number.doubt === 'contradiction') measure.dimension = `contradictory ${measure.dimension}`;
  if (tokens[at]?.word === 'one' && (measure.dimension === 'count' || tokens[at - 1]?.word === 'any'))
    return null;
  if (isYear(number.value, measure)) return null;
  const minus = isNegative(tokens, at, text);
  const first =
    currencyAt(tokens, at - 1) !== null && measure.last === number.last
      ? at - 1
      : minus && tokens[at - 1]?.word === 'minus'
        ? at - 1
        : at;
  // In "500 lux (maximum)", the last word is not what is counted.
  const isBound = /^(?:minimum|maximum)$/.test(tokens[measure.last]?.word ?? '');
  const bound = boundOf(tokens, first, Math.max(number.last, measure.last - (isBound ? 1 : 0)));
  const vague =
    number.doubt !== null ? 'direction' : bound.bound === 'exact' ? vagueOf(tokens, bound, measure) : null;
  const [ofMaximum, ofNotice] = [isOfMaximum(tokens, bound), isOfNotice(tokens, bound, measure)];
  const value = minus ? -number.value : number.value;
  return { ...measure, ...bound, value, at, until: number.until, vague, ofMaximum, ofNotice };
}

/** Whether a number only says that something is so all the time: "24 hours a day", "seven days a week". */
function isAllTheTime(tokens: readonly Token[], { value, last }: { value: number; last: number }): boolean {
  const behind = tokens
    .slice(last + 1, last + 5)
    .map(({ word }) => word)
    .join(' ');
  if (value === 24) return /^hours (?:a|per|each|every|of the) day\b/.test(behind);
  return value === 7 && /^days (?:a|per|each|every|of the|of each) ?week\b/.test(behind);
}

/** How many words after a period can come before "notice". */
const noticeReach = 4;

/** Whether "notice" comes after a period and its adjectives: "30 days' prior written notice". */
function isOfNotice(tokens: readonly Token[], { to }: Bound, { dimension, last }: Measure): boolean {
  if (dimension !== 'time') return false;
  const behind = tokens.slice(Math.max(to, last) + 1).slice(0, noticeReach);
  const notice = behind.findIndex(({ word }) => word === 'notice');
  return (
    notice >= 0 && behind.slice(0, notice).every(({ word }) => /^(?:prior|written|advance|s)$/.test(word))
  );
}

/** Whether the words before a minimum say that it limits a maximum. */
function isOfMaximum(tokens: readonly Token[], { bound, from }: Bound): boolean {
  return (
    bound === 'min' &&
    /^(?:limited|capped|restricted)$/.test(tokens[from - 2]?.word ?? '') &&
    /^(?:to|at)$/.test(tokens[from - 1]?.word ?? '')
  );
}

const modal = /^(?:will|shall|may|might|can|could|ought|should|would)$/;
const direction =
  /^(?:longer|shorter|fewer|later|earlier|sooner|less|more|higher|lower|greater|exceeds?|exceeding|beyond|maximum|minimum|most|least|over|above|below|under)$/;
const passing = /^(?:after|when|once|until|till|not)$/;
/** How many words before and after a number can belong to its direction. */
const directionReach = 4;

/** The words beside a number without a known direction that compare: "for no longer a time than 30 months". */
function vagueOf(
  tokens: readonly Token[],
  { from, to }: Bound,
  { dimension, last }: Measure,
): Limit['vague'] {
  if (dimension === 'time' && passing.test(tokens[from - 1]?.word ?? '')) return 'passing';
  const before = tokens.slice(Math.max(0, from - directionReach), from);
  const after = tokens.slice(Math.max(to, last) + 1, Math.max(to, last) + 1 + directionReach);
  const apart = before.findLastIndex(({ kind }) => kind !== 'word');
  const next = after.findIndex(({ kind }) => kind !== 'word');
  const compares = [...before.slice(apart + 1), ...(next < 0 ? after : after.slice(0, next))].some(
    ({ word }) => direction.test(word),
  );
  return compares ? 'direction' : null;
}

/** Whether a number is part of a name: "Section 5.1", "ISO 27001", "100 Linden Avenue". */
function isName(tokens: readonly Token[], at: number, language: Language): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  if (tokens[at]?.kind === 'number' && tokens[at]?.value === undefined) return true;
  if (
    before &&
    (language.references.has(before.word) || (before.code && currencyAt(tokens, at - 1) === null))
  )
    return true;
  return (
    tokens[at]?.kind === 'number' &&
    after?.kind === 'word' &&
    after.capital &&
    !after.code &&
    after.word.length > 2 &&
    !language.scales.has(after.word)
  );
}

/** Whether a hyphen joins a number to the number before it: "EN 13501-1". */
function isPartOfNumber(tokens: readonly Token[], at: number, text: string): boolean {
  const [before, own] = [tokens[at - 1], tokens[at]];
  if (before?.kind !== 'number' || own?.kind !== 'number') return false;
  return before.end === own.start - 1 && text[before.end] === '-';
}

function isYear(value: number, { dimension, terms }: Measure): boolean {
  return dimension === 'count' && terms.length === 0 && value >= 1_900 && value <= 2_100;
}

const adverbs = new Map([
  ['daily', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['quarterly', 'quarter'],
  ['annually', 'year'],
  ['yearly', 'year'],
]);

/**
 * The frequency that is stated without a number, as in "once a year", "twice a month", "every year" or "annually"; null
 * if none is.
 */
function rateAt(tokens: readonly Token[], at: number, text: string, language: Language): Limit | null {
  const word = (place: number): string => tokens[place]?.word ?? '';
  const counted = word(at + 1) === 'times' ? numberAt(tokens, at, text, language) : null;
  const times = counted?.value ?? { once: 1, twice: 2 }[word(at)];
  const behind = at + (counted ? 2 : 1);
  if (times !== undefined && /^(?:a|an|per|each|every|in)$/.test(word(behind))) {
    const skip = word(behind) === 'in' && /^(?:a|an|each|every|any)$/.test(word(behind + 1)) ? 1 : 0;
    const adjective = /^(?:calendar|contract|financial|fiscal)$/.test(word(behind + 1 + skip)) ? 1 : 0;
    const unit = timeUnit(word(behind + 1 + skip + adjective));
    if (unit) return rate(tokens, at, behind + 1 + skip + adjective, unit, times);
  }
  const unit = timeUnit(adverbs.get(word(at)) ?? '');
  if (unit && !/^(?:the|a|an|its|their)$/.test(word(at - 1))) return rate(tokens, at, at, unit, 1);
  if (word(at) === 'every' && !/^(?:of|for|in|on)$/.test(word(at - 1))) {
    const own = timeUnit(word(at + 1));
    if (own) return rate(tokens, at, at + 1, own, 1);
  }
  return null;
}

function rate(
  tokens: readonly Token[],
  at: number,
  last: number,
  unit: NonNullable<ReturnType<typeof timeUnit>>,
  times: number,
): Limit {
  const { bound, from } = boundOf(tokens, at, last);
  const turned = { min: 'max', max: 'min', exact: 'exact' } as const;
  return {
    ...unit,
    terms: [],
    last,
    value: 1 / times,
    role: 'every',
    bound: turned[bound],
    strict: false,
    from,
    to: last,
    at,
    until: last,
    vague: null,
    ofMaximum: false,
    ofNotice: false,
  };
}

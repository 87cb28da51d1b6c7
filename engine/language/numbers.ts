import { currencyAt } from './currency.ts';
import { digitsValue, isBase } from './digits.ts';
import type { Language } from './language.ts';
import type { Token } from './tokens.ts';

/**
 * Why a written number is not certain: it can be read as another number (1.250 units), it is given twice and differs
 * ("thirty (60)"), or it stands in square brackets, as in a draft.
 */
export type NumberDoubt = 'ambiguous' | 'contradiction' | 'draft';

/** A number as written in one or more tokens: "forty-eight", "thirty (30)", "EUR 1 000", "6½", "1.5 million". */
export type WrittenNumber = {
  value: number;
  /** The last token of the number. */
  last: number;
  /** The last token of the number and of its repetition in brackets: "one million euros (EUR 1,000,000)". */
  until: number;
  doubt: NumberDoubt | null;
};

/** Matches a number with one point and three digits after it, which can be thousands. */
const maybeThousands = /^[1-9]\d{0,2}\.\d{3}$/;
/** Letters after a number that multiply it: "500k"; "m" and "b" do so only for money, because they are units too. */
const attachedScales = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);

/** The number that begins at a token; null if none begins there. `text` is the text of the tokens, in normal form. */
export function numberAt(
  tokens: readonly Token[],
  at: number,
  text: string,
  language: Language,
): WrittenNumber | null {
  const number = partsAt(tokens, at, text, language);
  if (!number) return null;
  const repeated = repetitionOf(number, tokens, at, text, language);
  const doubt = isInBrackets(tokens, at, repeated.until, text) ? 'draft' : repeated.doubt;
  return { ...repeated, doubt };
}

/** Whether a minus belongs to the number at a token: "-18 °C", "−€5", "minus 18". A hyphen in "5-10" is none. */
export function isNegative(tokens: readonly Token[], at: number, text: string): boolean {
  const token = tokens[at];
  if (token?.kind !== 'number') return false;
  const before = tokens[at - 1];
  if (before && /^(?:minus|negative)$/.test(before.word)) return true;
  const start = before && hasCurrency(tokens, at, text) ? before.start : token.start;
  return (
    minusBefore.test(text.slice(Math.max(0, start - 3), start)) ||
    minusBefore.test(text.slice(Math.max(0, token.start - 3), token.start))
  );
}

/** Whether the currency before a number belongs to it: "EUR 30", and not "500 EUR, 30 days". */
export function hasCurrency(tokens: readonly Token[], at: number, text: string): boolean {
  return currencyAt(tokens, at - 1) !== null && !/[,;]/.test(between(text, tokens, at - 1));
}

/** Matches a minus, and not a hyphen or a range, before a number. Only U+2212 can have a space after it. */
const minusBefore = /(?:^|[\s([=:|\p{Sc}])(?:[-\u2010-\u2014]|\u2212\s?)$/u;

type Parts = Omit<WrittenNumber, 'until'>;

/** A number without a repetition in brackets. */
function partsAt(tokens: readonly Token[], at: number, text: string, language: Language): Parts | null {
  const token = tokens[at];
  if (!token) return null;
  const number = /^[\d.]/.test(token.word) ? inDigits(tokens, at, text) : inWords(tokens, at, text, language);
  if (!number) return null;
  const { last, doubt } = number;
  const half = halfAfter(tokens, last);
  if (half !== null) return { value: number.value + half.value, last: half.last, doubt };
  return scaledBy({ tokens, at, text, language }, number);
}

type Place = { tokens: readonly Token[]; at: number; text: string; language: Language };

/** A number multiplied by the scales after it, with the smaller numbers after those: "two million five hundred". */
function scaledBy({ tokens, at, text, language }: Place, { value: first, last: end, doubt }: Parts): Parts {
  let value = first;
  let last = end;
  const isWord = /^\p{L}/u.test(tokens[at]?.word ?? '');
  for (;;) {
    const scale = scaleAt(tokens, last + 1, at, text, language);
    if (scale === null) return { value, last, doubt };
    value *= scale;
    last += 1;
    const rest = tokens[last + 1]?.word === 'and' ? last + 2 : last + 1;
    if (!isWord || tokens[rest]?.kind !== 'number') continue;
    // "Two hundred and fifty thousand": the scale after the smaller number belongs to the whole.
    const whole = partsAt(tokens, rest, text, language);
    const tail = whole && whole.value >= scale ? inWords(tokens, rest, text, language) : whole;
    if (!tail || tail.value >= scale || /[(,;]/.test(between(text, tokens, rest - 1))) continue;
    value += tail.value;
    last = tail.last;
  }
}

function scaleAt(
  tokens: readonly Token[],
  place: number,
  at: number,
  text: string,
  language: Language,
): number | null {
  const word = tokens[place]?.word ?? '';
  const scale = language.scales.get(word);
  if (scale !== undefined) return scale;
  const attached = attachedScales.get(word);
  if (attached === undefined || between(text, tokens, place - 1) !== '') return null;
  const isMoney = hasCurrency(tokens, at, text) || currencyAt(tokens, place + 1) !== null;
  return word === 'k' || isMoney ? attached : null;
}

function inDigits(tokens: readonly Token[], at: number, text: string): Parts | null {
  const raw = rawAt(tokens, at, text);
  const value = digitsValue(raw);
  if (value === null) return null;
  const { digits, last, doubt } = groupedBySpaces(tokens, at, text) ?? { digits: raw, last: at, doubt: null };
  if (last > at) return { value: digitsValue(digits) ?? value, last, doubt };
  const fraction = fractionAfter(tokens, at, text);
  if (fraction !== null) return fraction;
  const power =
    /^\s?[×·]\s?$/.test(between(text, tokens, at)) && /^10\^\d+$/.exec(rawAt(tokens, at + 1, text));
  if (power) return { value: value * (digitsValue(power[0]) ?? 1), last: at + 1, doubt: null };
  const [base = '', exponent] = raw.split('^');
  if (exponent !== undefined && isBase(Number(base)) && exponent !== '1')
    return { value, last: at, doubt: 'ambiguous' };
  if (!maybeThousands.test(base) || tokens[at + 1]?.word === '%') return { value, last: at, doubt: null };
  const isMoney = hasCurrency(tokens, at, text) || currencyAt(tokens, at + 1) !== null;
  const isGroup = isMoney || /\.000$/.test(base);
  return { value: isGroup ? Math.round(value * 1_000) : value, last: at, doubt: 'ambiguous' };
}

/** Digits that single spaces divide into groups of three, "1 000"; null if the groups are numbers of their own. */
function groupedBySpaces(
  tokens: readonly Token[],
  at: number,
  text: string,
): { digits: string; last: number; doubt: NumberDoubt | null } | null {
  let digits = rawAt(tokens, at, text);
  if (!/^[1-9]\d{0,2}$/.test(digits) || tokens[at - 1]?.kind === 'number') return null;
  let last = at;
  while (
    between(text, tokens, last) === ' ' &&
    /^\d{3}(?:[.,]\d{1,2})?$/.test(rawAt(tokens, last + 1, text))
  ) {
    last += 1;
    digits += rawAt(tokens, last, text);
    if (!/^\d+$/.test(digits)) break;
  }
  const next = tokens[last + 1];
  if (last === at) return null;
  if (hasCurrency(tokens, at, text) || currencyAt(tokens, last + 1) !== null)
    return { digits, last, doubt: null };
  return next?.kind === 'word' ? { digits, last, doubt: 'ambiguous' } : null;
}

/** A number with the fraction after it, "6½" or "1 1/2", or a fraction of its own, "1/2"; null if it is neither. */
function fractionAfter(tokens: readonly Token[], at: number, text: string): Parts | null {
  const whole = Number(rawAt(tokens, at, text));
  if (!Number.isInteger(whole)) return null;
  const next = rawAt(tokens, at + 1, text);
  const gap = between(text, tokens, at);
  if (next.includes('\u2044') && gap === ' ')
    return { value: whole + (digitsValue(next) ?? 0), last: at + 1, doubt: null };
  const own = slashed(tokens, at, text);
  if (own !== null) return { value: own, last: at + 1, doubt: 'ambiguous' };
  const mixed = gap === ' ' ? slashed(tokens, at + 1, text) : null;
  return mixed === null ? null : { value: whole + mixed, last: at + 2, doubt: null };
}

/** The value of a fraction with a slash, such as 1/2, that is not part of a date; null if there is none. */
function slashed(tokens: readonly Token[], at: number, text: string): number | null {
  const [one, other] = [rawAt(tokens, at, text), rawAt(tokens, at + 1, text)];
  if (between(text, tokens, at) !== '/' || !/^[1-9]\d?$/.test(one) || !/^[1-9]\d?$/.test(other)) return null;
  if (Number(one) >= Number(other) || /[/\d]/.test(text.charAt(tokens[at + 1]?.end ?? 0))) return null;
  return /[/\d.-]/.test(text.charAt((tokens[at]?.start ?? 0) - 1)) ? null : Number(one) / Number(other);
}

function inWords(tokens: readonly Token[], at: number, text: string, language: Language): Parts | null {
  const word = tokens[at]?.word ?? '';
  const isOne = /^an?$/.test(word) && language.scales.has(tokens[at + 1]?.word ?? '');
  let value = isOne || word === 'one' ? 1 : tokens[at]?.value;
  if (value === undefined) return null;
  let last = at;
  const unit = tokens[at + 1]?.word === 'one' ? 1 : tokens[at + 1]?.value;
  if (value >= 20 && value < 100 && unit !== undefined && unit > 0 && unit < 10) {
    if (/^[-\s]$/.test(between(text, tokens, at)) && /^\p{L}/u.test(tokens[at + 1]?.word ?? '')) {
      value += unit;
      last += 1;
    }
  }
  return { value, last, doubt: null };
}

/** The part in "and a half" and "and a quarter" after a number; null if there is none. */
function halfAfter(tokens: readonly Token[], last: number): { value: number; last: number } | null {
  const [and, a, part] = [1, 2, 3].map((step) => tokens[last + step]?.word ?? '');
  if (and !== 'and' || !/^(?:an?|one)$/.test(a ?? '')) return null;
  const value = { half: 0.5, quarter: 0.25 }[part ?? ''];
  return value === undefined ? null : { value, last: last + 3 };
}

/** Matches what can come between a number and the bracket with its repetition: a unit of at most two words. */
const mostUnitWords = 2;

/** A number with its repetition in brackets, once in words and once in digits; they must be equal. */
function repetitionOf(
  number: Parts,
  tokens: readonly Token[],
  at: number,
  text: string,
  language: Language,
): WrittenNumber {
  const alone = { ...number, until: number.last };
  const { last } = number;
  let open = last;
  while (open - last <= mostUnitWords && !/\(\s*$/.test(between(text, tokens, open))) {
    if (tokens[open + 1]?.kind === 'number') return alone;
    open += 1;
  }
  if (open - last > mostUnitWords) return alone;
  const inner = currencyAt(tokens, open + 1) === null ? open + 1 : open + 2;
  const again = partsAt(tokens, inner, text, language);
  const isWord = (place: number): boolean => /^\p{L}/u.test(tokens[place]?.word ?? '');
  if (!again || isWord(at) === isWord(inner)) return alone;
  if (!/^[^()\d]{0,24}\)/.test(text.slice(tokens[again.last]?.end ?? text.length))) return alone;
  const isSame = Math.abs(again.value - number.value) < 1e-9 * Math.max(1, Math.abs(number.value));
  const isDirect = open === last;
  return {
    ...number,
    last: isDirect ? again.last : last,
    until: again.last,
    doubt: isSame ? number.doubt : 'contradiction',
  };
}

/** Whether a number, with a unit or without, stands alone in square brackets. */
function isInBrackets(tokens: readonly Token[], at: number, last: number, text: string): boolean {
  const before = text.slice(0, tokens[at]?.start).trimEnd();
  const opened =
    before.endsWith('[') || (currencyAt(tokens, at - 1) !== null && /\[\s*\S{1,4}$/.test(before.slice(-8)));
  return opened && /^\)?\s*(?:%|\p{L}+)?\s*\]/u.test(text.slice(tokens[last]?.end));
}

function rawAt(tokens: readonly Token[], at: number, text: string): string {
  const token = tokens[at];
  return token?.kind === 'number' ? text.slice(token.start, token.end) : '';
}

/** The text between a token and the next one: a space, a hyphen, a comma. */
function between(text: string, tokens: readonly Token[], at: number): string {
  const [one, next] = [tokens[at], tokens[at + 1]];
  return one && next ? text.slice(one.end, next.start) : '';
}

import type { Language } from '../../../language/language.ts';
import { hasMinusBefore, type Token } from '../../../language/tokens.ts';

/**
 * A number that is written in one or more tokens: "forty-eight", "thirty (30)", "1.5 million". `last` is the last
 * token.
 */
export type WrittenNumber = { value: number; last: number };

/** The number that begins at a token; null if none begins there. */
export function numberAt(
  tokens: readonly Token[],
  at: number,
  text: string,
  language: Language,
): WrittenNumber | null {
  const first = numberIn(tokens[at]);
  if (first === null) return null;
  let value = first;
  let last = at;
  const inWords = /^\p{L}/u.test(tokens[at]?.word ?? '');
  if (inWords && value >= 20 && value < 100) {
    const unit = numberIn(tokens[at + 1]);
    if (unit !== null && unit > 0 && unit < 10 && /^[-\s]$/.test(between(text, tokens, at))) {
      value += unit;
      last += 1;
    }
  }
  for (;;) {
    const scale = language.scales.get(tokens[last + 1]?.word ?? '');
    if (scale === undefined) break;
    value *= scale;
    last += 1;
    const rest = tokens[last + 1]?.word === 'and' ? last + 2 : last + 1;
    const more = inWords ? numberIn(tokens[rest]) : null;
    if (more === null || more >= scale) break;
    const tail = numberAt(tokens, rest, text, language);
    if (!tail || tail.value >= scale) break;
    value += tail.value;
    last = tail.last;
  }
  const again = numberIn(tokens[last + 1]);
  if (again !== null && /\(\s*$/.test(between(text, tokens, last)) && Math.abs(again - value) < 1e-9)
    last += 1;
  return { value, last };
}

/** Whether a minus belongs to the number at a token: "-18 °C", "minus 18". A hyphen in "5-10" is none. */
export function isNegative(tokens: readonly Token[], at: number, text: string): boolean {
  const token = tokens[at];
  if (token?.kind !== 'number') return false;
  return tokens[at - 1]?.word === 'minus' || hasMinusBefore(text, token.start);
}

function numberIn(token: Token | undefined): number | null {
  if (!token) return null;
  if (token.value !== undefined) return token.value;
  return token.word === 'one' ? 1 : null;
}

/** The text between a token and the next one: a space, a hyphen, a comma. */
export function between(text: string, tokens: readonly Token[], at: number): string {
  const [one, next] = [tokens[at], tokens[at + 1]];
  return one && next ? text.slice(one.end, next.start) : '';
}

import type { Span } from '../../../engine/model/source.ts';

const word = /[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*[%‰]?/gu;
const numeral = /\p{N}/u;
const negations = new Set(['no', 'not', 'never', 'neither', 'nor', 'none', 'without', 'unless', 'except']);

/** Words that many sentences share and that therefore decide nothing. */
const common = new Set(
  (
    'a about after all also an and any are as at be been before but by can could do does each for from had has ' +
    'have her his if in into is it its may more must of on only or other our shall should so such than that the ' +
    'their them then there these they this those to under upon was were when where which while who will with ' +
    'within would you your'
  ).split(' '),
);

/**
 * The deciding words of `quote`: those it shares with the rule, its numbers, its negations. Offsets are UTF-16 code
 * units of `quote`, ascending; words separated only by space are one span. Only for display: no label depends on it.
 */
export function decisiveSpans(quote: string, rule: string): Span[] {
  const isShared = sharedWith(rule);
  return spansOf(
    quote,
    (text, at) =>
      (numeral.test(text) && !isClauseNumber(quote, text, at)) || negations.has(text) || isShared(text),
  );
}

/** Only those that the quote shares with the rule. */
export function sharedSpans(quote: string, rule: string): Span[] {
  return spansOf(quote, sharedWith(rule));
}

function sharedWith(rule: string): (text: string) => boolean {
  const wanted = [...rule.matchAll(word)].map(([text]) => fold(text)).filter((text) => !common.has(text));
  return (text) => wanted.some((other) => related(text, other));
}

function spansOf(quote: string, isWanted: (text: string, at: number) => boolean): Span[] {
  const spans: Span[] = [];
  for (const match of quote.matchAll(word)) {
    if (!isWanted(fold(match[0]), match.index)) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    const last = spans.at(-1);
    if (last && quote.slice(last.end, span.start).trim() === '') last.end = span.end;
    else spans.push(span);
  }
  return spans;
}

/** `6.3` before a sentence is the number of a clause, not an amount. */
function isClauseNumber(quote: string, text: string, at: number): boolean {
  const opens = /(^|[.;:!?])\s*$/.test(quote.slice(0, at));
  return opens && /^\d+(\.\d+)*$/.test(text) && /^\.?\s+\p{Lu}/u.test(quote.slice(at + text.length));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Equal, or two forms of a word: a common start of at least four letters and endings of at most three. */
function related(a: string, b: string): boolean {
  if (a === b) return true;
  if (common.has(a)) return false;
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return (
    shared >= 4 && shared >= 0.6 * Math.max(a.length, b.length) && Math.max(a.length, b.length) - shared <= 3
  );
}

import type { Finding } from '../../../engine/model/finding.ts';
import type { Span } from '../../../engine/model/source.ts';
import { clean } from './clean.ts';

const word = /[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*[%‰]?/gu;
const numeral = /\p{N}/u;
const negations = new Set(['no', 'not', 'never', 'neither', 'nor', 'none', 'without', 'unless', 'except']);

/** Words that are too common to be decisive. */
const common = new Set(
  (
    'a about after all also an and any are as at be been before but by can could do does each for from had has ' +
    'have her his if in into is it its may more must of on only or other our shall should so such than that the ' +
    'their them then there these they this those to under upon was were when where which while who will with ' +
    'within would you your'
  ).split(' '),
);

/** The words of a finding's rule, or of its position that decides, with which the words of a quote are compared. */
export function ruleText({ rule, position }: Pick<Finding, 'rule' | 'position'>): string {
  return `${rule.name} ${position?.text ?? rule.description}`;
}

/**
 * Returns the spans of the decisive words in `quote`: numbers, negations, and words that are also in the rule. Spans
 * are in ascending order, and their offsets count UTF-16 code units. Decisive words with only white space between them
 * are one span. The spans are only for display: no label depends on them.
 */
export function decisiveSpans(quote: string, rule: string): Span[] {
  const isShared = sharedWith(rule);
  return spansOf(
    quote,
    (text, at) =>
      (numeral.test(text) && !isClauseNumber(quote, text, at)) || negations.has(text) || isShared(text),
  );
}

/** Returns the spans of the words in `quote` that are also in the rule. */
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

/** Whether a number is the number of a clause, such as `6.3` at the start of a sentence, and not an amount. */
function isClauseNumber(quote: string, text: string, at: number): boolean {
  const opens = /(^|[.;:!?])\s*$/.test(quote.slice(0, at));
  return opens && /^\d+(\.\d+)*$/.test(text) && /^\.?\s+\p{Lu}/u.test(quote.slice(at + text.length));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Whether two words are equal or probably forms of the same word. Forms share at least their first four letters, and at
 * least .6 of the longer word; the rest of the longer word has at most three letters.
 */
function related(a: string, b: string): boolean {
  if (a === b) return true;
  if (common.has(a)) return false;
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return (
    shared >= 4 && shared >= 0.6 * Math.max(a.length, b.length) && Math.max(a.length, b.length) - shared <= 3
  );
}

/**
 * Returns the part of a passage, about `length` characters long, that has the most words in common with the rule. The
 * passage is cut between words, and `…` marks each cut.
 */
export function excerpt(passage: string, ruleText: string, length: number): string {
  const text = clean(passage).trim();
  if (text.length <= length) return text;
  const spans = sharedSpans(text, ruleText);
  const reach = (start: number) =>
    spans.filter((span) => span.start >= start && span.end <= start + length).length;
  let best = 0;
  for (const { start } of spans) if (reach(start) > reach(best)) best = start;
  const from = best === 0 ? 0 : text.lastIndexOf(' ', Math.max(0, best - length / 6)) + 1;
  const end = text.lastIndexOf(' ', from + length);
  const to = from + length >= text.length ? text.length : Math.max(end, from + 1);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

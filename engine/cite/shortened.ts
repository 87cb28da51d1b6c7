import { cutBefore } from '../chunk/cut-before.ts';
import { longestSentence } from '../chunk/sentences.ts';
import type { SourceText, Span } from '../model/source.ts';
import { blanked, quoteText } from './quote-text.ts';

/**
 * Maximum characters of a displayed quote: a whole sentence always fits, and a reviewer reads no more than about a
 * page.
 */
export const longestQuote = longestSentence;

const word = /[\p{L}\p{N}]+/gu;
/** Words with fewer letters than this, such as "of" and "the", are not decisive. */
const tellingLetters = 4;

/**
 * The part of a located quote that is displayed. A quote longer than `longestQuote` is cut, between words, to the part
 * that contains the most words of `statement`. The result is a part of `span`.
 */
export function shortened(content: SourceText, span: Span, statement: string): Span {
  if (span.end - span.start <= longestQuote || quoteText(content, span).length <= longestQuote) return span;
  const quote = blanked(content, span, ' ');
  const start = wordStart(quote, decisiveStart(quote, statement));
  const most = start + longestQuote;
  const cut = most < quote.length ? cutBefore(quote, most - longestQuote / 2, most) : quote.length;
  const end = start + quote.slice(start, cut).trimEnd().length;
  return { start: span.start + start, end: span.start + end };
}

/**
 * The start of the window of `longestQuote` characters that contains the largest number of different decisive words.
 * The window is centred on these words.
 */
function decisiveStart(quote: string, statement: string): number {
  const decisive = new Set(wordsIn(statement));
  const places: { at: number; end: number; form: string }[] = [];
  for (const match of quote.matchAll(word)) {
    const form = match[0].toLowerCase();
    if (decisive.has(form)) places.push({ at: match.index, end: match.index + form.length, form });
  }
  const counts = new Map<string, number>();
  let best = { count: 0, at: 0, end: 0 };
  let first = 0;
  for (const { end, form } of places) {
    counts.set(form, (counts.get(form) ?? 0) + 1);
    for (let one = places[first]; one && end - one.at > longestQuote; one = places[first]) {
      const left = (counts.get(one.form) ?? 0) - 1;
      if (left > 0) counts.set(one.form, left);
      else counts.delete(one.form);
      first += 1;
    }
    if (counts.size > best.count) best = { count: counts.size, at: places[first]?.at ?? 0, end };
  }
  const room = longestQuote - (best.end - best.at);
  const latest = quote.length - longestQuote;
  return Math.max(0, Math.min(latest, Math.floor(best.at - room / 2)));
}

function wordsIn(statement: string): string[] {
  const all = statement.match(word) ?? [];
  return all.filter((one) => one.length >= tellingLetters || /\d/.test(one)).map((one) => one.toLowerCase());
}

/** The start of the next word, if one begins soon after `at`; otherwise `at`. */
function wordStart(quote: string, at: number): number {
  if (at === 0) return 0;
  const gap = /(?<=\s)\S/gu;
  gap.lastIndex = at;
  return gap.exec(quote.slice(0, at + longestQuote / 4))?.index ?? at;
}

import type { Deciding } from '../language/twin-text.ts';

const enoughWords = 6;
const longFact = 12;

/**
 * Whether the quotes contain the words that decide the answer. If some of these words differ between the documents of
 * the pair, the quotes must contain all of the differing words. If no words differ, it is enough that a quote overlaps
 * one of the deciding texts.
 */
export function carries(quotes: readonly string[], deciding: readonly Deciding[]): boolean {
  const withFact = deciding.filter(({ fact }) => fact !== '');
  if (withFact.length > 0)
    return withFact.every((place) => quotes.some((quote) => carriesFact(quote, place)));
  return touches(quotes, deciding);
}

/** Whether a quote overlaps one of the texts that decide the answer. */
export function touches(quotes: readonly string[], deciding: readonly Deciding[]): boolean {
  return deciding.some(({ text }) => quotes.some((quote) => overlaps(quote, text)));
}

function carriesFact(quote: string, { text, fact }: Deciding): boolean {
  if (!overlaps(quote, text)) return false;
  const words = wordsOf(fact);
  return words.length <= longFact
    ? ` ${wordsOf(quote).join(' ')} `.includes(` ${words.join(' ')} `)
    : longestRun(wordsOf(quote), words) >= 0.6 * words.length;
}

function overlaps(quote: string, text: string): boolean {
  const place = wordsOf(text);
  return longestRun(wordsOf(quote), place) >= Math.min(enoughWords, Math.ceil(place.length / 2));
}

/** The number of words in the longest sequence that both texts contain. */
function longestRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0;
  let before: number[] = [];
  for (const word of one) {
    const row: number[] = [];
    for (const [at, match] of other.entries()) {
      const run = word === match ? (before[at - 1] ?? 0) + 1 : 0;
      row.push(run);
      if (run > longest) longest = run;
    }
    before = row;
  }
  return longest;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}%]+/gu) ?? [];
}

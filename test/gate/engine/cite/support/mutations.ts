import type { Random } from './random.ts';

/** Falsifies a quote; returns null if this way of falsifying does not apply to the quote. */
export type Mutation = (quote: string, random: Random) => string | null;

const inventedWords =
  'notwithstanding whatever the auditors wrote before midsummer such holders waive their remaining claims'.split(
    ' ',
  );
const otherWords = 'harbour lantern quietly thirteen orchard withdraw granite seldom violet promise'.split(
  ' ',
);

export const mutations: Record<string, Mutation> = {
  'one digit changed': (quote, random) =>
    at(quote, /\d/g, random, ({ 0: digit }) => String((Number(digit) + 1 + random.below(9)) % 10)),
  '"not" inserted': (quote, random) => at(quote, / /g, random, () => ' not '),
  'one word replaced': (quote, random) =>
    at(quote, /(?<=\s)\p{L}{2,}(?=\s)/gu, random, () => random.pick(otherWords)),
  'a tail invented': (quote) => {
    const words = quote.split(' ');
    const kept = Math.ceil(words.length * 0.75);
    return [...words.slice(0, kept), ...inventedWords.slice(0, Math.max(2, words.length - kept))].join(' ');
  },
  'decimal point dropped': (quote, random) => at(quote, /(?<=\d)\.(?=\d)/g, random, () => ''),
  'decimal comma for point': (quote, random) => at(quote, /(?<=\d)\.(?=\d)/g, random, () => ','),
  'sign lost': (quote, random) => at(quote, /(?<=^|[\s$€£])[-−–(](?=[$€£]?\d)/gu, random, () => ''),
  'cut into at its beginning': (quote, random) => {
    const [first = ''] = quote.split(' ');
    const places = cuts(first);
    return places.length === 0 ? null : quote.slice(random.pick(places));
  },
  'cut into at its end': (quote, random) => {
    const last = quote.split(' ').at(-1) ?? '';
    const places = cuts(last);
    return places.length === 0 ? null : quote.slice(0, quote.length - last.length + random.pick(places));
  },
};

/** Changes one match of the pattern, chosen at random; null if nothing matches. */
function at(
  quote: string,
  pattern: RegExp,
  random: Random,
  change: (match: RegExpMatchArray) => string,
): string | null {
  const matches = [...quote.matchAll(pattern)];
  if (matches.length === 0) return null;
  const match = random.pick(matches);
  const start = match.index ?? 0;
  return quote.slice(0, start) + change(match) + quote.slice(start + match[0].length);
}

/** The offsets at which a word or number can be cut, including those around a decimal point or thousands comma. */
function cuts(token: string): number[] {
  return [...token.matchAll(/(?<=[\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=\d)(?=[.,]\d)|(?<=\d[.,])(?=\d)/gu)].map(
    ({ index }) => index,
  );
}

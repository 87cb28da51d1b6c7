/**
 * A way to falsify a quote; null if the quote offers no place for it. `pick` returns a number from 0 to below its
 * argument.
 */
export type Mutation = (quote: string, pick: (below: number) => number) => string | null;

const strange = ['harbour', 'lantern', 'thirteen', 'orchard', 'granite', 'violet', 'promise'];
const invention = 'whatever the auditors wrote before midsummer such holders waive their remaining claims';

export const mutations: Record<string, Mutation> = {
  'one digit changed': (quote, pick) =>
    changed(quote, /\d/g, pick, (digit) => String((Number(digit) + 1 + pick(8)) % 10)),
  '"not" inserted': (quote, pick) => changed(quote, /(?<=\p{L}) (?=\p{L})/gu, pick, () => ' not '),
  'one word replaced': (quote, pick) =>
    changed(quote, /(?<=\s)\p{L}{4,}(?=\s)/gu, pick, () => strange[pick(strange.length)] ?? 'harbour'),
  '"shall" made "may"': (quote, pick) => changed(quote, /\bshall\b/g, pick, () => 'may'),
  'an end invented': (quote) => {
    const words = quote.split(' ');
    return `${words.slice(0, Math.ceil(words.length * 0.75)).join(' ')} ${invention}`;
  },
  'the middle left out': (quote) => {
    const words = quote.split(' ');
    const third = Math.floor(words.length / 3);
    return third < 3 ? null : [...words.slice(0, third), ...words.slice(2 * third)].join(' ');
  },
};

/** Changes one of the matching places. */
function changed(
  quote: string,
  pattern: RegExp,
  pick: (below: number) => number,
  change: (found: string) => string,
): string | null {
  const places = [...quote.matchAll(pattern)];
  const place = places[pick(Math.max(1, places.length))];
  if (!place) return null;
  return quote.slice(0, place.index) + change(place[0]) + quote.slice(place.index + place[0].length);
}

import type { Hit } from '../cite/match/strict-match.ts';

/**
 * So many folded characters are rare enough to show where a quote is, and few enough that some survive a changed word. A
 * short quote has shorter seeds.
 */
export const seedLengths = { short: 6, long: 12 } as const;
/** So many seeds show the similar places of a quote, and the equal ones, whatever its length. */
export const seedCounts = { similar: 32, equal: 3 } as const;
/** Characters that a source has at more places do not show where a quote is. */
const mostPlaces = 1_000;
/** A place with a smaller share of the seeds of a quote has other words. */
const leastShare = 1 / 8;
/** So many seeds can be a piece of a joined quote. */
const seedsOfPiece = 3;
/** A quote of which a larger share of the seeds is at too many places can be where no seed shows it. */
const unknownShare = 1 / 4;
/** Words that are added or left out can shift the end of a quote by this part of its length, and a few characters. */
const slackShare = 8;
/** How many places are compared: enough for a quote that is joined from three. */
const mostWindows = 4;

/** Characters of a quote: their offset in it, and where the source has them; null if at too many places. */
export type Seed = { offset: number; places: number[] | null };

/** Finds the places of runs of `length` characters in a folded source. */
export class SeedIndex {
  readonly #chars: string;
  readonly #length: number;
  /** The first place of the runs of each slot, or -1, and for each place the next one of its slot. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor(chars: string, length: number) {
    const count = Math.max(0, chars.length - length + 1);
    this.#chars = chars;
    this.#length = length;
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, count)))).fill(-1);
    this.#next = new Int32Array(count);
    for (let at = count - 1; at >= 0; at -= 1) {
      const slot = this.#slotOf(chars, at);
      this.#next[at] = this.#first[slot] ?? -1;
      this.#first[slot] = at;
    }
  }

  /** The seeds of a folded quote, evenly spread; none if it is too short. */
  seedsOf(quote: string, count: number): Seed[] {
    const stride = Math.ceil(quote.length / count);
    const seeds: Seed[] = [];
    for (let offset = 0; offset + this.#length <= quote.length; offset += stride)
      seeds.push({ offset, places: this.#placesOf(quote, offset) });
    return seeds;
  }

  #placesOf(quote: string, offset: number): number[] | null {
    const seed = quote.slice(offset, offset + this.#length);
    const places: number[] = [];
    let looked = 0;
    for (let at = this.#first[this.#slotOf(quote, offset)] ?? -1; at >= 0; at = this.#next[at] ?? -1) {
      looked += 1;
      if (looked > mostPlaces) return null;
      if (this.#chars.startsWith(seed, at)) places.push(at);
    }
    return places;
  }

  #slotOf(chars: string, at: number): number {
    let hash = 0;
    for (let next = at; next < at + this.#length; next += 1)
      hash = Math.imul(hash, 0x01000193) + chars.charCodeAt(next);
    return (hash ^ (hash >>> 15)) & (this.#first.length - 1);
  }
}

/** Whether so many seeds of a quote are at too many places that its words can be where no window is. */
export function areTooFrequent(seeds: readonly Seed[]): boolean {
  return seeds.filter(({ places }) => places === null).length > seeds.length * unknownShare;
}

/** A part of a source that has `count` seeds of a quote. `starts`: where the quote would begin by several of them. */
type Window = Hit & { count: number; starts: number[] };

/** The parts of a source in which most seeds of a quote are near each other, the best first. */
export function nearestWindows(seeds: readonly Seed[], length: number): Window[] {
  const slack = 32 + Math.floor(length / slackShare);
  const least = Math.ceil(seeds.length * leastShare);
  const starts = Float64Array.from(
    seeds.flatMap(({ offset, places }) => places?.map((place) => place - offset) ?? []),
  ).sort();
  const best: { first: number; end: number }[] = [];
  while (best.length < mostWindows) {
    let most = { first: 0, end: 0 };
    for (let first = 0, end = 0; first < starts.length; first += 1) {
      while (end < starts.length && (starts[end] ?? 0) <= (starts[first] ?? 0) + slack) end += 1;
      const isFree = best.every((other) => end <= other.first || other.end <= first);
      if (isFree && end - first > most.end - most.first) most = { first, end };
    }
    if (most.end === most.first || most.end - most.first < least) break;
    best.push(most);
  }
  return best.map(({ first, end }) => {
    const from = (starts[first] ?? 0) - slack;
    return {
      from,
      to: from + length + 3 * slack,
      count: end - first,
      starts: frequent(starts.subarray(first, end)),
    };
  });
}

/** The numbers that are often in a sorted list. */
function frequent(sorted: Float64Array): number[] {
  return [...new Set(sorted.filter((start, at) => start === sorted[at + seedsOfPiece - 1]))];
}

/** The longest run of characters that a quote and a source have in common if the quote begins at `start`. */
export function longestRun(quote: string, source: string, start: number): Hit {
  let longest = { from: 0, to: 0 };
  for (let from = 0, at = 0; at < quote.length; at += 1) {
    if (quote.charCodeAt(at) !== source.charCodeAt(at + start)) from = at + 1;
    else if (at + 1 - from > longest.to - longest.from) longest = { from, to: at + 1 };
  }
  return longest;
}

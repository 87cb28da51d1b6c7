import { fold } from '../cite/match/fold.ts';
import type { Folded } from '../cite/match/folded.ts';
import type { CitationSearch } from './citation-search.ts';

/** A distinct quote of the citations, in the matcher's form, with the searches for the citations that have it. */
export type Quote = {
  text: string;
  folded: Folded;
  searches: CitationSearch[];
  seedLength: number;
  /** The distance between two seeds. */
  stride: number;
  /** By how many folded characters words that are added or left out before a seed can shift it. */
  slack: number;
};

/**
 * A quote with fewer folded characters than this is short. Small words make many short quotes similar that have nothing
 * to do with each other ("the end of the year", "the start of the term"), so that similarity alone shows no alteration.
 */
export const shortQuote = 40;

/**
 * Seeds for quotes of at least `from` folded characters: long enough to be rare in a document, short enough that some
 * survive a changed word. Each position of a source is looked up, so that no shift hides a seed. A shorter quote has one
 * seed of its own length.
 */
const seedForms = [
  { from: shortQuote, length: 12, stride: 4 },
  { from: 20, length: 8, stride: 2 },
  { from: 8, length: 5, stride: 1 },
] as const;

/** Similar words have this share of the seeds of a quote. One changed word destroys a few, in a short quote most. */
const similarSeeds = 0.25;
const similarSeedsOfShort = 0.1;
/** So many seeds can be a piece of a joined quote, regardless of the length of the quote. */
export const seedsOfPiece = 3;
/** How many clusters of a quote are compared: enough for a quote joined from three places. */
const mostClusters = 4;
/** Words that a source repeats thousands of times do not show where a quote is. The rarest seeds are counted first. */
const mostHits = 100_000;
/** A quote of which this share of the seeds was not counted can be in a place without a cluster. */
const uncountedShare = 0.25;

export function quoteOf(text: string): Quote {
  const folded = fold(text);
  const { length } = folded.chars;
  const form = seedForms.find(({ from }) => length >= from) ?? { length, stride: 1 };
  const slack = 32 + Math.floor(length / 8);
  return { text, folded, searches: [], seedLength: form.length, stride: form.stride, slack };
}

/** A seed of a quote: its offset in the quote, and which of the positions of a `SourceSeeds` can have it. */
type Seed = { offset: number; first: number; end: number };

/** A seed in a place of the source. `start` is the position in the source at which the quote would begin. */
export type SeedHit = { start: number; offset: number };

/** Places with many seeds of a quote near each other. */
export type Clusters = {
  /** The hits of each cluster, sorted by their starts. Those with most seeds come first. */
  best: SeedHit[][];
  /** How many seeds in one place can show similar words. */
  similarSeeds: number;
  /** Whether so many seeds were not counted that clusters can be missing. */
  areIncomplete: boolean;
};

/** The positions of all runs of `length` characters of a folded source, by their hashes. */
export class SourceSeeds {
  readonly #chars: string;
  readonly #length: number;
  /** The positions of each slot are next to each other, in the order of the source. */
  readonly #positions: Int32Array;
  /** For each slot the place behind its last position, where the next slot begins. */
  readonly #ends: Uint32Array;

  constructor(chars: string, length: number) {
    this.#chars = chars;
    this.#length = length;
    const count = Math.max(0, chars.length - length + 1);
    this.#positions = new Int32Array(count);
    this.#ends = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(16, count))));
    const ends = this.#ends;
    this.#eachSlot(chars, (slot) => {
      ends[slot] = (ends[slot] ?? 0) + 1;
    });
    let before = 0;
    for (let slot = 0; slot < ends.length; slot += 1) {
      const own = ends[slot] ?? 0;
      ends[slot] = before;
      before += own;
    }
    // Each slot has the place of its beginning now; writing a position moves it on.
    this.#eachSlot(chars, (slot, at) => {
      const place = ends[slot] ?? 0;
      this.#positions[place] = at;
      ends[slot] = place + 1;
    });
  }

  /** The seeds of a quote, the rarest one first. */
  of({ folded: { chars }, stride }: Quote): Seed[] {
    const seeds: Seed[] = [];
    const last = chars.length - this.#length;
    this.#eachSlot(chars, (slot, offset) => {
      if (offset % stride !== 0 && offset !== last) return;
      seeds.push({ offset, first: this.#ends[slot - 1] ?? 0, end: this.#ends[slot] ?? 0 });
    });
    return seeds.sort((one, other) => one.end - one.first - (other.end - other.first));
  }

  /** The positions at which a quote would begin if the seed belongs to it, in the order of the source. */
  *startsOf({ offset, first, end }: Seed): Generator<number> {
    for (let place = first; place < end; place += 1) {
      const start = (this.#positions[place] ?? 0) - offset;
      if (start >= 0) yield start;
    }
  }

  /** The places where many of the seeds of a quote are near each other. */
  clustersOf({ folded: { chars }, slack }: Quote, seeds: readonly Seed[]): Clusters {
    const similar = seeds.length * (chars.length < shortQuote ? similarSeedsOfShort : similarSeeds);
    const keys: number[] = [];
    let counted = 0;
    for (const { offset, first, end } of seeds) {
      if (keys.length + end - first > mostHits) break;
      counted += 1;
      const seed = chars.slice(offset, offset + this.#length);
      for (let place = first; place < end; place += 1) {
        const at = this.#positions[place] ?? 0;
        if (this.#chars.startsWith(seed, at)) keys.push((at - offset + chars.length) * keyBase + offset);
      }
    }
    const hits = Float64Array.from(keys).sort();
    const hitAt = (key: number): SeedHit => ({
      start: Math.floor(key / keyBase) - chars.length,
      offset: key % keyBase,
    });
    return {
      best: densest(hits, slack * keyBase, Math.min(seedsOfPiece, Math.ceil(similar))).map((own) =>
        Array.from(own, hitAt),
      ),
      similarSeeds: similar,
      areIncomplete: seeds.length - counted > seeds.length * uncountedShare,
    };
  }

  /** Calls `visit` for each run of characters of a text, in order, with the slot of its rolling hash. */
  #eachSlot(chars: string, visit: (slot: number, at: number) => void): void {
    const length = this.#length;
    const mask = this.#ends.length - 1;
    let leaving = 1;
    for (let step = 0; step < length; step += 1) leaving = Math.imul(leaving, hashBase);
    let hash = 0;
    for (let at = 0; at < chars.length; at += 1) {
      hash = (Math.imul(hash, hashBase) + chars.charCodeAt(at)) | 0;
      if (at >= length) hash = (hash - Math.imul(chars.charCodeAt(at - length), leaving)) | 0;
      if (at >= length - 1) visit((hash ^ (hash >>> 15)) & mask, at - length + 1);
    }
  }
}

const hashBase = 0x01000193;
/** A hit is sorted as one number: its start, and its offset, which is less than this. */
const keyBase = 2 ** 20;

/** The windows of a width with most of the sorted numbers, at least `least`; no two have a number in common. */
function densest(sorted: Float64Array, width: number, least: number): Float64Array[] {
  const best: { first: number; end: number }[] = [];
  while (best.length < mostClusters) {
    let most = { first: 0, end: least - 1 };
    for (let first = 0, end = 0; first < sorted.length; first += 1) {
      while (end < sorted.length && (sorted[end] ?? 0) <= (sorted[first] ?? 0) + width) end += 1;
      const isFree = best.every((other) => end <= other.first || other.end <= first);
      if (isFree && end - first > most.end - most.first) most = { first, end };
    }
    if (most.end - most.first < least) break;
    best.push(most);
  }
  return best.map(({ first, end }) => sorted.subarray(first, end));
}

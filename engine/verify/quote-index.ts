import { fold } from '../cite/match/fold.ts';
import type { Folded } from '../cite/match/folded.ts';
import { tidied } from '../cite/quote-text.ts';
import type { GivenCitation } from '../model/verification.ts';
import { shortQuote } from './short-quotes.ts';

/** A distinct quote of the citations, in the matcher's form. `citations` are the indexes of the citations with it. */
export type Quote = {
  text: string;
  folded: Folded;
  citations: number[];
  seeds: number;
  /** How many seeds in one place can show similar words. */
  similarSeeds: number;
  /** How many seeds in one place can show similar words or a piece of the quote. */
  leastSeeds: number;
  /** By how many folded characters words that are added or left out before a seed can shift it. */
  slack: number;
};

/**
 * Seeds for quotes of at least `from` folded characters: long enough to be rare in a document, short enough that some
 * survive a changed word. `stride` is the distance between the seeds of a quote. Each position of a source is looked up,
 * so that no shift hides a seed. A shorter quote has one seed of its own length.
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

const base = 0x01000193;

/**
 * The index of all quotes. Sources are read one after another and each is compared with every quote in one pass, so
 * that the memory does not grow with the sources. A seed is a short run of folded characters of a quote. One seed of a
 * quote is its anchor: every strict match of the quote contains it.
 */
export class QuoteIndex {
  readonly quotes: Quote[] = [];
  /** The lengths of the seeds. */
  readonly lengths: number[] = [];
  /** The quote of each citation. */
  readonly #quoteOf: Quote[] = [];
  readonly #byText = new Map<string, Quote>();
  readonly #tables = new Map<number, SeedTable>();

  constructor(citations: readonly GivenCitation[]) {
    for (const [at, { quote }] of citations.entries()) this.#add(quote, at);
    this.#build();
  }

  table(length: number): SeedTable {
    const known = this.#tables.get(length);
    if (known === undefined) throw new Error(`there are no seeds of length ${length}`);
    return known;
  }

  /** The quote of a citation in the matcher's form. Throws if there is no citation with this index. */
  foldedQuote(citation: number): Folded {
    const quote = this.#quoteOf[citation];
    if (quote === undefined) throw new Error(`there is no citation ${citation}`);
    return quote.folded;
  }

  #add(text: string, citation: number): void {
    const words = tidied(text);
    const known = this.#byText.get(words);
    if (known) {
      known.citations.push(citation);
      this.#quoteOf[citation] = known;
      return;
    }
    const folded = fold(text);
    const slack = 32 + Math.floor(folded.chars.length / 8);
    const quote = { text, folded, citations: [citation], seeds: 0, similarSeeds: 1, leastSeeds: 1, slack };
    this.#byText.set(words, quote);
    this.quotes.push(quote);
    this.#quoteOf[citation] = quote;
  }

  #build(): void {
    const seeds = new Map<number, Seed[]>();
    for (const [place, quote] of this.quotes.entries()) {
      const { folded } = quote;
      const { length } = folded.chars;
      if (length === 0) continue;
      const form = seedForms.find(({ from }) => length >= from) ?? { length, stride: 1 };
      const { length: own } = form;
      const all = seeds.get(own) ?? [];
      seeds.set(own, all);
      const offsets = offsetsOf(length, form);
      for (const offset of offsets)
        all.push({ hash: hashAt(folded.chars, offset, own), quote: place, offset });
      const share = length < shortQuote ? similarSeedsOfShort : similarSeeds;
      quote.seeds = offsets.length;
      quote.similarSeeds = offsets.length * share;
      quote.leastSeeds = Math.min(seedsOfPiece, Math.ceil(quote.similarSeeds));
    }
    this.#byText.clear();
    for (const [length, all] of [...seeds].sort(([one], [other]) => one - other)) {
      this.lengths.push(length);
      this.#tables.set(length, new SeedTable(all, this.quotes.length, length));
    }
  }
}

type Seed = { hash: number; quote: number; offset: number };

function offsetsOf(length: number, { length: seed, stride }: { length: number; stride: number }): number[] {
  const offsets: number[] = [];
  for (let at = 0; at + seed <= length; at += stride) offsets.push(at);
  if (offsets.at(-1) !== length - seed) offsets.push(length - seed);
  return offsets;
}

/** The hash of `length` characters from `offset` on. `RollingHash` computes the same from the hash before. */
function hashAt(chars: string, offset: number, length: number): number {
  let hash = 0;
  for (let at = offset; at < offset + length; at += 1)
    hash = (Math.imul(hash, base) + chars.charCodeAt(at)) | 0;
  return hash;
}

/** Yields nothing, but computes for each position of a text the hash of the characters that begin there. */
export class RollingHash {
  #hash = 0;
  readonly #chars: string;
  readonly #length: number;
  readonly #leaving: number;

  constructor(chars: string, length: number) {
    this.#chars = chars;
    this.#length = length;
    this.#hash = hashAt(chars, 0, Math.min(length, chars.length));
    let leaving = 1;
    for (let step = 0; step < length; step += 1) leaving = Math.imul(leaving, base);
    this.#leaving = leaving;
  }

  /** The hash at `position`, which must be the position after that of the last call; the first is 0. */
  at(position: number): number {
    if (position > 0) {
      const entering = this.#chars.charCodeAt(position + this.#length - 1);
      const left = Math.imul(this.#chars.charCodeAt(position - 1), this.#leaving);
      this.#hash = (Math.imul(this.#hash, base) + entering - left) | 0;
    }
    return this.#hash;
  }
}

/** The bits take 512 kB, which fits into the cache of a processor core. */
const bitsExponent = 22;

function bitOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - bitsExponent);
}

/** How many numbers an entry of a `SeedTable` has. */
export const entryWidth = 4;

/**
 * Seeds by hash. The entries of a slot are next to each other, and each entry is four numbers: the hash, the quote, the
 * offset in the quote, and 1 for the anchor of the quote. Most hits are of common words with many entries, which are
 * read several times faster this way than from separate arrays.
 */
export class SeedTable {
  readonly length: number;
  readonly slots: number;
  readonly entries: Int32Array;
  /** For each slot, how many of its seeds the present scan has counted; 0 before and after each scan. */
  readonly counted: Uint32Array;
  /** The place of the first entry of each slot, and of the end of the last one. */
  readonly #firsts: Uint32Array;
  readonly #mask: number;
  /** A bit for each hash, in little memory, so that most positions of a source need no look-up in the large arrays. */
  readonly #bits = new Uint8Array(2 ** (bitsExponent - 3));

  constructor(seeds: readonly Seed[], quotes: number, length: number) {
    this.length = length;
    this.slots = 2 ** Math.ceil(Math.log2(Math.max(16, seeds.length * 4)));
    this.#mask = this.slots - 1;
    this.#firsts = new Uint32Array(this.slots + 1);
    this.counted = new Uint32Array(this.slots);
    this.entries = new Int32Array(seeds.length * entryWidth);
    for (const { hash } of seeds) {
      const bit = bitOf(hash);
      this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
      this.#firsts[this.slot(hash)] = (this.#firsts[this.slot(hash)] ?? 0) + entryWidth;
    }
    const anchors = this.#anchors(seeds, quotes);
    // Each slot has the place of its end now; writing an entry moves it back to the place of the entry.
    for (let slot = 0, end = 0; slot <= this.slots; slot += 1) {
      end += this.#firsts[slot] ?? 0;
      this.#firsts[slot] = end;
    }
    for (const [at, { hash, quote, offset }] of seeds.entries()) {
      const slot = this.slot(hash);
      const place = (this.#firsts[slot] ?? 0) - entryWidth;
      this.#firsts[slot] = place;
      this.entries.set([hash, quote, offset, anchors[quote] === at ? 1 : 0], place);
    }
  }

  /** False if no seed has the hash; true if one probably has. */
  mayHave(hash: number): boolean {
    const bit = bitOf(hash);
    return ((this.#bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  slot(hash: number): number {
    return (hash ^ (hash >>> 15)) & this.#mask;
  }

  /** The place of the first entry of a slot. Its entries end at the first place of the next slot. */
  first(slot: number): number {
    return this.#firsts[slot] ?? 0;
  }

  /** For each quote its anchor: the seed that it shares with the fewest other quotes. */
  #anchors(seeds: readonly Seed[], quotes: number): Int32Array {
    const chosen = new Int32Array(quotes).fill(-1);
    const shares = (at: number): number => this.#firsts[this.slot(seeds[at]?.hash ?? 0)] ?? 0;
    for (const [at, { quote }] of seeds.entries()) {
      const best = chosen[quote] ?? -1;
      if (best < 0 || shares(at) < shares(best)) chosen[quote] = at;
    }
    return chosen;
  }
}

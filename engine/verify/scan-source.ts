import type { Folded } from '../cite/match/folded.ts';
import { type Hit, isMatchOfWords } from '../cite/match/strict-match.ts';
import { entryWidth, type Quote, type QuoteIndex, RollingHash, type SeedTable } from './quote-index.ts';
import { Steps } from './steps.ts';

/** A place where many seeds of a quote are near each other, in the order of the quote. */
export type Cluster = {
  /** Position in the folded source at which the quote would begin. */
  start: number;
  seeds: number;
  /** A seed of the longest row of seeds at the same shift: its offset in the quote, and its position in the source. */
  seed: { inQuote: number; inSource: number };
};

/** Where the quotes of an index are in one source. */
export interface SourceVisitor {
  /**
   * Called for each strict match. Returns the position before which further matches of the same quote are not of
   * interest.
   */
  onMatch(quote: number, hit: Hit): number;
  /** Whether similar words of a quote are of no interest any more. */
  isFound(quote: number): boolean;
  /** Called at the end with the best clusters of a quote that is not found, those with most seeds first. */
  onClusters(quote: number, clusters: readonly Cluster[]): void;
  /** Called if not every place that can have the words of a quote was compared, because the steps were used up. */
  onWordsUnsearched(quote: number): void;
  /**
   * Called before `onClusters` if a quote that is not found has so many seeds in common with the source that many of
   * them were not counted, so that clusters can be missing.
   */
  onSeedsUncounted(quote: number): void;
}

/** How many clusters of a quote are kept: enough for a quote joined from three places. */
const mostClusters = 4;
/**
 * Maximum number of seed hits that one slot may add to clusters in a source. Words that a source and the quotes repeat
 * thousands of times do not show where a quote is.
 */
const mostHitsOfSlot = 200_000;
/** After so many numbers of the entries of a slot, the entries that are not needed any more are left out. */
const mostVisited = 4_000_000;
/** Slots with fewer numbers are always compared as a whole. */
const manyEntries = 64 * entryWidth;
/** How many clusters of a quote are open at the same time. */
const mostOpen = 3;
/** How many positions are compared between two calls of `breathe`. */
const positionsAtOnce = 65_536;

/** Steps for each character of a source, in addition to those of the limit, to compare the exact words of a quote. */
const stepsOfCharacter = 8;
/** Steps to compare one place with a quote, in addition to some for each character, and to record a match. */
const stepsOfPlace = 4;
const stepsOfMatch = 100;
/** How many folded characters are compared in one step. */
const charactersOfStep = 8;
/** How many characters at the end of a quote are compared first, because equal beginnings are the most common ones. */
const ending = 16;
/** A quote of which this share of the seeds was not counted can be in a place without a cluster. */
const uncountedShare = 0.25;

/**
 * Compares every quote of the index with a folded source, in one pass for each length of seeds. `wordSteps` limits the
 * work for the exact words of each quote.
 */
export async function scanSource(
  index: QuoteIndex,
  source: Folded,
  visitor: SourceVisitor,
  { wordSteps, breathe }: { wordSteps: number; breathe: () => Promise<void> },
): Promise<void> {
  const scan = new Scan(index, source, visitor, wordSteps + stepsOfCharacter * source.chars.length);
  for (const length of index.lengths) {
    if (source.chars.length >= length) await scan.compareSeeds(index.table(length), breathe);
  }
  await scan.compareClusters(breathe);
}

class Scan {
  readonly #index: QuoteIndex;
  readonly #source: Folded;
  readonly #visitor: SourceVisitor;
  readonly #wordSteps: number;
  readonly #found: Uint8Array;
  readonly #clusters: Clusters;
  /** For each quote the position before which its matches are not of interest. */
  readonly #after: Float64Array;
  readonly #steps: (Steps | undefined)[] = [];
  /** For each quote how many of its seeds were not counted everywhere. */
  readonly #uncounted: Uint32Array;

  constructor(index: QuoteIndex, source: Folded, visitor: SourceVisitor, wordSteps: number) {
    this.#index = index;
    this.#source = source;
    this.#visitor = visitor;
    this.#wordSteps = wordSteps;
    this.#found = Uint8Array.from(index.quotes, (_, quote) => (visitor.isFound(quote) ? 1 : 0));
    this.#clusters = new Clusters(index);
    this.#after = new Float64Array(index.quotes.length);
    this.#uncounted = new Uint32Array(index.quotes.length);
  }

  async compareSeeds(table: SeedTable, breathe: () => Promise<void>): Promise<void> {
    const { chars } = this.#source;
    const { counted } = table;
    const touched: number[] = [];
    /** The entries of a slot that are still compared, where these are not all, and how many were compared. */
    const fewer = new Map<number, Entries>();
    const visited = new Map<number, number>();
    const hash = new RollingHash(chars, table.length);
    for (let at = 0; at + table.length <= chars.length; at += 1) {
      if (at % positionsAtOnce === 0) await breathe();
      const value = hash.at(at);
      if (!table.mayHave(value)) continue;
      const slot = table.slot(value);
      const entries = fewer.get(slot) ?? entriesOf(table, slot);
      const before = counted[slot] ?? 0;
      const counts = before < mostHitsOfSlot;
      const more = this.#compareEntries(entries, { value, at, counts });
      if (before === 0 && more > 0) touched.push(slot);
      counted[slot] = before + more;
      if (counts && before + more >= mostHitsOfSlot) {
        this.#noteUncounted(entries);
        fewer.set(slot, this.#stillCompared(entries, false));
      } else if (entries.end - entries.first > manyEntries) {
        const all = (visited.get(slot) ?? 0) + entries.end - entries.first;
        visited.set(slot, all < mostVisited ? all : 0);
        if (all >= mostVisited) fewer.set(slot, this.#stillCompared(entries, counts));
      }
    }
    for (const slot of touched) counted[slot] = 0;
  }

  async compareClusters(breathe: () => Promise<void>): Promise<void> {
    for (const [place, { seeds }] of this.#index.quotes.entries()) {
      if (this.#steps[place]?.areUsedUp) this.#visitor.onWordsUnsearched(place);
      if (this.#found[place] === 1) continue;
      if ((this.#uncounted[place] ?? 0) > seeds * uncountedShare) this.#visitor.onSeedsUncounted(place);
      const best = this.#clusters.bestOf(place);
      if (best.length === 0) continue;
      await breathe();
      this.#visitor.onClusters(place, best);
    }
  }

  /** Compares the words at a position with the quotes of a slot. Returns how many seeds were counted. */
  #compareEntries(
    { all, first, end }: Entries,
    { value, at, counts }: { value: number; at: number; counts: boolean },
  ): number {
    let counted = 0;
    for (let entry = first; entry < end; entry += entryWidth) {
      if (all[entry] !== value) continue;
      const quote = all[entry + 1] ?? 0;
      const offset = all[entry + 2] ?? 0;
      if (all[entry + 3] === 1 && at - offset >= (this.#after[quote] ?? 0)) {
        this.#compareWords(quote, at - offset);
      }
      if (!counts || this.#found[quote] === 1) continue;
      counted += 1;
      this.#clusters.add(quote, offset, at);
    }
    return counted;
  }

  #compareWords(place: number, start: number): void {
    const quote = this.#index.quotes[place];
    if (quote === undefined) return;
    const steps = this.#steps[place] ?? new Steps(this.#wordSteps);
    this.#steps[place] = steps;
    if (this.#hasWordsAt(quote, start, steps) && steps.take(stepsOfMatch)) {
      const to = start + quote.folded.chars.length;
      this.#found[place] = 1;
      this.#after[place] = this.#visitor.onMatch(place, { from: start, to });
    }
    if (steps.areUsedUp) this.#after[place] = Number.POSITIVE_INFINITY;
  }

  #hasWordsAt({ folded }: Quote, start: number, steps: Steps): boolean {
    const { chars } = this.#source;
    const { length } = folded.chars;
    if (!steps.take(stepsOfPlace)) return false;
    if (length > 2 * ending) {
      if (!chars.startsWith(folded.chars.slice(-ending), start + length - ending)) return false;
      if (!steps.take(length / charactersOfStep)) return false;
    }
    if (!chars.startsWith(folded.chars, start)) return false;
    return steps.take(length) && isMatchOfWords(folded, this.#source, start);
  }

  #noteUncounted({ all, first, end }: Entries): void {
    for (let entry = first; entry < end; entry += entryWidth) {
      const quote = all[entry + 1] ?? 0;
      this.#uncounted[quote] = (this.#uncounted[quote] ?? 0) + 1;
    }
  }

  /** The anchors of quotes that can have further matches, and, if seeds still count, the seeds of quotes not found. */
  #stillCompared({ all, first, end }: Entries, counts: boolean): Entries {
    const kept: number[] = [];
    for (let entry = first; entry < end; entry += entryWidth) {
      const quote = all[entry + 1] ?? 0;
      const isAnchor = all[entry + 3] === 1 && this.#after[quote] !== Number.POSITIVE_INFINITY;
      if (isAnchor || (counts && this.#found[quote] !== 1))
        for (let field = 0; field < entryWidth; field += 1) kept.push(all[entry + field] ?? 0);
    }
    return { all: Int32Array.from(kept), first: 0, end: kept.length };
  }
}

/** A part of the entries of a `SeedTable`. */
type Entries = { all: Int32Array; first: number; end: number };

function entriesOf(table: SeedTable, slot: number): Entries {
  return { all: table.entries, first: table.first(slot), end: table.first(slot + 1) };
}

/** The numbers of an open cluster. `shift` is that of the last seed, and `row` how many seeds in a row have had it. */
const field = {
  start: 0,
  seeds: 1,
  end: 2,
  shift: 3,
  row: 4,
  longestRow: 5,
  inQuote: 6,
  inSource: 7,
} as const;
const fields = 8;

/**
 * Collects seed hits into clusters while a source is scanned. Hits arrive in the order of the source, so for each quote
 * only a few open clusters and the best closed ones are stored. There is more than one open cluster, because words that
 * a quote repeats fit at several shifts. The numbers of a quote's open clusters are next to each other in one array,
 * because most hits are of common words. A cluster without seeds is unused.
 */
class Clusters {
  readonly #index: QuoteIndex;
  readonly #best: (Cluster[] | undefined)[] = [];
  readonly #open: Int32Array;
  readonly #slacks: Int32Array;

  constructor(index: QuoteIndex) {
    this.#index = index;
    this.#open = new Int32Array(index.quotes.length * mostOpen * fields);
    this.#slacks = Int32Array.from(index.quotes, ({ slack }) => slack);
  }

  add(quote: number, inQuote: number, inSource: number): void {
    const open = this.#open;
    const start = inSource - inQuote;
    const at = this.#placeFor(quote, start);
    if (open[at + field.seeds] === 0) {
      open[at + field.start] = start;
      open[at + field.shift] = start;
      open[at + field.row] = 0;
      open[at + field.longestRow] = 0;
    }
    const row = open[at + field.shift] === start ? (open[at + field.row] ?? 0) + 1 : 1;
    open[at + field.seeds] = (open[at + field.seeds] ?? 0) + 1;
    open[at + field.end] = inSource;
    open[at + field.shift] = start;
    open[at + field.row] = row;
    if (row > (open[at + field.longestRow] ?? 0)) {
      open[at + field.longestRow] = row;
      open[at + field.inQuote] = inQuote;
      open[at + field.inSource] = inSource;
    }
  }

  bestOf(quote: number): Cluster[] {
    const first = quote * mostOpen * fields;
    for (let at = first; at < first + mostOpen * fields; at += fields) this.#close(quote, at);
    return this.#best[quote] ?? [];
  }

  /** The open cluster that a seed belongs to; otherwise an unused one, or the one whose last seed is furthest back. */
  #placeFor(quote: number, start: number): number {
    const open = this.#open;
    const slack = this.#slacks[quote] ?? 0;
    const first = quote * mostOpen * fields;
    let oldest = first;
    for (let at = first; at < first + mostOpen * fields; at += fields) {
      const isUsed = open[at + field.seeds] !== 0;
      if (isUsed && Math.abs(start - (open[at + field.start] ?? 0)) <= slack) return at;
      const isOlder = (open[at + field.end] ?? 0) < (open[oldest + field.end] ?? 0);
      if (open[oldest + field.seeds] !== 0 && (!isUsed || isOlder)) oldest = at;
    }
    this.#close(quote, oldest);
    return oldest;
  }

  #close(quote: number, at: number): void {
    const open = this.#open;
    const seeds = open[at + field.seeds] ?? 0;
    open[at + field.seeds] = 0;
    if (seeds < (this.#index.quotes[quote]?.leastSeeds ?? 1)) return;
    const best = this.#best[quote] ?? [];
    this.#best[quote] = best;
    if (best.length === mostClusters && (best.at(-1)?.seeds ?? 0) >= seeds) return;
    const rank = best.findIndex((other) => other.seeds < seeds);
    const seed = { inQuote: open[at + field.inQuote] ?? 0, inSource: open[at + field.inSource] ?? 0 };
    best.splice(rank < 0 ? best.length : rank, 0, { start: open[at + field.start] ?? 0, seeds, seed });
    if (best.length > mostClusters) best.pop();
  }
}

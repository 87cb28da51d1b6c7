import type { Folded } from '../cite/match/folded.ts';
import { type Hit, isStrictMatchAt } from '../cite/match/strict-match.ts';
import { entryWidth, type QuoteIndex, RollingHash } from './quote-index.ts';

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
}

/** How many clusters of a quote are kept: enough for a quote joined from three places. */
const mostClusters = 4;
/**
 * Maximum number of seed hits that one slot may add to clusters in a source. Words that a source and the quotes repeat
 * thousands of times do not show where a quote is.
 */
const mostHitsOfSlot = 200_000;
/** How many clusters of a quote are open at the same time. */
const mostOpen = 3;
/** How many positions are compared between two calls of `breathe`. */
const positionsAtOnce = 65_536;

/** Compares every quote of the index with a folded source, in one pass for each length of seeds. */
export async function scanSource(
  index: QuoteIndex,
  source: Folded,
  visitor: SourceVisitor,
  breathe: () => Promise<void>,
): Promise<void> {
  const found = Uint8Array.from(index.quotes, (_, quote) => (visitor.isFound(quote) ? 1 : 0));
  const clusters = new Clusters(index);
  const after = new Int32Array(index.quotes.length);
  for (const length of index.lengths) {
    if (source.chars.length < length) continue;
    const table = index.table(length);
    const { entries } = table;
    const spent = new Uint32Array(table.slots);
    const hash = new RollingHash(source.chars, length);
    for (let at = 0; at + length <= source.chars.length; at += 1) {
      if (at % positionsAtOnce === 0) await breathe();
      const value = hash.at(at);
      if (!table.mayHave(value)) continue;
      const slot = table.slot(value);
      const end = table.first(slot + 1);
      for (let entry = table.first(slot); entry < end; entry += entryWidth) {
        if (entries[entry] !== value) continue;
        const quote = entries[entry + 1] ?? 0;
        const offset = entries[entry + 2] ?? 0;
        const start = at - offset;
        if (entries[entry + 3] === 1 && start >= (after[quote] ?? 0)) {
          const folded = index.quotes[quote]?.folded;
          if (folded && isStrictMatchAt(folded, source, start)) {
            found[quote] = 1;
            after[quote] = visitor.onMatch(quote, { from: start, to: start + folded.chars.length });
          }
        }
        if (found[quote] === 1) continue;
        spent[slot] = (spent[slot] ?? 0) + 1;
        if ((spent[slot] ?? 0) <= mostHitsOfSlot) clusters.add(quote, offset, at);
      }
    }
  }
  for (let quote = 0; quote < index.quotes.length; quote += 1) {
    if (found[quote] === 1) continue;
    const best = clusters.bestOf(quote);
    if (best.length > 0) visitor.onClusters(quote, best);
  }
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

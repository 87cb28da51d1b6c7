import { rangesAt } from '../cite/locator-at.ts';
import { fold } from '../cite/match/fold.ts';
import { buildIndex, forgetIndex } from '../cite/match/folded-source.ts';
import type { Hit } from '../cite/match/strict-match.ts';
import { tidied } from '../cite/quote-text.ts';
import type { Range, Source, SourceText } from '../model/source.ts';
import { detachString } from '../runtime/detach-string.ts';
import { type Alignment, alignQuote, groupsOf } from './align.ts';
import { changesIn } from './changes.ts';
import type { CitationSearch, SimilarFound, WordsFound } from './citation-search.ts';
import { FoldedSource } from './folded-source.ts';
import { wordsBetween } from './folded-words.ts';
import { type NearMatch, nearMatches } from './near-matches.ts';
import { pageFit } from './pages.ts';
import { type Quote, type QuoteIndex, seedsOfPiece } from './quote-index.ts';
import { type Cluster, scanSource } from './scan-source.ts';
import { shortQuote, showsAlteration } from './short-quotes.ts';
import { defaultSteps, type StepLimits, Steps } from './steps.ts';

/** Words with a lower share of equal words than this are other words, not altered ones. */
const leastSimilarity = 0.6;
/** A piece of a joined quote has at least this many words and folded characters. */
const leastPiece = { words: 4, characters: 20 };
/** How many matches of a quote in one range are compared character for character. */
const mostInRange = 8;
/** Steps to compare a page number with one range. */
const stepsOfRange = 8;

/** The citations with each quote of an index. */
export type QuoteSearches = ReadonlyMap<Quote, readonly CitationSearch[]>;

export function searchesByQuote(index: QuoteIndex, searches: readonly CitationSearch[]): QuoteSearches {
  return new Map(
    index.quotes.map((quote) => [quote, quote.citations.flatMap((citation) => searches[citation] ?? [])]),
  );
}

export type SearchOptions = {
  /** Lets other work of the process run. */
  breathe: () => Promise<void>;
  /** Unset: `defaultSteps`. */
  limits?: StepLimits;
};

/**
 * Searches one source for all quotes and records what it finds, and for which quotes the search ended at its limits.
 * Nothing of the source is kept but the found words.
 */
export async function searchSource(
  source: Source,
  index: QuoteIndex,
  searches: QuoteSearches,
  { breathe, limits = defaultSteps }: SearchOptions,
): Promise<void> {
  const scanning = { wordSteps: limits.words, breathe };
  const { content } = source;
  const text = new FoldedSource(source, buildIndex(content));
  const body = new SourceSearch(text, index, searches, limits.similar);
  await scanSource(index, text.folded, body, scanning);
  if (content.skips.length > 0) {
    const boilerplate = new FoldedSource(
      { ...source, content: { ...content, skips: [] } },
      fold(onlySkips(content)),
    );
    const matches = new SourceSearch(boilerplate, index, searches, limits.similar);
    const visitor = {
      onMatch: (quote: number, hit: Hit) => matches.onMatch(quote, hit),
      isFound: () => true,
      onClusters: () => {},
      onWordsUnsearched: (quote: number) => matches.onWordsUnsearched(quote),
      onSeedsUncounted: () => {},
    };
    await scanSource(index, boilerplate.folded, visitor, scanning);
  }
  await body.compareNamedPages(breathe);
  forgetIndex(content);
}

/** The text with everything but the boilerplate replaced by line ends, so that offsets do not change. */
function onlySkips({ text, skips }: SourceText): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of skips) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    pieces.push('\n'.repeat(from - at), text.slice(from, end));
    at = end;
  }
  return pieces.join('');
}

class SourceSearch {
  readonly #text: FoldedSource;
  readonly #index: QuoteIndex;
  readonly #searches: QuoteSearches;
  /** For each quote the range of its last match, and how many matches this range has. */
  readonly #lastRange = new Map<number, { start: number; matches: number }>();
  readonly #similarSteps: number;
  readonly #stepsOf = new Map<Quote, Steps>();
  #numbered: readonly Range[] | null = null;

  constructor(text: FoldedSource, index: QuoteIndex, searches: QuoteSearches, similarSteps: number) {
    this.#similarSteps = similarSteps;
    this.#text = text;
    this.#index = index;
    this.#searches = searches;
  }

  onMatch(place: number, hit: Hit): number {
    const quote = this.#quote(place);
    const { content } = this.#text.source;
    const { span, isExact } = this.#text.quoted(this.#text.spanOf(hit), quote, content);
    const ranges = rangesAt(content, span);
    const [first] = ranges;
    if (!first) return hit.from + 1;
    const last = this.#lastRange.get(place);
    const isNew = last?.start !== first.start;
    const matches = isNew ? 1 : last.matches + 1;
    this.#lastRange.set(place, { start: first.start, matches });
    const hidden = this.#text.isHidden(span);
    for (const search of this.#searchesOf(quote)) {
      if (isNew) search.places += 1;
      const isNamedSource = search.isNamed(this.#text.source.fileIndex);
      const page = pageFit(search.given, ranges);
      if (!search.isBetter({ isNamedSource, page, isExact, hidden })) continue;
      const found = this.#text.found(span, isExact ? 'exact' : 'normalized');
      search.words = { found, isNamedSource, page, isExact, claim: this.#text.claimOf(search, found) };
    }
    return isExact || matches >= mostInRange ? this.#text.positionAt(first.end) : hit.from + 1;
  }

  isFound(place: number): boolean {
    const { fileIndex } = this.#text.source;
    return this.#searchesOf(this.#quote(place)).every((search) => !search.isOpenIn(fileIndex));
  }

  onWordsUnsearched(place: number): void {
    for (const search of this.#searchesOf(this.#quote(place))) search.unsearched ??= this.#text.source.name;
  }

  onSeedsUncounted(place: number): void {
    this.#noteUncompared(this.#openSearches(this.#quote(place)));
  }

  onClusters(place: number, clusters: readonly Cluster[]): void {
    const quote = this.#quote(place);
    const searches = this.#openSearches(quote);
    if (searches.length === 0) return;
    this.#compareClusters(quote, clusters, searches);
    if (this.#steps(quote).areUsedUp) this.#noteUncompared(this.#openSearches(quote));
  }

  #compareClusters(quote: Quote, clusters: readonly Cluster[], searches: readonly CitationSearch[]): void {
    const steps = this.#steps(quote);
    // A place with fewer than half of the seeds of the best place is less similar.
    const leastToAlign = Math.max(quote.similarSeeds, (clusters[0]?.seeds ?? 0) / 2);
    const areElsewhere = searches.every(({ words }) => words !== null);
    for (const cluster of clusters) {
      if (!areElsewhere && cluster.seeds >= seedsOfPiece) this.#addPiece(quote, cluster, searches);
      if (cluster.seeds < leastToAlign) continue;
      const window = {
        from: Math.max(0, cluster.start - quote.slack),
        to: Math.min(this.#text.folded.chars.length, cluster.start + quote.folded.chars.length + quote.slack),
      };
      const [near] = nearMatches(quote, window, this.#text, steps);
      if (near) {
        this.#addWords(quote, near, searches);
        return;
      }
      // Where the words are known to be elsewhere, only the same words in another typography can be better.
      if (areElsewhere && cluster.seeds < quote.seeds / 2) continue;
      const options = { least: leastSimilarity, steps };
      const alignment = alignQuote(quote.folded, this.#text.folded, window, options);
      if (alignment) this.#addSimilar(quote, alignment, searches);
    }
  }

  /**
   * Looks at each page that a citation names and on which its words were not found yet: for matches that a scan does not
   * find, and, if no source has the words, for similar words. Short quotes have too few seeds to be found otherwise.
   */
  async compareNamedPages(breathe: () => Promise<void>): Promise<void> {
    const { fileIndex } = this.#text.source;
    for (const quote of this.#index.quotes) {
      const open = this.#searchesOf(quote).filter(
        (search) =>
          search.given.page !== undefined &&
          search.named?.includes(fileIndex) &&
          search.isOpenIn(fileIndex) &&
          // Similar words on the named page were already compared closely.
          !(search.similar?.isNamedSource && search.similar.page === 'named'),
      );
      for (const search of open) {
        await breathe();
        this.#compareNamedPage(quote, search);
        if (this.#steps(quote).areUsedUp && search.isOpenIn(fileIndex)) this.#noteUncompared([search]);
      }
    }
  }

  #compareNamedPage(quote: Quote, search: CitationSearch): void {
    const numbered = this.#numberedRanges();
    const steps = this.#steps(quote);
    if (!steps.take(numbered.length * stepsOfRange)) return;
    const first = numbered.find((range) => pageFit(search.given, [range]) === 'named');
    const last = numbered.findLast((range) => pageFit(search.given, [range]) === 'named');
    if (!first || !last) return;
    const page = { from: this.#text.positionAt(first.start), to: this.#text.positionAt(last.end) };
    const window = this.#widened(page, quote.folded.chars.length);
    for (const near of nearMatches(quote, window, this.#text, steps)) {
      if (pageFit(search.given, rangesAt(near.content, near.span)) !== 'named') continue;
      this.#addWords(quote, near, [search]);
      return;
    }
    if (search.words !== null || search.similar !== null) return;
    const options = { least: leastSimilarity, steps };
    const alignment = alignQuote(quote.folded, this.#text.folded, page, options);
    if (alignment) this.#addSimilar(quote, alignment, [search], true);
  }

  /** The ranges that can be on a page that a citation names. */
  #numberedRanges(): readonly Range[] {
    this.#numbered ??= this.#text.source.content.ranges.filter(
      ({ locator: { kind } }) => kind === 'page' || kind === 'slide',
    );
    return this.#numbered;
  }

  #openSearches(quote: Quote): CitationSearch[] {
    const { fileIndex } = this.#text.source;
    return this.#searchesOf(quote).filter((search) => search.isOpenIn(fileIndex));
  }

  #noteUncompared(searches: readonly CitationSearch[]): void {
    for (const search of searches) search.uncompared ??= this.#text.source.name;
  }

  #steps(quote: Quote): Steps {
    const steps = this.#stepsOf.get(quote) ?? new Steps(this.#similarSteps);
    this.#stepsOf.set(quote, steps);
    return steps;
  }

  #widened({ from, to }: Hit, by: number): Hit {
    return { from: Math.max(0, from - by), to: Math.min(this.#text.folded.chars.length, to + by) };
  }

  #addWords(
    quote: Quote,
    { span: hit, match, content }: NearMatch,
    searches: readonly CitationSearch[],
  ): void {
    const { span } = this.#text.quoted(hit, quote, content);
    const hidden = this.#text.isHidden(span);
    const ranges = rangesAt(content, span);
    for (const search of searches) {
      search.places += 1;
      const isNamedSource = search.isNamed(this.#text.source.fileIndex);
      const page = pageFit(search.given, ranges);
      if (!search.isBetter({ isNamedSource, page, isExact: false, hidden })) continue;
      const found = this.#text.found(span, match, content);
      const words: WordsFound = { found, isNamedSource, page, isExact: false, claim: null };
      search.words = { ...words, claim: this.#text.claimOf(search, found) };
    }
  }

  #addSimilar(
    quote: Quote,
    alignment: Alignment,
    searches: readonly CitationSearch[],
    isNamedPage = false,
  ): void {
    const { similarity } = alignment;
    if (similarity < leastSimilarity) return;
    const isShort = quote.folded.chars.length < shortQuote;
    if (isShort && similarity < 1 && !showsAlteration(quote.text, alignment, isNamedPage)) return;
    const span = this.#text.spanOf(alignment);
    const ranges = rangesAt(this.#text.source.content, span);
    if (ranges.length === 0) return;
    const isNamed = (search: CitationSearch) => search.isNamed(this.#text.source.fileIndex);
    const better = searches.filter((search) =>
      search.isMoreSimilar({
        similarity,
        isNamedSource: isNamed(search),
        page: pageFit(search.given, ranges),
      }),
    );
    if (better.length === 0) return;
    const { changes, diff } = changesIn(
      groupsOf(
        alignment,
        (from, to) => textOfQuote(quote, from, to),
        (from, to) => this.#text.textOf({ from, to }),
      ),
    );
    if (changes.length === 0) {
      this.#addWords(quote, { span, match: 'normalized', content: this.#text.source.content }, searches);
      return;
    }
    const found = this.#text.found(span, 'approximate');
    for (const search of better) {
      const page = pageFit(search.given, ranges);
      const claim = this.#text.claimOf(search, found);
      const similar: SimilarFound = {
        ...{ found, isNamedSource: isNamed(search), page, similarity, diff, changes, claim },
      };
      search.similar = similar;
    }
  }

  /** Records the longest run of equal words around the seed of a cluster. */
  #addPiece(quote: Quote, { seed }: Cluster, searches: readonly CitationSearch[]): void {
    const [claimed, stored] = [quote.folded.chars, this.#text.folded.chars];
    let [from, to] = [seed.inQuote, seed.inQuote];
    const shift = seed.inSource - seed.inQuote;
    while (from > 0 && from + shift > 0 && claimed[from - 1] === stored[from + shift - 1]) from -= 1;
    while (to < claimed.length && claimed[to] === stored[to + shift]) to += 1;
    const words = wordsBetween(quote.folded, from, to);
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || words.length < leastPiece.words) return;
    if (last.to - first.from < leastPiece.characters) return;
    const piece = { from: first.from, to: last.to };
    for (const search of searches) {
      search.addPiece(piece, () => ({
        ...piece,
        text: textOfQuote(quote, piece.from, piece.to),
        found: this.#text.found(
          this.#text.spanOf({ from: piece.from + shift, to: piece.to + shift }),
          'normalized',
        ),
        isNamedSource: search.isNamed(this.#text.source.fileIndex),
      }));
    }
  }

  #quote(place: number): Quote {
    const quote = this.#index.quotes[place];
    if (quote === undefined) throw new Error(`there is no quote ${place}`);
    return quote;
  }

  #searchesOf(quote: Quote): readonly CitationSearch[] {
    return this.#searches.get(quote) ?? [];
  }
}

function textOfQuote({ text, folded }: Quote, from: number, to: number): string {
  return detachString(tidied(text.slice(folded.starts[from], folded.ends[to - 1])));
}

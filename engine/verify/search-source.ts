import { quotedSpan } from '../cite/locate-quote.ts';
import { rangesAt } from '../cite/locator-at.ts';
import { approximateMatches } from '../cite/match/approximate-match.ts';
import { fold } from '../cite/match/fold.ts';
import type { Folded } from '../cite/match/folded.ts';
import { buildIndex, forgetIndex } from '../cite/match/folded-source.ts';
import { type Hit, isMatchOfWords } from '../cite/match/strict-match.ts';
import { tidied } from '../cite/quote-text.ts';
import type { Match } from '../model/citation.ts';
import { overlapping, type Range, type Source, type Span } from '../model/source.ts';
import { detachString } from '../runtime/detach-string.ts';
import { type Alignment, alignQuote, groupsOf, showsAlteration, wordsBetween } from './align.ts';
import { changesIn } from './changes.ts';
import type { CitationSearch } from './citation-search.ts';
import { FoldedSource } from './folded-source.ts';
import { pageFit } from './pages.ts';
import { type Quote, type SeedHit, SourceSeeds, seedsOfPiece, shortQuote } from './seeds.ts';
import { defaultSteps, type StepLimits, Steps } from './steps.ts';

/** Words with a lower share of equal words than this are other words, not altered ones. */
const leastSimilarity = 0.6;
/** A piece of a joined quote has at least this many words and folded characters. */
const leastPiece = { words: 4, characters: 20 };
/** How many matches of a quote in one range are compared character for character. */
const mostInRange = 8;
/** Steps to compare a page number with one range. */
const stepsOfRange = 8;
/** Steps for each character of a source, in addition to those of the limit, to compare the exact words of a quote. */
const stepsOfCharacter = 8;
/** Steps to compare one place with a quote, in addition to some for each character, and to record a match. */
const stepsOfPlace = 4;
const stepsOfMatch = 100;
/** How many folded characters are compared in one step. */
const charactersOfStep = 8;
/** Steps to look for misread letters, for each character of the quote and of the text. */
const stepsOfMisread = 4;

export type SearchOptions = {
  /** Lets other work of the process run. */
  breathe: () => Promise<void>;
  /** Unset: `defaultSteps`. */
  limits?: StepLimits;
};

/**
 * Searches one source for all quotes, given by the lengths of their seeds, and records what it finds, and for which
 * quotes the search ended at its limits. Nothing of the source is kept but the found words.
 */
export async function searchSource(
  source: Source,
  quotes: ReadonlyMap<number, readonly Quote[]>,
  { breathe, limits = defaultSteps }: SearchOptions,
): Promise<void> {
  const { content } = source;
  const body = new FoldedSource(source, buildIndex(content));
  // Quotes can contain the words of page headers and footers too.
  const whole =
    content.skips.length === 0
      ? null
      : new FoldedSource({ ...source, content: { ...content, skips: [] } }, fold(content.text));
  for (const [length, own] of quotes) {
    await breathe();
    const seeds = new SourceSeeds(body.folded.chars, length);
    const seedsOfWhole = whole && new SourceSeeds(whole.folded.chars, length);
    for (const quote of own) {
      await breathe();
      const search = new QuoteInSource(quote, body, limits);
      const isFound = search.findWords(body, seeds);
      const isBeside = whole && seedsOfWhole && search.findWords(whole, seedsOfWhole);
      if (!isFound && !isBeside) search.findSimilar(seeds);
      search.compareNamedPages();
    }
  }
  forgetIndex(content);
}

/** Words that match a quote in a text of the source: that without its boilerplate, or the whole text. */
type Found = { text: FoldedSource; span: Span; match: Match };

/** The search for one quote in one source. */
class QuoteInSource {
  readonly #quote: Quote;
  readonly #body: FoldedSource;
  readonly #wordSteps: number;
  readonly #steps: Steps;

  constructor(quote: Quote, body: FoldedSource, limits: StepLimits) {
    this.#quote = quote;
    this.#body = body;
    this.#wordSteps = limits.words;
    this.#steps = new Steps(limits.similar);
  }

  /** Records the strict matches in the body, or those with boilerplate in the whole text. Returns whether there are any. */
  findWords(text: FoldedSource, seeds: SourceSeeds): boolean {
    const { folded } = this.#quote;
    const { length } = folded.chars;
    const { chars } = text.folded;
    const [rarest] = seeds.of(this.#quote);
    const steps = new Steps(this.#wordSteps + stepsOfCharacter * chars.length);
    /** The range of the last match, how many matches it has, and before which position further ones do not count. */
    const last = { start: -1, matches: 0, before: 0 };
    for (const from of rarest ? seeds.startsOf(rarest) : []) {
      if (from < last.before) continue;
      if (!steps.take(stepsOfPlace + length / charactersOfStep)) break;
      if (!chars.startsWith(folded.chars, from)) continue;
      if (!steps.take(length + stepsOfMatch)) break;
      if (!isMatchOfWords(folded, text.folded, from)) continue;
      const found = this.#matchAt(text, { from, to: from + length });
      const [range] = found ? rangesAt(text.source.content, found.span) : [];
      if (!found || !range) continue;
      const isNew = range.start !== last.start;
      last.matches = isNew ? 1 : last.matches + 1;
      last.start = range.start;
      this.#addWords(found, this.#quote.searches, isNew);
      // A match that goes on in the next range can be on the named page.
      if (found.match === 'exact' || last.matches >= mostInRange)
        last.before = text.positionAt(range.end) - length + 1;
    }
    if (steps.areUsedUp) for (const search of this.#quote.searches) search.unsearched ??= this.#name;
    return last.start >= 0;
  }

  /** A strict match with its punctuation; null if it is in the whole text and has no boilerplate. */
  #matchAt(text: FoldedSource, hit: Hit): Found | null {
    const words = text.spanOf(hit);
    const isBody = text === this.#body;
    const skips = isBody ? [] : overlapping(this.#body.source.content.skips, words);
    const [first, last] = [skips[0], skips.at(-1)];
    if (!isBody && !first) return null;
    // Words of the body together with boilerplate are not as the source has them.
    const isMixed = first && last && !(first.start <= words.start && words.end <= last.end);
    const { span, isExact } = quotedSpan(text.source.content, words, this.#quote.text, this.#quote.folded);
    return { text, span, match: isExact && !isMixed ? 'exact' : 'normalized' };
  }

  /** Records similar words and pieces of the quote, if a citation has no better place yet. */
  findSimilar(seeds: SourceSeeds): void {
    const searches = this.#openSearches();
    if (searches.length === 0) return;
    const own = seeds.of(this.#quote);
    const { best, similarSeeds, areIncomplete } = seeds.clustersOf(this.#quote, own);
    if (areIncomplete) this.#noteUncompared(searches);
    // A place with fewer than half of the seeds of the best place is less similar.
    const leastToAlign = Math.max(similarSeeds, (best[0]?.length ?? 0) / 2);
    const areElsewhere = searches.every(({ words }) => words !== null);
    for (const hits of best) {
      if (!areElsewhere && hits.length >= seedsOfPiece) this.#addPiece(hits, searches);
      if (hits.length < leastToAlign) continue;
      const { slack, folded } = this.#quote;
      const start = hits[0]?.start ?? 0;
      const window = this.#within({ from: start - slack, to: start + folded.chars.length + 2 * slack });
      const [misread] = this.#misreadIn(window);
      if (misread) {
        this.#addWords(misread, searches);
        break;
      }
      // Where the words are known to be elsewhere, only the same words in another typography can be better.
      if (areElsewhere && hits.length < own.length / 2) continue;
      this.#addSimilarIn(window, searches);
    }
    if (this.#steps.areUsedUp) this.#noteUncompared(this.#openSearches());
  }

  /**
   * Looks at each page that a citation names and on which its words were not found yet: for misread words, and, if no
   * source has the words, for similar words. Short quotes have too few seeds to be found otherwise.
   */
  compareNamedPages(): void {
    const { fileIndex } = this.#body.source;
    for (const search of this.#openSearches()) {
      if (search.given.page === undefined || !search.named?.includes(fileIndex)) continue;
      // Similar words on the named page were already compared closely.
      if (search.similar?.isNamedSource && search.similar.page === 'named') continue;
      this.#compareNamedPage(search);
      if (this.#steps.areUsedUp && search.isOpenIn(fileIndex)) this.#noteUncompared([search]);
    }
  }

  #compareNamedPage(search: CitationSearch): void {
    const numbered = this.#body.numberedRanges();
    if (!this.#steps.take(numbered.length * stepsOfRange)) return;
    const isNamed = (ranges: readonly Range[]) => pageFit(search.given, ranges) === 'named';
    const first = numbered.find((range) => isNamed([range]));
    const last = numbered.findLast((range) => isNamed([range]));
    if (!first || !last) return;
    const page = { from: this.#body.positionAt(first.start), to: this.#body.positionAt(last.end) };
    const { length } = this.#quote.folded.chars;
    for (const misread of this.#misreadIn(this.#within({ from: page.from - length, to: page.to + length }))) {
      if (!isNamed(rangesAt(this.#body.source.content, misread.span))) continue;
      this.#addWords(misread, [search]);
      return;
    }
    if (search.words === null && search.similar === null) this.#addSimilarIn(page, [search], true);
  }

  /** The matches in recognised text that have misread letters. The search ends when the steps are used up. */
  *#misreadIn(window: Hit): Generator<Found> {
    const { folded } = this.#quote;
    const text = this.#body;
    const { content } = text.source;
    const isRead = (span: Span) => rangesAt(content, span).every(({ method }) => method === 'text');
    if (window.to <= window.from || isRead(text.spanOf(window))) return;
    const take = (count: number) => this.#steps.take(count);
    if (!take(stepsOfMisread * (folded.chars.length + window.to - window.from))) return;
    for (const { from, to } of approximateMatches(folded, partOf(text.folded, window), take)) {
      const hit = text.spanOf({ from: window.from + from, to: window.from + to });
      if (rangesAt(content, hit).some(({ method }) => method === 'text')) continue;
      const { span } = quotedSpan(content, hit, this.#quote.text, folded);
      yield { text, span, match: 'approximate' };
    }
  }

  #openSearches(): CitationSearch[] {
    const { fileIndex } = this.#body.source;
    return this.#quote.searches.filter((search) => search.isOpenIn(fileIndex));
  }

  #noteUncompared(searches: readonly CitationSearch[]): void {
    for (const search of searches) search.uncompared ??= this.#name;
  }

  get #name(): string {
    return this.#body.source.name;
  }

  #within({ from, to }: Hit): Hit {
    return { from: Math.max(0, from), to: Math.min(this.#body.folded.chars.length, to) };
  }

  #addWords({ text, span, match }: Found, searches: readonly CitationSearch[], isNew = true): void {
    const hidden = text.isHidden(span);
    const ranges = rangesAt(text.source.content, span);
    for (const search of searches) {
      if (isNew) search.places += 1;
      const isNamedSource = search.isNamed(text.source.fileIndex);
      const place = { isNamedSource, page: pageFit(search.given, ranges) };
      if (!search.isBetter({ ...place, isExact: match === 'exact', hidden })) continue;
      const found = text.found(span, match);
      search.words = { ...place, found, claim: text.claimOf(search, found) };
    }
  }

  #addSimilarIn(window: Hit, searches: readonly CitationSearch[], isNamedPage = false): void {
    const { folded, text: words } = this.#quote;
    const options = { least: leastSimilarity, steps: this.#steps };
    const alignment = alignQuote(folded, this.#body.folded, window, options);
    if (!alignment || alignment.similarity < leastSimilarity) return;
    const isShort = folded.chars.length < shortQuote;
    if (isShort && alignment.similarity < 1 && !showsAlteration(words, alignment, isNamedPage)) return;
    this.#addSimilar(alignment, searches);
  }

  #addSimilar(alignment: Alignment, searches: readonly CitationSearch[]): void {
    const text = this.#body;
    const { similarity } = alignment;
    const span = text.spanOf(alignment);
    const ranges = rangesAt(text.source.content, span);
    if (ranges.length === 0) return;
    const placeFor = (search: CitationSearch) => ({
      similarity,
      isNamedSource: search.isNamed(text.source.fileIndex),
      page: pageFit(search.given, ranges),
    });
    const better = searches.filter((search) => search.isMoreSimilar(placeFor(search)));
    if (better.length === 0) return;
    const { changes, diff } = changesIn(
      groupsOf(
        alignment.steps,
        (from, to) => this.#textOfQuote({ from, to }),
        (from, to) => text.textOf({ from, to }),
      ),
    );
    if (changes.length === 0) {
      const { span: own } = quotedSpan(text.source.content, span, this.#quote.text, this.#quote.folded);
      this.#addWords({ text, span: own, match: 'normalized' }, searches);
      return;
    }
    const found = text.found(span, 'approximate');
    for (const search of better) {
      const claim = text.claimOf(search, found);
      search.similar = { ...placeFor(search), found, diff, changes, claim };
    }
  }

  /** Records the longest run of equal words around the seeds of a cluster. */
  #addPiece(hits: readonly SeedHit[], searches: readonly CitationSearch[]): void {
    const { folded } = this.#quote;
    const { start, from, to } = longestRun(folded.chars, this.#body.folded.chars, hits);
    const words = wordsBetween(folded, from, to);
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || words.length < leastPiece.words) return;
    if (last.to - first.from < leastPiece.characters) return;
    const piece = { from: first.from, to: last.to };
    for (const search of searches) {
      search.addPiece(piece, () => ({
        ...piece,
        text: this.#textOfQuote(piece),
        found: this.#body.found(
          this.#body.spanOf({ from: piece.from + start, to: piece.to + start }),
          'normalized',
        ),
      }));
    }
  }

  #textOfQuote({ from, to }: Hit): string {
    const { text, folded } = this.#quote;
    return detachString(tidied(text.slice(folded.starts[from], folded.ends[to - 1])));
  }
}

/** The longest run of equal characters that contains a hit: its range in the quote, and where the quote would begin. */
function longestRun(quote: string, source: string, hits: readonly SeedHit[]): SeedHit & Hit {
  let longest = { start: 0, offset: 0, from: 0, to: 0 };
  let last = longest;
  for (const { start, offset } of hits) {
    if (start === last.start && offset < last.to) continue;
    let [from, to] = [offset, offset];
    while (from > 0 && quote[from - 1] === source[from + start - 1]) from -= 1;
    while (to < quote.length && quote[to] === source[to + start]) to += 1;
    last = { start, offset, from, to };
    if (to - from > longest.to - longest.from) longest = last;
  }
  return longest;
}

function partOf({ chars, starts, ends, joints }: Folded, { from, to }: Hit): Folded {
  return {
    chars: chars.slice(from, to),
    starts: starts.subarray(from, to),
    ends: ends.subarray(from, to),
    joints: joints.subarray(from, to),
  };
}

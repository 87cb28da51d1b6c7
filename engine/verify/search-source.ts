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
import { alignQuote, groupsOf, showsAlteration, wordsBetween } from './align.ts';
import { changesIn } from './changes.ts';
import { type CitationSearch, shortQuote, type WordsFound } from './citation-search.ts';
import { FoldedSource } from './folded-source.ts';
import { areTooFrequent, longestRun, nearestWindows, seedCounts } from './nearest.ts';
import { pageFit } from './pages.ts';

/** Words with a lower share of equal words than this are other words, not altered ones. */
const leastSimilarity = 0.6;
/** A piece of a joined quote has at least this many words and folded characters. */
const leastPiece = { words: 4, characters: 20 };
/** Quotes of up to this many folded characters are compared with all words of the pages that their citations name. */
const comparedWithPage = 500;
/** Work that may be done for one quote in one source, in steps of a few nanoseconds; enough for any ordinary quote. */
const mostSteps = 50_000_000;
/** Steps to compare a place with the words of a quote, in addition to some for each character, and to record a match. */
const stepsOfPlace = 4;
const stepsOfMatch = 100;
/** How many folded characters are compared in one step. */
const charactersOfStep = 8;
/** Steps to compare a page number with one range. */
const stepsOfRange = 8;
/** Steps to look for misread letters, for each character of the quote and of the text. */
const stepsOfMisread = 4;

export type SearchOptions = {
  /** Lets other work of the process run. */
  breathe: () => Promise<void>;
  /** How much work is permitted for one quote in one source. Unset: enough for any ordinary quote. */
  steps?: number;
};

/**
 * Searches one source for the quotes of all citations and records what it finds, and for which citations the search ended
 * at its limit. Nothing of the source is kept but the found words.
 */
export async function searchSource(
  source: Source,
  searches: readonly CitationSearch[],
  { breathe, steps = mostSteps }: SearchOptions,
): Promise<void> {
  const { content } = source;
  const body = new FoldedSource(source, buildIndex(content));
  // Quotes can contain the words of page headers and footers too.
  const whole =
    content.skips.length === 0
      ? null
      : new FoldedSource({ ...source, content: { ...content, skips: [] } }, fold(content.text));
  for (const search of searches) {
    await breathe();
    new SearchInSource(search, body, steps).search(whole);
  }
  forgetIndex(content);
}

/** Words that match a quote in a text of the source: that without its boilerplate, or the whole text. */
type Found = { text: FoldedSource; span: Span; match: Match };

/** The search for the quote of one citation in one source. */
class SearchInSource {
  readonly #search: CitationSearch;
  readonly #quote: Folded;
  readonly #body: FoldedSource;
  /** Where the ranges begin that have the words. */
  readonly #ranges = new Set<number>();
  #steps: number;

  constructor(search: CitationSearch, body: FoldedSource, steps: number) {
    this.#search = search;
    this.#quote = search.folded;
    this.#body = body;
    this.#steps = steps;
  }

  search(whole: FoldedSource | null): void {
    const isFound = this.#findWords(this.#body);
    const isBeside = whole && this.#findWords(whole);
    if (this.#isOpen()) this.#findSimilar(isFound || isBeside === true);
    if (this.#steps < 0) this.#search.incomplete ??= this.#body.source.name;
  }

  /** Takes steps before they are done. Returns false if fewer are left; from then on none are left. */
  #take(steps: number): boolean {
    this.#steps = steps <= this.#steps ? this.#steps - steps : -1;
    return this.#steps >= 0;
  }

  /** Records the strict matches in the body, or those with boilerplate in the whole text. Returns whether there are any. */
  #findWords(text: FoldedSource): boolean {
    let isFound = false;
    for (const hit of this.#strictMatchesIn(text)) {
      if (!this.#take(this.#quote.chars.length + stepsOfMatch)) break;
      const found = this.#matchAt(text, hit);
      if (found && this.#addWords(found)) isFound = true;
    }
    return isFound;
  }

  /** The strict matches, found by the rarest seed of the quote, or in the whole text if it has none that is rare. */
  *#strictMatchesIn(text: FoldedSource): Generator<Hit> {
    const quote = this.#quote;
    const { length } = quote.chars;
    const { folded } = text;
    const [rarest] = text
      .seedsOf(quote.chars, seedCounts.equal)
      .flatMap(({ offset, places }) => (places ? [{ offset, places }] : []))
      .sort((one, other) => one.places.length - other.places.length);
    for (const from of rarest?.places.map((at) => at - rarest.offset) ?? placesOf(quote, folded)) {
      if (!this.#take(stepsOfPlace + length / charactersOfStep)) return;
      if (from < 0 || !folded.chars.startsWith(quote.chars, from)) continue;
      if (isMatchOfWords(quote, folded, from)) yield { from, to: from + length };
    }
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
    const { span, isExact } = this.#quotedSpan(text, words);
    return { text, span, match: isExact && !isMixed ? 'exact' : 'normalized' };
  }

  /**
   * Records misread or similar words, and pieces of the quote: those near its seeds, unless its words were found in this
   * source, and those on the page that the citation names. Short quotes have too few seeds to be found otherwise.
   */
  #findSimilar(isFound: boolean): void {
    const { chars } = this.#quote;
    const seeds = isFound ? [] : this.#body.seedsOf(chars, seedCounts.similar);
    if (areTooFrequent(seeds)) this.#search.incomplete ??= this.#body.source.name;
    const windows = nearestWindows(seeds, chars.length);
    for (const window of windows) {
      if (!this.#isOpen()) return;
      // A place with fewer than half of the seeds of the best place is less similar.
      if (2 * window.count >= (windows[0]?.count ?? 0)) this.#compare(window, false);
      for (const start of window.starts) this.#addPiece(start);
    }
    const page = this.#isOpen() && chars.length <= comparedWithPage ? this.#namedPage() : null;
    if (page) this.#compare(page, true);
  }

  #isOpen(): boolean {
    return this.#search.isOpenIn(this.#body.source.fileIndex);
  }

  /** The page, or all pages, that the citation names in this source. */
  #namedPage(): Hit | null {
    const { given, named } = this.#search;
    if (given.page === undefined || !named?.includes(this.#body.source.fileIndex)) return null;
    const numbered = this.#body.numberedRanges();
    if (!this.#take(numbered.length * stepsOfRange)) return null;
    const isNamed = (range: Range) => pageFit(given, [range]) === 'named';
    const [first, last] = [numbered.find(isNamed), numbered.findLast(isNamed)];
    if (!first || !last) return null;
    return { from: this.#body.positionAt(first.start), to: this.#body.positionAt(last.end) };
  }

  #compare(part: Hit, isNamedPage: boolean): void {
    const { chars } = this.#body.folded;
    const window = { from: Math.max(0, part.from), to: Math.min(chars.length, part.to) };
    const misread = [...this.#misreadIn(window)];
    for (const found of misread) this.#addWords(found);
    if (misread.length === 0) this.#addSimilar(window, isNamedPage);
  }

  /** The matches in recognised text that have misread letters. */
  *#misreadIn(window: Hit): Generator<Found> {
    const text = this.#body;
    const { content } = text.source;
    const isRead = (span: Span) => rangesAt(content, span).every(({ method }) => method === 'text');
    if (window.to <= window.from || isRead(text.spanOf(window))) return;
    const take = (count: number) => this.#take(count);
    if (!take(stepsOfMisread * (this.#quote.chars.length + window.to - window.from))) return;
    for (const { from, to } of approximateMatches(this.#quote, partOf(text.folded, window), take)) {
      const hit = text.spanOf({ from: window.from + from, to: window.from + to });
      if (rangesAt(content, hit).some(({ method }) => method === 'text')) continue;
      yield { text, span: this.#quotedSpan(text, hit).span, match: 'approximate' };
    }
  }

  /** Counts the place of words and keeps the best one. Returns false if there are no words. */
  #addWords({ text, span, match }: Found): boolean {
    const search = this.#search;
    const ranges = rangesAt(text.source.content, span);
    const [range] = ranges;
    if (!range) return false;
    if (!this.#ranges.has(range.start)) search.places += 1;
    this.#ranges.add(range.start);
    const place = this.#placeOf(ranges);
    if (search.isBetter({ ...place, isExact: match === 'exact', hidden: text.isHidden(span) })) {
      const found = text.found(span, match);
      search.words = { ...place, found, claim: text.claimOf(search, found) };
    }
    return true;
  }

  #placeOf(ranges: readonly Range[]): Pick<WordsFound, 'isNamedSource' | 'page'> {
    const { given } = this.#search;
    return {
      isNamedSource: this.#search.isNamed(this.#body.source.fileIndex),
      page: pageFit(given, ranges),
    };
  }

  #addSimilar(window: Hit, isNamedPage: boolean): void {
    const [search, text] = [this.#search, this.#body];
    const alignment = alignQuote(this.#quote, text.folded, window, (steps) => this.#take(steps));
    if (!alignment) return;
    const { similarity, steps } = alignment;
    if (similarity < leastSimilarity) return;
    const isShort = this.#quote.chars.length < shortQuote;
    if (isShort && similarity < 1 && !showsAlteration(search.given.quote, alignment, isNamedPage)) return;
    const span = text.spanOf(alignment);
    const ranges = rangesAt(text.source.content, span);
    const place = { similarity, ...this.#placeOf(ranges) };
    if (ranges.length === 0 || !search.isMoreSimilar(place)) return;
    const textOfQuote = (from: number, to: number) => this.#textOfQuote({ from, to });
    const { changes, diff } = changesIn(
      groupsOf(steps, textOfQuote, (from, to) => text.textOf({ from, to })),
    );
    if (changes.length === 0) {
      this.#addWords({ text, span: this.#quotedSpan(text, span).span, match: 'normalized' });
      return;
    }
    const found = text.found(span, 'approximate');
    search.similar = { ...place, found, diff, changes, claim: text.claimOf(search, found) };
  }

  /** Records the longest run of equal words if the quote begins at `start`, which can be a part of a joined quote. */
  #addPiece(start: number): void {
    const run = longestRun(this.#quote.chars, this.#body.folded.chars, start);
    const words = wordsBetween(this.#quote, run.from, run.to);
    const piece = { from: words[0]?.from ?? 0, to: words.at(-1)?.to ?? 0 };
    if (words.length < leastPiece.words || piece.to - piece.from < leastPiece.characters) return;
    const span = this.#body.spanOf({ from: piece.from + start, to: piece.to + start });
    this.#search.addPiece(piece, () => ({
      ...piece,
      text: this.#textOfQuote(piece),
      found: this.#body.found(span, 'normalized'),
    }));
  }

  #quotedSpan({ source: { content } }: FoldedSource, words: Span) {
    return quotedSpan(content, words, this.#search.given.quote, this.#quote);
  }

  #textOfQuote({ from, to }: Hit): string {
    const { starts, ends } = this.#quote;
    return detachString(tidied(this.#search.given.quote.slice(starts[from], ends[to - 1])));
  }
}

/** Where the folded text has the characters of a quote. */
function* placesOf({ chars: quote }: Folded, { chars }: Folded): Generator<number> {
  if (quote === '') return;
  for (let at = chars.indexOf(quote); at >= 0; at = chars.indexOf(quote, at + 1)) yield at;
}

function partOf({ chars, starts, ends, joints }: Folded, { from, to }: Hit): Folded {
  return {
    chars: chars.slice(from, to),
    starts: starts.subarray(from, to),
    ends: ends.subarray(from, to),
    joints: joints.subarray(from, to),
  };
}

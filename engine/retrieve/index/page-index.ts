import { readableText } from '../../chunk/readable-text.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import type { Passage } from '../../model/passage.ts';
import type { Source } from '../../model/source.ts';
import { PositionalIndex, type Postings } from './positional-index.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** Maximum number of lines in the title of a page. Short lines at the beginning of a page are its title. */
const titleLines = 5;
/** Maximum length, in characters, of a line in the title of a page. */
const titleLine = 110;
/** The title of a page is looked for in this many characters at its beginning. */
const titleWithin = 1_500;
/**
 * A word in the title of a page counts as this many additional occurrences on the page. Higher values improved the
 * results on filings only a little.
 */
const titleTimes = 2;

/**
 * The words of one source by page, for sources that have pages; a page is identified by its index in the source's
 * ranges.
 */
export class PageIndex {
  /** Length of each page in content words. */
  readonly lengths = new Map<number, number>();
  /** A number above every page index. */
  end = 0;
  readonly #source: Source;
  readonly #language: Language;
  /** For each passage, the page that contains most of it. */
  readonly #ofPassage: (number | null)[] = [];
  readonly #titles: PositionalIndex;
  /** The page of each row of `#titles`. */
  readonly #titled: number[] = [];
  #range = 0;

  constructor(source: Source, language: Language, dictionary: TermDictionary) {
    this.#source = source;
    this.#language = language;
    this.#titles = new PositionalIndex(dictionary);
  }

  /** Adds the source's next passage, with its length in content words. */
  add(passage: Passage, length: number): void {
    const page = this.#pageOf(passage);
    this.#ofPassage.push(page);
    if (page === null) return;
    this.end = Math.max(this.end, page + 1);
    const known = this.lengths.get(page);
    this.lengths.set(page, (known ?? 0) + length);
    if (known === undefined) this.#addTitle(page);
  }

  /** Releases spare capacity. */
  close(): void {
    this.#titles.close();
  }

  /** The page of a passage, by its index; null if the source has no pages. */
  pageOf(place: number): number | null {
    return this.#ofPassage[place] ?? null;
  }

  /** How often any of the given rows of terms occurs on each page, computed from the occurrences in passages. */
  postings(inPassages: Postings, alternatives: readonly (readonly string[])[]): Postings {
    const pages = new Map<number, number>();
    const add = (page: number, times: number) => pages.set(page, (pages.get(page) ?? 0) + times);
    for (const [place, times] of inPassages) {
      const page = this.pageOf(place);
      if (page !== null) add(page, times);
    }
    for (const terms of alternatives) {
      for (const row of this.#titles.count(terms).keys()) {
        const page = this.#titled[row];
        if (page !== undefined) add(page, titleTimes);
      }
    }
    return pages;
  }

  #addTitle(page: number): void {
    const { start, end } = this.#source.content.ranges[page] ?? { start: 0, end: 0 };
    const text = readableText(this.#source.content, { start, end: Math.min(end, start + titleWithin) });
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const short = lines.slice(0, titleLines).filter((line) => line.trim().length < titleLine);
    this.#titles.add(contentTerms(short.join('\n'), this.#language));
    this.#titled.push(page);
  }

  /**
   * Passages come in text order, so the search for the page of a passage continues from the page of the previous
   * passage.
   */
  #pageOf({ start, end }: Passage): number | null {
    const { ranges } = this.#source.content;
    while ((ranges[this.#range]?.end ?? end) <= start) this.#range += 1;
    let most: { page: number | null; length: number } = { page: null, length: 0 };
    for (let at = this.#range; at < ranges.length; at += 1) {
      const range = ranges[at];
      if (!range || range.start >= end) break;
      const length = Math.min(range.end, end) - Math.max(range.start, start);
      if (range.locator.kind === 'page' && length > most.length) most = { page: at, length };
    }
    return most.page;
  }
}

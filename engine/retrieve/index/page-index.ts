import { readableText } from '../../chunk/readable-text.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import type { Passage } from '../../model/passage.ts';
import type { Source } from '../../model/source.ts';
import { PositionalIndex } from './positional-index.ts';
import type { Postings } from './postings.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** The first lines of a page name what stands on it, as long as they are short. In lines and characters. */
const titleLines = 5;
const titleLine = 110;
const titleWithin = 1_500;
/** A word of them counts as often as this many in the text: the higher, the better on filings, but little from here on. */
const titleTimes = 2;

/** The words of one source by page, for sources that have pages; a page is known by its place in the source's ranges. */
export class PageIndex {
  /** Length of each page in content words. */
  readonly lengths = new Map<number, number>();
  /** All pages are below it. */
  end = 0;
  readonly #source: Source;
  readonly #language: Language;
  /** The page that most of each passage stands on. */
  readonly #ofPassage: (number | null)[] = [];
  readonly #titles: PositionalIndex;
  /** The pages whose titles are kept, in the order of their rows. */
  readonly #titled: number[] = [];
  #range = 0;

  constructor(source: Source, language: Language, dictionary: TermDictionary) {
    this.#source = source;
    this.#language = language;
    this.#titles = new PositionalIndex(dictionary);
  }

  /** Takes in the source's next passage, of this length in content words. */
  add(passage: Passage, length: number): void {
    const page = this.#pageOf(passage);
    this.#ofPassage.push(page);
    if (page === null) return;
    this.end = Math.max(this.end, page + 1);
    const known = this.lengths.get(page);
    this.lengths.set(page, (known ?? 0) + length);
    if (known === undefined) this.#addTitle(page);
  }

  /** Gives back the room for more. */
  close(): void {
    this.#titles.close();
  }

  /** The page of the passage at a place; null where there are no pages. */
  pageOf(place: number): number | null {
    return this.#ofPassage[place] ?? null;
  }

  /** How often any of some rows of terms stands on which pages, from how often on which passages. */
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

  /** Passages come in the order of the text, so the search goes on from the page of the one before. */
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

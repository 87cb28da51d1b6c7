import { foldedWords } from '../../language/words.ts';
import { firstWhere } from '../../model/sorted.ts';
import type { PageSpan } from '../part.ts';

/** The pages of a text, and where each of them but the first begins in it, at the beginning of a word, if that is certain. */
export type FoundPages = PageSpan & { breaks?: readonly { at: number; page: number }[] };

/** Maximum letters of page headers, footers and page numbers between two consecutive paragraphs. */
const betweenLetters = 200;
/**
 * The minimum share of a document's letters that must be found on the pages. Not all letters can be found, because
 * tables side by side and displayed tracked changes split some paragraphs.
 */
const fewestFound = 0.8;
/** Maximum letters between the last match and the next paragraph: about three pages. */
const aheadLetters = 9_000;
/**
 * A text with fewer letters than this can occur on any page by chance, so a match is accepted only shortly after the
 * match of the text before it.
 */
const tellingLetters = 24;
/**
 * A text with fewer letters than this, such as "yes" in a form, counts as found only on the page on which the text
 * before it ends.
 */
const headingLetters = 6;

/**
 * Finds the pages on which each text of a document appears, by comparing letters and digits only. Both `texts` and
 * `pages` are in document order. The result contains null for a text without a certain match. The whole result is null
 * if too few letters match, because the pages then show a different document.
 */
export function findPages(texts: readonly string[], pages: readonly string[]): (FoundPages | null)[] | null {
  const laidOut = new LaidOut(pages);
  const letters = texts.map(lettersOf);
  const found = texts.map((text, at): FoundPages | null => {
    const own = letters[at] ?? '';
    const place = laidOut.next(own);
    const span = place && laidOut.pagesOf(place);
    return place && span && span.to > span.from
      ? { ...span, breaks: breaksIn(text, laidOut.breaksOf(own, place)) }
      : span;
  });
  const all = letters.reduce((sum, { length }) => sum + length, 0);
  const missed = letters.reduce((sum, { length }, index) => sum + (found[index] === null ? length : 0), 0);
  if (all === 0 || missed > all * (1 - fewestFound)) return null;
  return found;
}

type Place = { start: number; end: number };

class LaidOut {
  readonly #letters: string;
  /** The end of each page, as an index into `#letters`. */
  readonly #ends: number[] = [];
  readonly #wordStarts = new Set<number>();
  #at = 0;
  /**
   * The end of the last match if there is a gap between that match and the main text found so far, else null. A match
   * after a gap can be a footnote, or can be main text that follows a paragraph without a match.
   */
  #aside: number | null = null;

  constructor(pages: readonly string[]) {
    let letters = '';
    for (const page of pages) {
      for (const word of foldedWords(page)) {
        this.#wordStarts.add(letters.length);
        letters += word;
      }
      this.#ends.push(letters.length);
    }
    this.#letters = letters;
  }

  /** The place of the next text of the document. */
  next(text: string): Place | null {
    if (text === '') return null;
    const place = this.#find(text, this.#at, aheadLetters) ?? this.#findEnds(text);
    if (place === null) return this.#findAnywhere(text);
    const { start, end } = place;
    const follows = start - this.#at <= betweenLetters;
    const followsAside =
      this.#aside !== null && start >= this.#aside && start - this.#aside <= betweenLetters;
    const telling = text.length >= tellingLetters;
    if (!telling && !this.#isWholeAfter(follows ? this.#at : this.#aside, start, end)) return null;
    const inFlow = follows || followsAside;
    if (inFlow) this.#at = end;
    this.#aside = inFlow ? null : end;
    return place;
  }

  /**
   * Whether a short match is accepted. It must consist of whole words and begin shortly after `before`. If it is
   * shorter than a heading, it must also end on the page of `before`.
   */
  #isWholeAfter(before: number | null, start: number, end: number): boolean {
    if (before === null || start < before || start - before > betweenLetters) return false;
    const whole = this.#wordStarts.has(start) && (this.#wordStarts.has(end) || end === this.#letters.length);
    const samePage = this.#pageAt(Math.max(0, before - 1)) === this.#pageAt(end - 1);
    return whole && (samePage || end - start >= headingLetters);
  }

  /**
   * Finds a long text that occurs only once on all pages, such as a note: files store notes after the main text, but
   * pages show a note near its reference.
   */
  #findAnywhere(text: string): Place | null {
    const start = text.length < tellingLetters ? -1 : this.#letters.indexOf(text);
    if (start < 0 || start !== this.#letters.lastIndexOf(text)) return null;
    return { start, end: start + text.length };
  }

  pagesOf({ start, end }: Place): PageSpan {
    return { from: this.#pageAt(start), to: this.#pageAt(end - 1) };
  }

  /**
   * How many letters of the text are before each of its pages but the first. Between two of its pages are page footers
   * and headers. Empty if the letters of the text are not found one after the other.
   */
  breaksOf(text: string, { start, end }: Place): { letters: number; page: number }[] {
    const breaks: { letters: number; page: number }[] = [];
    let page = this.#pageAt(start);
    let from = start;
    for (let letters = 0; letters < text.length; letters += 1, from += 1) {
      if (this.#letters[from] !== text[letters]) {
        const ahead = this.#letters.slice(from, end).indexOf(text.slice(letters, letters + tellingLetters));
        if (ahead < 0 || this.#pageAt(from + ahead) === page) return [];
        from += ahead;
      }
      if (from < (this.#ends[page - 1] ?? 0)) continue;
      page = this.#pageAt(from);
      breaks.push({ letters, page });
    }
    return breaks;
  }

  #find(text: string, from: number, ahead: number): Place | null {
    const at = this.#letters.slice(from, from + ahead + text.length).indexOf(text);
    return at < 0 ? null : { start: from + at, end: from + at + text.length };
  }

  /**
   * Finds a paragraph by its beginning and its end, because a footnote number or page footer can interrupt the
   * paragraph.
   */
  #findEnds(text: string): Place | null {
    if (text.length < 2 * tellingLetters) return null;
    const first = this.#find(text.slice(0, tellingLetters), this.#at, aheadLetters);
    if (first === null) return null;
    const rest = text.slice(-tellingLetters);
    const last = this.#find(rest, first.end, text.length + 2 * betweenLetters);
    return last === null ? null : { start: first.start, end: last.end };
  }

  #pageAt(letter: number): number {
    return firstWhere(this.#ends.length - 1, (at) => (this.#ends[at] ?? 0) > letter) + 1;
  }
}

/** The breaks as offsets of the text. A word that a page divides belongs to the page on which it begins. */
function breaksIn(
  text: string,
  breaks: readonly { letters: number; page: number }[],
): { at: number; page: number }[] {
  const found: { at: number; page: number }[] = [];
  let letters = 0;
  for (const { 0: word, index } of breaks.length === 0 ? [] : text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const next = breaks[found.length];
    if (next === undefined) break;
    if (letters >= next.letters) found.push({ at: index, page: next.page });
    letters += lettersOf(word).length;
  }
  return found;
}

function lettersOf(text: string): string {
  return foldedWords(text).join('');
}

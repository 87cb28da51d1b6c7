/** The first and the last page of a text, counted from 1. */
export type FoundPages = { from: number; to: number };

/** Page headers, footers and numbers can be between two paragraphs: the maximum number of letters. */
const betweenLetters = 200;
/** Of the letters: tables laid out side by side and changes shown in the text break some paragraphs up. */
const fewestFound = 0.8;
/** How far ahead a paragraph is searched for: about three pages. */
const aheadLetters = 9_000;
/** A shorter text may match anywhere by chance: it is matched only directly after the one before. */
const tellingLetters = 24;
/** The minimum for a match on the next page; a "yes" in a form occurs everywhere. */
const headingLetters = 6;

/**
 * The pages of each text of a document in its layout, given both in order; texts are compared by their letters and
 * digits alone. Null for a text without a certain match, and for all when too few letters match: then the pages are
 * not those of these texts.
 */
export function findPages(texts: readonly string[], pages: readonly string[]): (FoundPages | null)[] | null {
  const laidOut = new LaidOut(pages);
  const found = texts.map((text) => laidOut.next(lettersOf(text)));
  const letters = texts.map((text) => lettersOf(text).length);
  const all = letters.reduce((sum, count) => sum + count, 0);
  const missed = letters.reduce((sum, count, index) => sum + (found[index] === null ? count : 0), 0);
  if (all === 0 || missed > all * (1 - fewestFound)) return null;
  return found;
}

type Place = { start: number; end: number };

class LaidOut {
  readonly #letters: string;
  /** Where each page ends, in letters. */
  readonly #ends: number[] = [];
  readonly #wordStarts = new Set<number>();
  #at = 0;
  /** The end of a text that matched further on: a footnote, or text after something without a match. */
  #aside: number | null = null;

  constructor(pages: readonly string[]) {
    let letters = '';
    for (const page of pages) {
      for (const word of wordsOf(page)) {
        this.#wordStarts.add(letters.length);
        letters += word;
      }
      this.#ends.push(letters.length);
    }
    this.#letters = letters;
  }

  next(text: string): FoundPages | null {
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
    return this.#pagesOf(place);
  }

  /** Whether whole words match here: a heading, or fewer letters on the page on which the text before them ended. */
  #isWholeAfter(before: number | null, start: number, end: number): boolean {
    if (before === null || start < before || start - before > betweenLetters) return false;
    const whole = this.#wordStarts.has(start) && (this.#wordStarts.has(end) || end === this.#letters.length);
    const samePage = this.#pageAt(Math.max(0, before - 1)) === this.#pageAt(end - 1);
    return whole && (samePage || end - start >= headingLetters);
  }

  /** Notes that a file has after its text are on the pages that refer to them. */
  #findAnywhere(text: string): FoundPages | null {
    const start = text.length < tellingLetters ? -1 : this.#letters.indexOf(text);
    if (start < 0 || start !== this.#letters.lastIndexOf(text)) return null;
    return this.#pagesOf({ start, end: start + text.length });
  }

  #pagesOf({ start, end }: Place): FoundPages {
    return { from: this.#pageAt(start), to: this.#pageAt(end - 1) };
  }

  #find(text: string, from: number, ahead: number): Place | null {
    const at = this.#letters.slice(from, from + ahead + text.length).indexOf(text);
    return at < 0 ? null : { start: from + at, end: from + at + text.length };
  }

  /** A paragraph that contains a footnote's number or a page footer is matched by its beginning and its end. */
  #findEnds(text: string): Place | null {
    if (text.length < 2 * tellingLetters) return null;
    const first = this.#find(text.slice(0, tellingLetters), this.#at, aheadLetters);
    if (first === null) return null;
    const rest = text.slice(-tellingLetters);
    const last = this.#find(rest, first.end, text.length + 2 * betweenLetters);
    return last === null ? null : { start: first.start, end: last.end };
  }

  #pageAt(letter: number): number {
    let [low, high] = [0, this.#ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) > letter) high = middle;
      else low = middle + 1;
    }
    return low + 1;
  }
}

function lettersOf(text: string): string {
  return wordsOf(text).join('');
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

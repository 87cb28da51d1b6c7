import { raisedText } from '../office/looks/hidden-words.ts';
import type { Raised } from '../office/looks/run-look.ts';

/** Characters without width: soft hyphens, zero-width spaces and joiners, and invalid characters. */
const unseen = /[\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g;

/**
 * Collects the text of one paragraph, with white space folded as in a browser (CSS Text 3, 4.1). The text is stored in
 * pieces, which keeps the time proportional to the number of pieces.
 */
export class RunningText {
  #pieces: string[] = [];
  #isEmpty = true;
  #verbatimDepth = 0;
  #cells = 0;

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Adds text; `raised` says whether it is above or below the line. */
  add(data: string, raised: Raised | null = null): void {
    const visible = data.replace(unseen, '');
    if (this.#verbatimDepth > 0) {
      this.#append(visible.replace(/\r\n?/g, '\n'));
      return;
    }
    const folded = visible.replace(/[ \t\n\r\f]+/g, ' ');
    const joined = this.#endsInSpace() ? folded.replace(/^ /, '') : folded;
    this.#append(raised === null ? joined : raisedText(joined, raised, this.#pieces.at(-1) ?? ''));
  }

  breakLine(asLine: boolean): void {
    if (asLine) this.#trimEnd((piece) => piece.slice(0, spacesFrom(piece)));
    this.#append(asLine ? '\n' : ' ');
  }

  space(): void {
    if (!this.#endsInSpace()) this.#append(' ');
  }

  /** Begins a cell of a row, with a separator after the cell before it. */
  nextCell(): void {
    this.#cells += 1;
    if (this.#cells === 1) return;
    this.#trimEnd((piece) => piece.trimEnd());
    this.#append(' | ');
  }

  keepLines(): void {
    this.#verbatimDepth += 1;
  }

  foldLines(): void {
    this.#verbatimDepth -= 1;
  }

  /**
   * Returns the paragraph, or an empty string if it contains only white space and cell separators, and begins the next
   * paragraph.
   */
  take(): string {
    const text = this.#pieces
      .join('')
      .replace(/^\s*\n/, '')
      .trimEnd();
    this.#pieces = [];
    this.#isEmpty = true;
    this.#cells = 0;
    return /[^\s|]/.test(text) ? text : '';
  }

  #append(piece: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    this.#isEmpty &&= piece.trim() === '';
  }

  /**
   * Whether white space that follows is dropped: it is dropped after white space and at the beginning of the paragraph.
   */
  #endsInSpace(): boolean {
    return /\s/.test(this.#pieces.at(-1)?.at(-1) ?? ' ');
  }

  #trimEnd(trimmed: (piece: string) => string): void {
    for (let last = this.#pieces.pop(); last !== undefined; last = this.#pieces.pop()) {
      const rest = trimmed(last);
      if (rest === '') continue;
      this.#pieces.push(rest);
      return;
    }
  }
}

/** The position at which the spaces at the end of a text begin. */
function spacesFrom(text: string): number {
  let end = text.length;
  while (text.charAt(end - 1) === ' ') end -= 1;
  return end;
}

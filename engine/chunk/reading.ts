import type { SourceText, Span } from '../model/source.ts';

type Piece = { at: number; start: number; end: number };

/**
 * A source's text as a person reads it: without boilerplate, so that a sentence that runs over a page break is in one
 * piece. The offsets of this text map back to offsets in the source.
 */
export class Reading {
  readonly text: string;
  readonly #pieces: Piece[] = [];

  constructor({ text, skips }: Pick<SourceText, 'text' | 'skips'>) {
    const parts: string[] = [];
    let length = 0;
    let from = 0;
    const keep = (start: number, end: number): void => {
      if (end <= start) return;
      this.#pieces.push({ at: length, start, end });
      parts.push(text.slice(start, end));
      length += end - start;
    };
    for (const skip of [...skips].sort((a, b) => a.start - b.start)) {
      keep(from, skip.start);
      from = Math.max(from, skip.end);
    }
    keep(from, text.length);
    this.text = parts.join('');
  }

  /** The range of the source that a range of this text comes from. The range must not be empty. */
  toSource({ start, end }: Span): Span {
    return { start: this.#offset(start), end: this.#offset(end - 1) + 1 };
  }

  /**
   * The position in this text of an offset in the source. For an offset inside boilerplate, this is where the text
   * continues after the boilerplate.
   */
  fromSource(offset: number): number {
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.#pieces[middle];
      if (piece && piece.end <= offset) low = middle + 1;
      else high = middle;
    }
    const piece = this.#pieces[low];
    return piece ? piece.at + Math.max(0, offset - piece.start) : this.text.length;
  }

  #offset(at: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle]?.at ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const piece = this.#pieces[low];
    return piece ? piece.start + (at - piece.at) : 0;
  }
}

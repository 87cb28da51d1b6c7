import { firstWhere } from '../model/sorted.ts';
import { type Heading, type SourceText, type Span, shownStretches } from '../model/source.ts';

type Piece = { at: number; start: number; end: number };

/**
 * A source's text as a person reads it: without boilerplate, so that a sentence that runs over a page break is in one
 * piece. The offsets of this text map back to offsets in the source.
 */
export class Reading {
  readonly text: string;
  readonly #pieces: Piece[] = [];

  constructor({ text, skips }: Pick<SourceText, 'text' | 'skips'>) {
    const inOrder = skips.toSorted((a, b) => a.start - b.start);
    let at = 0;
    for (const { start, end } of shownStretches({ skips: inOrder }, { start: 0, end: text.length })) {
      this.#pieces.push({ at, start, end });
      at += end - start;
    }
    this.text = this.#pieces.map(({ start, end }) => text.slice(start, end)).join('');
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
    const pieces = this.#pieces;
    const piece = pieces[firstWhere(pieces.length, (at) => (pieces[at]?.end ?? 0) > offset)];
    return piece ? piece.at + Math.max(0, offset - piece.start) : this.text.length;
  }

  /** Headings of the source, with their offsets in this text. */
  headings(marked: readonly Heading[]): Heading[] {
    const at = (offset: number) => this.fromSource(offset);
    return marked.map((heading) => ({ ...heading, start: at(heading.start), end: at(heading.end) }));
  }

  #offset(at: number): number {
    const pieces = this.#pieces;
    const piece = pieces[firstWhere(pieces.length, (place) => (pieces[place]?.at ?? 0) > at) - 1];
    return piece ? piece.start + (at - piece.at) : 0;
  }
}

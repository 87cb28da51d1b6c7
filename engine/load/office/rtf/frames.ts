import { type Block, rowText } from '../block.ts';
import { hiddenBlocks, type SeenAndHidden } from '../looks/hidden-words.ts';

/** A text whose paragraphs are collected separately: the document, a note, a text box, a comment or a page header. */
export type Frame = SeenAndHidden & {
  blocks: Block[];
  after: Block[];
  paragraphs: string[];
  cells: string[][];
};

/** The open frames. Each frame is inside the frame before it, and words are added to the last frame. */
export class Frames {
  readonly #frames: Frame[] = [newFrame()];

  get last(): Frame | undefined {
    return this.#frames.at(-1);
  }

  /** How many blocks the document has so far. */
  get documentBlocks(): number {
    return this.#frames[0]?.blocks.length ?? 0;
  }

  open(): void {
    this.#frames.push(newFrame());
  }

  /** Ends the last frame and returns its blocks. */
  close(): Block[] {
    this.endParagraph(null);
    const frame = this.#frames.pop();
    if (frame === undefined) return [];
    const left = rowText(frame.cells);
    return left === ''
      ? frame.blocks
      : [...frame.blocks, { kind: 'row', text: left, heading: null, notes: [] }];
  }

  endParagraph(heading: number | null): void {
    const frame = this.last;
    if (frame === undefined) return;
    const text = [...frame.paragraphs.splice(0), frame.text].join('\n');
    frame.text = '';
    const hidden = hiddenBlocks(frame.hidden.splice(0));
    frame.blocks.push({ kind: 'paragraph', text, heading, notes: [] }, ...hidden, ...frame.after.splice(0));
  }

  /** Ends a paragraph inside a cell. */
  endInCell(): void {
    const frame = this.last;
    if (frame === undefined) return;
    frame.paragraphs.push(frame.text);
    frame.text = '';
  }

  endCell(): void {
    this.endInCell();
    this.last?.cells.push(this.last.paragraphs.splice(0));
  }

  endRow(): void {
    const frame = this.last;
    if (frame === undefined) return;
    const text = rowText(frame.cells.splice(0));
    const hidden = hiddenBlocks(frame.hidden.splice(0));
    frame.blocks.push({ kind: 'row', text, heading: null, notes: [] }, ...hidden, ...frame.after.splice(0));
  }
}

function newFrame(): Frame {
  return { blocks: [], after: [], text: '', hidden: [], paragraphs: [], cells: [] };
}

import type { Hiding } from '../part.ts';

/** A paragraph or table row in document order. */
export type Block = {
  kind: 'paragraph' | 'row';
  text: string;
  heading: number | null;
  /** The notes and comments that the block refers to. */
  notes: { kind: 'footnote' | 'endnote' | 'comment'; id: string; mark: string }[];
  /** The block is a comment on the block before it. */
  comment?: true;
  /**
   * Why the document does not show the block; absent if it does. A hidden block contains words that were removed from
   * the block before it.
   */
  hidden?: Hiding;
};

export function paragraphBlock(text: string): Block {
  return { kind: 'paragraph', text, heading: null, notes: [] };
}

/** The block of a table row with these cells, and the hidden blocks of the cells after it. */
export function rowBlocks(cells: readonly Block[][]): [row: Block, ...hidden: Block[]] {
  const seen = cells.map((blocks) =>
    blocks.flatMap(({ text, hidden }) => (hidden === undefined ? [text] : [])),
  );
  const all = cells.flat();
  return [
    { kind: 'row', text: rowText(seen), heading: null, notes: all.flatMap(({ notes }) => notes) },
    ...all.filter(({ hidden }) => hidden !== undefined),
  ];
}

/** The text of a table row: its cells next to each other, or, if a cell has several paragraphs, below each other. */
export function rowText(cells: readonly (readonly string[])[]): string {
  const filled = cells.map((paragraphs) => paragraphs.filter((text) => text.trim() !== ''));
  const text = filled.some((paragraphs) => paragraphs.length > 1)
    ? filled.map((paragraphs) => paragraphs.join('\n')).join('\n')
    : filled.map((paragraphs) => paragraphs[0] ?? '').join(' | ');
  return /[^\s|]/.test(text) ? text : '';
}

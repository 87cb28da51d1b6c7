import type { Hiding } from '../part.ts';

/** A paragraph or table row in document order. */
export type Block = {
  kind: 'paragraph' | 'row';
  text: string;
  heading: number | null;
  /** The ids of the notes and comments it refers to. */
  notes: { kind: 'footnote' | 'endnote' | 'comment'; id: string }[];
  /** The block is a comment on the block before it. */
  comment?: true;
  /** Why a reader does not see the block: it was removed from the block before it. */
  hidden?: Hiding;
};

/** A table row as one block: its cells' paragraphs next to each other, or below each other when one has several. */
export function rowText(cells: readonly (readonly string[])[]): string {
  const filled = cells.map((paragraphs) => paragraphs.filter((text) => text.trim() !== ''));
  const text = filled.some((paragraphs) => paragraphs.length > 1)
    ? filled.map((paragraphs) => paragraphs.join('\n')).join('\n')
    : filled.map((paragraphs) => paragraphs[0] ?? '').join(' | ');
  return /[^\s|]/.test(text) ? text : '';
}

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

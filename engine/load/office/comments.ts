import type { ReadingWarning } from '../part.ts';
import type { Block } from './block.ts';

/** The text of a comment, with its author. */
export function commentText(text: string, by: string | undefined): string {
  const name = by?.replace(/\s+/g, ' ').trim();
  return `Comment${name ? ` by ${name}` : ''}: ${text.replace(/\s+/g, ' ').trim()}`;
}

/** A comment on the block before it. */
export function commentBlock(text: string, by: string | undefined): Block {
  return { kind: 'paragraph', text: commentText(text, by), heading: null, notes: [], comment: true };
}

export function commentWarnings(blocks: readonly Block[]): ReadingWarning[] {
  return commentsRead(blocks.filter(({ comment }) => comment).length);
}

export function commentsRead(count: number): ReadingWarning[] {
  if (count === 0) return [];
  const message = `It has ${count} comments: they were read too, and findings based on them are not CONFIRMED.`;
  return [{ code: 'comments', message }];
}

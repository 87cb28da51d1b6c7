import type { Hiding } from '../part.ts';
import type { Block } from './block.ts';

/** A paragraph while it is read: the words that are seen, and those that are not. */
export type SeenAndHidden = { text: string; hidden: HiddenWords[] };
export type HiddenWords = { why: Hiding; text: string };

/**
 * Adds words to a paragraph. Hidden ones are set apart; those that take room on the page leave a gap in what is seen, so
 * that the words around them do not become one.
 */
export function addWords(paragraph: SeenAndHidden, text: string, why: Hiding | null): void {
  if (why === null || (why !== 'marked_hidden' && text.trim() === '')) {
    paragraph.text += text;
    return;
  }
  const last = paragraph.hidden.at(-1);
  if (last?.why === why) last.text += text;
  else paragraph.hidden.push({ why, text });
  if (why !== 'marked_hidden' && !/(^|\s)$/.test(paragraph.text)) paragraph.text += ' ';
}

/** Words that were taken out of the block before them, as blocks of their own. */
export function hiddenBlocks(hidden: readonly HiddenWords[]): Block[] {
  return hidden
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ why, text }) => ({ kind: 'paragraph', text, heading: null, notes: [], hidden: why }));
}

/** The words of blocks that are seen, in one line, and those that are not. */
export function seenWords(blocks: readonly Block[]): { text: string; hidden: Block[] } {
  const words = blocks.filter(({ hidden }) => hidden === undefined).map(({ text }) => text.trim());
  return {
    text: words.filter((one) => one !== '').join(' '),
    hidden: blocks.filter(({ hidden }) => hidden !== undefined),
  };
}

import type { Hiding } from '../../part.ts';
import type { Block } from '../block.ts';

/** A paragraph while it is read: its visible words, and its hidden words with the reasons. */
export type SeenAndHidden = { text: string; hidden: HiddenWords[] };
export type HiddenWords = { why: Hiding; text: string };

/**
 * Adds words to a paragraph. `why` says why the words are hidden; null means that they are visible. Hidden words are
 * added to `hidden` only. If they occupy space on the page, a space is added to the visible text, so that the words
 * before and after them are not joined.
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

/** The hidden words of a block, as separate blocks that follow it. */
export function hiddenBlocks(hidden: readonly HiddenWords[]): Block[] {
  return hidden
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ why, text }) => ({ kind: 'paragraph', text, heading: null, notes: [], hidden: why }));
}

/** The visible words of blocks as one line, and the hidden blocks. */
export function seenWords(blocks: readonly Block[]): { text: string; hidden: Block[] } {
  const words = blocks.filter(({ hidden }) => hidden === undefined).map(({ text }) => text.trim());
  return {
    text: words.filter((one) => one !== '').join(' '),
    hidden: blocks.filter(({ hidden }) => hidden !== undefined),
  };
}

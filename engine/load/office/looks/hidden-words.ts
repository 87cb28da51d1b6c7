import { subscripts, superscripts } from '../../../language/normal-form.ts';
import type { Hiding } from '../../part.ts';
import { type Block, paragraphBlock } from '../block.ts';
import type { Raised } from './run-look.ts';

/** A paragraph while it is read: its visible words, and its hidden words with the reasons. */
export type SeenAndHidden = { text: string; hidden: HiddenWords[] };
export type HiddenWords = {
  why: Hiding;
  text: string;
  /** The length of the visible words when the last hidden ones were read. */
  at?: number;
};

/**
 * Adds words to a paragraph. `why` says why the words are hidden; null means that they are visible. Hidden words are
 * added to `hidden` only. If they occupy space on the page, a space is added to the visible text, so that the words
 * before and after them are not joined.
 */
export function addWords(
  paragraph: SeenAndHidden,
  words: string,
  why: Hiding | null,
  raised: Raised | null = null,
): void {
  const text = raised === null ? words : raisedText(words, raised, paragraph.text);
  if (why === null || (why !== 'marked_hidden' && text.trim() === '')) {
    paragraph.text += text;
    return;
  }
  const last = paragraph.hidden.at(-1);
  // Visible words between hidden ones part them: 30 and 45 are not 3045.
  const isApart = last?.at !== paragraph.text.length && !/\s$/.test(last?.text ?? '') && !/^\s/.test(text);
  if (last?.why === why) last.text += isApart ? ` ${text}` : text;
  else paragraph.hidden.push({ why, text });
  if (why !== 'marked_hidden' && !/(^|\s)$/.test(paragraph.text)) paragraph.text += ' ';
  const own = paragraph.hidden.at(-1);
  if (own !== undefined) own.at = paragraph.text.length;
}

/**
 * Digits above or below their line as superscripts or subscripts, so that 30 with the mark of footnote 1 is not read as
 * 301, nor 10³ as 103. A single letter after a number gets a mark. `before` is the text before them; digits below the
 * line after a letter, as in CO2, stay as they are.
 */
export function raisedText(text: string, raised: Raised, before: string): string {
  if (raised === 'below' && !/[\d\u2080-\u2089]$/.test(before)) return text;
  if (/^\p{L}$/u.test(text) && /\d$/.test(before)) return `${raised === 'above' ? '^' : '_'}${text}`;
  const digits = raised === 'above' ? superscripts : subscripts;
  return text.replace(/\d/g, (digit) => digits.charAt(Number(digit)));
}

/** The mark of a note with this number, as it stands in the text and before the note. */
export function noteMark(number: number): string {
  return raisedText(String(number), 'above', '');
}

/** The hidden words of a block, as separate blocks that follow it. */
export function hiddenBlocks(hidden: readonly HiddenWords[]): Block[] {
  return hidden
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ why, text }) => ({ ...paragraphBlock(text), hidden: why }));
}

/** The visible words of blocks as one line, and the hidden blocks. */
export function seenWords(blocks: readonly Block[]): { text: string; hidden: Block[] } {
  const words = blocks.filter(({ hidden }) => hidden === undefined).map(({ text }) => text.trim());
  return {
    text: words.filter((one) => one !== '').join(' '),
    hidden: blocks.filter(({ hidden }) => hidden !== undefined),
  };
}

import type { Block } from '../block.ts';
import { childAt, textIn, treeOf } from '../xml.ts';
import { madeBreak, renderedBreak } from './body.ts';

/** A part of a block's text that is on one page. */
export type Piece = { page: number; text: string };

const breaks = new RegExp(`([${madeBreak}${renderedBreak}])`, 'g');

/**
 * Splits the blocks at their page breaks if these are reliable, else returns null. A Word file does not define its
 * pages, but Word often records page breaks when it saves a document. The page breaks are reliable only if Word saved
 * the document and their number agrees with the page count that Word recorded. Measured: the page breaks are reliable
 * in 15 of 27 real files that have page breaks.
 */
export function trustedPages(blocks: Block[], properties: Buffer | null): Piece[][] | null {
  if (properties === null) return null;
  const saved = childAt(treeOf(properties), 'Properties');
  if (!/^Microsoft Office Word/.test(textIn(childAt(saved, 'Application')))) return null;
  if (!blocks.some(({ text }) => text.includes(renderedBreak))) return null;
  let page = 1;
  let justMade = false;
  const pieces = blocks.map(({ text }) => {
    const found: Piece[] = [];
    for (const piece of text.split(breaks)) {
      if (piece === madeBreak || (piece === renderedBreak && !justMade)) page += 1;
      if (piece === madeBreak) justMade = true;
      else if (piece === renderedBreak) justMade = false;
      else if (piece.trim() !== '') {
        justMade = false;
        found.push({ page, text: piece });
      }
    }
    return found;
  });
  return page === Number(textIn(childAt(saved, 'Pages'))) ? pieces : null;
}

export function withoutBreaks(text: string): string {
  return text.replace(breaks, '');
}

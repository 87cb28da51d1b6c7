import type { Block } from '../block.ts';
import { childAt, textIn, treeOf } from '../xml.ts';
import { madeBreak, renderedBreak } from './body.ts';

/** The program that saved the document, and its page count. */
type SavedBy = { application: string; pages: number };

/** A part of a block's text that is on one page. */
export type Piece = { page: number; text: string };

const breaks = new RegExp(`[${madeBreak}${renderedBreak}]`);
const runOfBreaks = new RegExp(`([${madeBreak}${renderedBreak}])`);

/**
 * Splits the blocks at their page breaks if these are reliable, else returns null. A Word file does not define its
 * pages, but Word often records page breaks when it saves a document. The page breaks are reliable only if Word saved
 * the document and their number agrees with the page count that Word recorded. Measured: the page breaks are reliable
 * in 15 of 27 real files that have page breaks.
 */
export function trustedPages(blocks: Block[], properties: Buffer | null): Piece[][] | null {
  if (properties === null) return null;
  const saved = savedBy(properties);
  if (!/^Microsoft Office Word/.test(saved.application)) return null;
  if (!blocks.some(({ text }) => text.includes(renderedBreak))) return null;
  let page = 1;
  let justMade = false;
  const pieces = blocks.map(({ text }) => {
    const found: Piece[] = [];
    for (const piece of text.split(runOfBreaks)) {
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
  return page === saved.pages ? pieces : null;
}

export function withoutBreaks(text: string): string {
  return breaks.test(text)
    ? text
        .split(runOfBreaks)
        .filter((piece) => !breaks.test(piece))
        .join('')
    : text;
}

function savedBy(bytes: Buffer): SavedBy {
  const properties = childAt(treeOf(bytes), 'Properties');
  return {
    application: textIn(childAt(properties, 'Application')),
    pages: Number(textIn(childAt(properties, 'Pages'))),
  };
}

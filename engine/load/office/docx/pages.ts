import type { Block } from '../block.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
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
  const reader = parseXml(bytes, new PropertyReader());
  return {
    application: reader.values.get('Application') ?? '',
    pages: Number(reader.values.get('Pages') ?? 0),
  };
}

class PropertyReader implements XmlHandler {
  readonly values = new Map<string, string>();
  #name = '';

  open(name: string, _attributes: Attributes): void {
    this.#name = name;
  }

  close(): void {
    this.#name = '';
  }

  text(text: string): void {
    if (this.#name !== '') this.values.set(this.#name, (this.values.get(this.#name) ?? '') + text);
  }
}

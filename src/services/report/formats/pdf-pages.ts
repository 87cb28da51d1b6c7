import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openSync } from 'fontkit';
import PDFDocument from 'pdfkit';
import { clean } from '../clean.ts';
import type { Picture } from '../report.ts';

type Look = { size?: number; bold?: boolean; color?: string; indent?: number };

type Letters = { bold?: boolean | undefined; size: number };

/**
 * A piece of a paragraph. `href` is a link to a file, `target` a link to a finding of this document. No line ends inside
 * of a piece that is whole.
 */
type Run = {
  text: string;
  bold?: boolean;
  whole?: boolean;
  color?: string;
  href?: string;
  target?: string;
};

/** Something that is drawn on one page, with its height in points. `draw` gets the upper edge. */
export type Block = { height: number; draw(y: number): void };

const margins = { top: 56, bottom: 60, left: 56, right: 56 };
const ink = '#1d2129';
const soft = '#555d6b';
const gap = 4;
const missing = '\u25af';
/** The blocks of Unicode with right-to-left letters. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Writes paragraphs, pictures and bookmarks to the pages of a PDF, from top to bottom. Its fonts, DejaVu Sans, cover
 * Latin, Greek, Cyrillic, Armenian and Georgian letters and the signs of labels; any other character is shown as an empty
 * box. So is every right-to-left letter, because the layout of PDFKit would change the order of digits beside it.
 */
export class PdfPages {
  readonly document: PDFKit.PDFDocument;
  /** Whether a character was shown as a box. */
  lostCharacters = false;
  readonly #chunks: Uint8Array[] = [];
  readonly #glyphs: ReadonlySet<number>;
  #section: PDFKit.PDFOutline;
  #page = 0;

  constructor({ title, version }: { title: string; version: string }) {
    const info = { Title: clean(title), Creator: `Proviso ${version}` };
    this.document = new PDFDocument({
      ...{ size: 'A4', margins, info, lang: 'en' },
      displayTitle: true,
      autoFirstPage: false,
    });
    const regular = fontPath('DejaVuSans.ttf');
    this.document.registerFont('regular', regular).registerFont('bold', fontPath('DejaVuSans-Bold.ttf'));
    this.#glyphs = new Set(openSync(regular).characterSet);
    this.#section = this.document.outline;
    this.document.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk));
    this.document.on('pageAdded', () => this.#footer());
    this.document.addPage();
  }

  /** The bytes that were written since the last call. */
  written(): Uint8Array[] {
    return this.#chunks.splice(0);
  }

  /** Adds a bookmark for the current position. */
  bookmark(title: string): void {
    this.#section = this.document.outline.addItem(this.shown(title));
  }

  /** A heading that is on one page with what follows, which has this height in points. */
  heading(title: string, following = 60): void {
    this.#space(Math.min(30 + following, this.document.page.height / 2));
    this.document.moveDown(0.6);
    this.bookmark(title);
    this.text(title, { size: 15, bold: true });
  }

  /** The heading of a finding, with a bookmark and a target for links. */
  finding(title: string, id: string): void {
    this.#space(120);
    this.document.moveDown(0.7);
    const { left, right } = margins;
    const { y, page } = this.document;
    this.document
      .moveTo(left, y)
      .lineTo(page.width - right, y)
      .lineWidth(0.5)
      .strokeColor('#d5d9e0')
      .stroke();
    this.document.y = y + 6;
    this.#section.addItem(this.shown(title));
    this.document.addNamedDestination(id);
    this.text(title, { size: 12, bold: true });
  }

  text(text: string, { bold, color, ...look }: Look = {}): void {
    this.runs([{ text, ...(bold && { bold }), ...(color && { color }) }], look);
  }

  /** Writes a paragraph. Several pieces are on one page if they fit: PDFKit cannot begin a page inside of them. */
  runs(runs: readonly Run[], { size = 10.5, indent = 0 }: Look = {}): void {
    const pieces = runs
      .map((run) => {
        const text = this.shown(run.text);
        return { ...run, text: run.whole ? text.replace(/(?<=\S) (?=\S)/g, '\u00a0') : text };
      })
      .filter(({ text }) => text !== '');
    if (pieces.length > 1)
      this.keepTogether(this.heightOf(pieces.map(({ text }) => text).join(''), { size, indent }));
    const x = margins.left + indent;
    const width = this.document.page.width - margins.right - x;
    this.document.x = x;
    for (const [index, { text, bold, color = ink, href, target }] of pieces.entries()) {
      this.#in({ bold, size })
        .fillColor(color)
        .text(text, {
          ...{ width, continued: index < pieces.length - 1, lineGap: 1.5 },
          // A piece without a link must end the link of the piece before it.
          ...{ link: href ?? null, underline: href !== undefined },
          ...(target !== undefined && { goTo: target }),
        });
    }
    this.document.x = margins.left;
    this.document.y += gap;
  }

  /** The height of a paragraph, in points, or a little more, because its bold words are known only when it is written. */
  heightOf(text: string, { size, indent }: { size: number; indent: number }): number {
    const width = this.width - indent;
    return this.#in({ bold: true, size }).heightOfString(this.shown(text), { width, lineGap: 1.5 }) + gap;
  }

  /** A picture of at most this height and of the width of the text. */
  image({ jpeg, width, height }: Picture, { indent, tallest }: { indent: number; tallest: number }): Block {
    const scale = Math.min((this.width - indent) / width, tallest / height, 0.75);
    const size = { width: width * scale, height: height * scale };
    const x = this.left + indent;
    return {
      height: size.height,
      draw: (y) => {
        this.document.image(Buffer.from(jpeg), x, y, size);
        this.document.rect(x, y, size.width, size.height).lineWidth(0.5).strokeColor('#d5d9e0').stroke();
      },
    };
  }

  /** Draws blocks below each other, each on one page. */
  blocks(blocks: readonly Block[]): void {
    for (const { height, draw } of blocks) {
      this.#space(height);
      const { y } = this.document;
      draw(y);
      this.document.x = margins.left;
      this.document.y = y + height;
    }
    if (blocks.length > 0) this.document.y += gap;
  }

  /** Starts a new page if this height, in points, is not left on this page but fits on one. */
  keepTogether(height: number): void {
    const { page } = this.document;
    if (height <= page.height - margins.top - margins.bottom) this.#space(height);
  }

  /** The left edge and the width of the text, in points. */
  readonly left = margins.left;
  get width(): number {
    return this.document.page.width - margins.left - margins.right;
  }

  lineHeight(letters: Letters): number {
    return this.#in(letters).currentLineHeight(true) + 1.5;
  }

  widthOf(text: string, letters: Letters): number {
    return this.#in(letters).widthOfString(text);
  }

  /** Writes a text that was returned by `shown` at a place of the page, in one line. */
  textAt(text: string, { x, y, color, ...letters }: Letters & { x: number; y: number; color: string }): void {
    this.#in(letters).fillColor(color).text(text, x, y, { lineBreak: false, link: null, underline: false });
  }

  /** The document, set to write in a font and a size. */
  #in({ bold, size }: Letters): PDFKit.PDFDocument {
    return this.document.font(bold ? 'bold' : 'regular').fontSize(size);
  }

  /** Starts a new page if less than this height is left, in points. */
  #space(height: number): void {
    const { page, y } = this.document;
    if (y + height > page.height - margins.bottom) this.document.addPage();
  }

  #footer(): void {
    this.#page += 1;
    const { page } = this.document;
    // Text below the bottom margin would start another page.
    page.margins.bottom = 0;
    this.#in({ size: 8.5 })
      .fillColor(soft)
      .text(`Proviso report · ${this.#page}`, margins.left, page.height - 40, {
        ...{ width: page.width - margins.left - margins.right, align: 'right', lineBreak: false },
      });
    page.margins.bottom = margins.bottom;
    this.document.x = margins.left;
    this.document.y = margins.top;
  }

  /** The text with a box in the place of each character that cannot be shown. Spaces at its ends are kept. */
  shown(text: string): string {
    const kept = `${/^\s/.test(text) ? ' ' : ''}${clean(text).trim()}${/\S\s+$/.test(text) ? ' ' : ''}`;
    return [...kept]
      .map((char) => {
        if (this.#glyphs.has(char.codePointAt(0) ?? 0) && !rightToLeft.test(char)) return char;
        this.lostCharacters = true;
        return missing;
      })
      .join('');
  }
}

function fontPath(name: string): string {
  const folder = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json');
  return join(folder, '..', 'ttf', name);
}

import type { Block } from '../docx/body.ts';
import { type BodyFacts, noFacts } from '../docx/body-facts.ts';
import { commentBlock } from '../docx/comments.ts';
import { rowText } from '../docx/row-text.ts';
import type { Attributes, XmlHandler } from '../docx/xml.ts';
import { ListNumbers, outlineList, type TextStyles } from './text-styles.ts';

type Paragraph = { text: string; heading: number | null; hidden: number };
type Frame = { blocks: Block[]; after: Block[] };
type List = { style: string; level: number; item: { label: string | null } | null };
type Row = { cells: string[][]; repeat: number };

/** Half of an A4 page in square centimetres. */
const pagePictureArea = 0.5 * 21 * 29.7;
/** Spreadsheets and tables repeat a cell or a row by a number, which a file can make endless. */
const mostRepeats = 100;

/** Beside the text: what a picture says of itself, what is not shown. */
const skipped = new Set([
  'binary-data',
  'desc',
  'ruby-text',
  'forms',
  'note-citation',
  'sequence-decls',
  'variable-decls',
  'user-field-decls',
  'hidden-text',
  'hidden-paragraph',
  'alphabetical-index-mark',
]);

/**
 * The blocks of a text document as a reader sees them: what tracked changes deleted and what is hidden is out, list
 * numbers are written out, a table row is one block, a note follows the paragraph that refers to it.
 */
export class OdtBody implements XmlHandler {
  readonly facts: BodyFacts = noFacts();
  readonly #styles: TextStyles;
  readonly #numbers: ListNumbers;
  readonly #path: string[] = [];
  readonly #frames: Frame[] = [{ blocks: [], after: [] }];
  readonly #paragraphs: Paragraph[] = [];
  readonly #spans: boolean[] = [];
  readonly #lists: List[] = [];
  readonly #rows: Row[] = [];
  #skipping = 0;
  #inBody = false;
  #notes = 0;
  #size = { width: 0, height: 0 };
  /** Who made the comment that is being read. */
  #author: string | null = null;
  #inAuthor = false;

  constructor(styles: TextStyles) {
    this.#styles = styles;
    this.#numbers = new ListNumbers(styles);
  }

  /** Once, at the end. */
  blocks(): Block[] {
    return this.#frames[0]?.blocks ?? [];
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#skipping > 0 || this.#beginsSkip(name, parent, attributes)) this.#skipping += 1;
    else if (name === 'body') this.#inBody = true;
    else if (this.#inBody) this.#content(name, attributes);
  }

  close(name: string): void {
    this.#path.pop();
    if (this.#skipping > 0) this.#skipping -= 1;
    else if (this.#inBody) this.#end(name);
  }

  text(text: string): void {
    if (this.#skipping > 0 || !this.#inBody) return;
    if (this.#inAuthor) this.#author += text;
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined || this.#inAuthor) return;
    const words = text.replace(/[ \t\r\n]+/g, ' ');
    this.#write(/(^|\s)$/.test(paragraph.text) ? words.replace(/^ /, '') : words);
  }

  #beginsSkip(name: string, parent: string | undefined, attributes: Attributes): boolean {
    if (!this.#inBody) return false;
    if (parent === 'deletion' || parent === 'insertion') return true;
    if (name === 'section' && attributes.display === 'none') {
      this.facts.hiddenRuns += 1;
      return true;
    }
    return skipped.has(name) || (name === 'title' && parent === 'frame');
  }

  #content(name: string, attributes: Attributes): void {
    switch (name) {
      case 'deletion':
        this.facts.deletions += 1;
        break;
      case 'insertion':
        this.facts.insertions += 1;
        break;
      case 'p':
      case 'h':
        this.#beginParagraph(name, attributes);
        break;
      case 'span':
        this.#beginSpan(attributes);
        break;
      case 's':
        this.#write(' '.repeat(Math.min(mostRepeats, Number(attributes.c ?? 1))));
        break;
      case 'tab':
        this.#write('\t');
        break;
      case 'line-break':
        this.#write('\n');
        break;
      case 'list':
        this.#beginList(attributes);
        break;
      case 'list-item':
        this.#beginItem(attributes);
        break;
      case 'table-row':
        this.#rows.push({ cells: [], repeat: repeats(attributes['number-rows-repeated']) });
        break;
      case 'table-cell':
      case 'text-box':
      case 'note-body':
      case 'annotation':
        this.#author = null;
        this.#frames.push({ blocks: [], after: [] });
        break;
      case 'creator':
        this.#inAuthor = true;
        this.#author = '';
        break;
      case 'frame':
        this.#size = { width: centimetres(attributes.width), height: centimetres(attributes.height) };
        break;
      case 'image':
        if (this.#size.width * this.#size.height >= pagePictureArea) {
          this.facts.pagePictures.push((this.#frames[0]?.blocks.length ?? 0) + 1);
        }
        break;
      case 'object':
      case 'object-ole':
        this.facts.embedded += 1;
        break;
    }
  }

  #end(name: string): void {
    switch (name) {
      case 'p':
      case 'h':
        this.#endParagraph();
        break;
      case 'span':
        this.#endSpan();
        break;
      case 'list':
        this.#lists.pop();
        break;
      case 'table-cell':
        this.#rows.at(-1)?.cells.push((this.#frames.pop()?.blocks ?? []).map(({ text }) => text));
        break;
      case 'table-row':
        this.#endRow();
        break;
      case 'text-box':
        this.#frames.at(-2)?.after.push(...(this.#frames.pop()?.blocks ?? []));
        break;
      case 'note-body':
        this.#endNote();
        break;
      case 'annotation':
        this.#endComment();
        break;
      case 'creator':
        this.#inAuthor = false;
        break;
    }
  }

  #beginParagraph(name: 'p' | 'h', attributes: Attributes): void {
    const outline = name === 'h' ? Math.max(1, Number(attributes['outline-level'] ?? 1)) : null;
    const label = this.#labelOf(outline, attributes);
    const heading = outline ?? this.#styles.heading(attributes['style-name'] ?? '');
    const hidden = this.#styles.hidden.has(attributes['style-name'] ?? '');
    if (hidden) this.facts.hiddenRuns += 1;
    this.#paragraphs.push({
      text: label === '' || hidden ? '' : `${label} `,
      heading,
      hidden: hidden ? 1 : 0,
    });
  }

  /** The first paragraph of a list's item shows its number; a heading outside of lists the outline's. */
  #labelOf(heading: number | null, attributes: Attributes): string {
    const list = this.#lists.at(-1);
    if (list !== undefined) {
      const label = list.item?.label ?? '';
      if (list.item !== null) list.item.label = null;
      return label;
    }
    if (heading === null || attributes['is-list-header'] === 'true') return '';
    const from = attributes['restart-numbering'] === 'true' ? Number(attributes['start-value'] ?? 1) : null;
    return this.#numbers.next(outlineList, heading, from);
  }

  #beginSpan({ 'style-name': style = '' }: Attributes): void {
    const hidden = this.#styles.hidden.has(style);
    this.#spans.push(hidden);
    const paragraph = this.#paragraphs.at(-1);
    if (!hidden || paragraph === undefined) return;
    paragraph.hidden += 1;
    this.facts.hiddenRuns += 1;
  }

  #endSpan(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#spans.pop() && paragraph !== undefined) paragraph.hidden -= 1;
  }

  #beginList(attributes: Attributes): void {
    const outer = this.#lists.at(-1);
    const style = attributes['style-name'] ?? outer?.style ?? '';
    const level = (outer?.level ?? 0) + 1;
    const goesOn = attributes['continue-numbering'] === 'true' || attributes['continue-list'] !== undefined;
    if (outer === undefined && !goesOn) this.#numbers.restart(style);
    this.#lists.push({ style, level, item: null });
  }

  #beginItem(attributes: Attributes): void {
    const list = this.#lists.at(-1);
    if (list === undefined) return;
    const from = attributes['start-value'] === undefined ? null : Number(attributes['start-value']);
    list.item = { label: this.#numbers.next(list.style, list.level, from) };
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const frame = this.#frames.at(-1);
    if (paragraph === undefined || frame === undefined) return;
    const { text, heading } = paragraph;
    const inCell = this.#rows.length > 0;
    frame.blocks.push({ kind: 'paragraph', text, heading: inCell ? null : heading, notes: [] });
    frame.blocks.push(...frame.after.splice(0));
  }

  #endRow(): void {
    const row = this.#rows.pop();
    const frame = this.#frames.at(-1);
    if (row === undefined || frame === undefined) return;
    const text = rowText(row.cells);
    for (let times = 0; times < (text === '' ? 0 : row.repeat); times += 1) {
      frame.blocks.push({ kind: 'row', text, heading: null, notes: [] });
    }
    frame.blocks.push(...frame.after.splice(0));
  }

  #wordsOfFrame(): string {
    return (this.#frames.pop()?.blocks ?? [])
      .map((block) => block.text.trim())
      .filter((words) => words !== '')
      .join(' ');
  }

  /** A comment in a cell follows its table's row. */
  #endComment(): void {
    const text = this.#wordsOfFrame();
    if (text === '') return;
    const frame = this.#frames.at(this.#rows.length > 0 ? -1 - this.#rows.length : -1);
    frame?.after.push(commentBlock(text, this.#author ?? undefined));
  }

  #endNote(): void {
    const text = this.#wordsOfFrame();
    if (text === '') return;
    this.#notes += 1;
    const note = { kind: 'paragraph' as const, text: `${this.#notes} ${text}`, heading: null, notes: [] };
    this.#frames.at(-1)?.after.push(note);
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined && paragraph.hidden === 0) paragraph.text += text;
  }
}

function repeats(given: string | undefined): number {
  return Math.min(mostRepeats, Math.max(1, Number(given ?? 1)));
}

/** Lengths carry their unit: 2.5cm, 25mm, 1in, 72pt. */
function centimetres(length = ''): number {
  const [, number = '0', unit = 'cm'] = /^([\d.]+)(cm|mm|in|pt)$/.exec(length) ?? [];
  const units: Record<string, number> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72 };
  return Number(number) * (units[unit] ?? 1);
}

import { type Block, rowText } from '../block.ts';
import { type BodyFacts, noFacts } from '../body-facts.ts';
import { commentBlock } from '../comments.ts';
import type { Drawings } from '../drawings.ts';
import { FormField } from '../form-field.ts';
import { addWords, hiddenBlocks, raisedText, type SeenAndHidden, seenWords } from '../looks/hidden-words.ts';
import type { Attributes, XmlHandler } from '../xml.ts';
import { shapes } from './drawings.ts';
import { FormControls } from './form-controls.ts';
import { Scopes, styleOf } from './scopes.ts';
import { ListNumbers, outlineList, type TextStyles } from './text-styles.ts';
import { deepestLevel, wholeNumber } from './whole-number.ts';

type Paragraph = SeenAndHidden & { style: string; heading: number | null };
type Frame = { blocks: Block[]; after: Block[] };
type List = { style: string; level: number; item: { label: string | null } | null };
type Row = { cells: Block[][]; repeat: number };
/** A picture of at least this area counts as a picture of a page: half an A4 page, in square centimetres. */
const pagePictureArea = 0.5 * 21 * 29.7;
/**
 * Maximum number of copies of a repeated row, or of spaces that one element represents. A file can state any number.
 */
const mostRepeats = 100;

/** Elements, besides shapes, that can have a fill. */
const scoped = new Set(['table', 'table-row', 'table-cell', 'section']);

/** Elements whose text is not displayed, such as the description of a picture. */
const skipped = new Set([
  'binary-data',
  // Cells that a merged cell covers are not displayed.
  'covered-table-cell',
  'desc',
  'ruby-text',
  'forms',
  'sequence-decls',
  'variable-decls',
  'user-field-decls',
  'hidden-text',
  'hidden-paragraph',
  'alphabetical-index-mark',
]);

/**
 * Collects the blocks of a text document as it is displayed: tracked deletions are left out, list numbers are written
 * out, a table row is one block, and a note follows the paragraph that refers to it. The hidden words of a block are a
 * separate block after it.
 */
export class OdtBody implements XmlHandler {
  readonly facts: BodyFacts = noFacts();
  readonly #styles: TextStyles;
  readonly #scopes: Scopes;
  readonly #numbers: ListNumbers;
  readonly #path: string[] = [];
  readonly #frames: Frame[] = [{ blocks: [], after: [] }];
  readonly #paragraphs: Paragraph[] = [];
  readonly #lists: List[] = [];
  readonly #rows: Row[] = [];
  #skipping = 0;
  #inBody = false;
  #citation = '';
  #field: FormField | null = null;
  readonly #controls = new FormControls();
  #size = { width: 0, height: 0 };
  /** The author of the current comment. */
  #author: string | null = null;
  #inAuthor = false;

  constructor(styles: TextStyles, drawings: Drawings) {
    this.#styles = styles;
    this.#scopes = new Scopes(styles.looks, drawings);
    this.#numbers = new ListNumbers(styles);
  }

  /** Returns the collected blocks. Call this after the last element. */
  blocks(): Block[] {
    return this.#frames[0]?.blocks ?? [];
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#skipping > 0 || this.#beginsSkip(name, parent)) {
      this.#skipping += 1;
      this.#controls.open(name, attributes);
    } else if (name === 'body') this.#inBody = true;
    else if (this.#inBody) this.#content(name, attributes);
  }

  close(name: string): void {
    this.#path.pop();
    if (this.#skipping > 0) this.#skipping -= 1;
    else if (this.#inBody) this.#end(name);
  }

  text(text: string): void {
    if (!this.#inBody) return;
    this.#scopes.text(text);
    if (this.#skipping > 0) return;
    if (this.#inAuthor) this.#author += text;
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined || this.#inAuthor) return;
    if (this.#path.at(-1) === 'note-citation') {
      this.#citation = raisedText(text, 'above', '');
      this.#write(this.#citation);
      return;
    }
    const words = text.replace(/[ \t\r\n]+/g, ' ');
    this.#write(/(^|\s)$/.test(paragraph.text) ? words.replace(/^ /, '') : words);
  }

  #beginsSkip(name: string, parent: string | undefined): boolean {
    if (!this.#inBody) return false;
    if (parent === 'deletion' || parent === 'insertion') return true;
    return skipped.has(name) || (name === 'title' && parent === 'frame');
  }

  #content(name: string, attributes: Attributes): void {
    if (shapes.has(name)) this.#scopes.beginShape(name, attributes);
    else if (scoped.has(name)) this.#scopes.begin(name, attributes);
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
        this.#scopes.beginSpan(attributes);
        break;
      case 's':
        this.#write(' '.repeat(wholeNumber(attributes.c, mostRepeats)));
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
        this.#rows.push({ cells: [], repeat: wholeNumber(attributes['number-rows-repeated'], mostRepeats) });
        break;
      case 'table-cell':
      case 'text-box':
      case 'note-body':
      case 'annotation':
        this.#author = null;
        this.#frames.push({ blocks: [], after: [] });
        break;
      case 'note-citation':
        this.#citation = '';
        break;
      case 'fieldmark':
        this.#field = new FormField();
        if (attributes.type?.endsWith('.FORMCHECKBOX')) this.#field.set('checkBox');
        break;
      case 'param':
        this.#field?.set(attributes.name ?? '', attributes.value);
        break;
      case 'control':
        this.#showControl(this.#controls.shown(attributes.control ?? ''));
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
    if (shapes.has(name) || scoped.has(name)) this.#scopes.end();
    switch (name) {
      case 'p':
      case 'h':
        this.#endParagraph();
        break;
      case 'span':
        this.#scopes.endSpan();
        break;
      case 'list':
        this.#lists.pop();
        break;
      case 'table-cell':
        this.#rows.at(-1)?.cells.push(this.#frames.pop()?.blocks ?? []);
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
      case 'fieldmark':
        this.#write(this.#field?.shown ?? '');
        this.#field = null;
        break;
      case 'creator':
        this.#inAuthor = false;
        break;
    }
  }

  #beginParagraph(name: 'p' | 'h', attributes: Attributes): void {
    const outline = name === 'h' ? wholeNumber(attributes['outline-level'], deepestLevel) : null;
    const label = this.#labelOf(outline, attributes);
    const heading = outline ?? this.#styles.heading(attributes['style-name'] ?? '');
    const style = styleOf(attributes);
    const isHidden = this.#styles.looks.run('paragraph', style).hidden ?? false;
    const text = label === '' || isHidden ? '' : `${label} `;
    this.#paragraphs.push({ text, hidden: [], style, heading });
  }

  /**
   * The number that is displayed before a paragraph; an empty string if there is none. The first paragraph of a list
   * item has the item's number; a heading outside of lists has its number in the outline.
   */
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
    const { text, heading, hidden } = paragraph;
    const inCell = this.#rows.length > 0;
    frame.blocks.push({ kind: 'paragraph', text, heading: inCell ? null : heading, notes: [] });
    frame.blocks.push(...hiddenBlocks(hidden), ...frame.after.splice(0));
  }

  #endRow(): void {
    const row = this.#rows.pop();
    const frame = this.#frames.at(-1);
    if (row === undefined || frame === undefined) return;
    const hidden = row.cells.flat().filter((block) => block.hidden !== undefined);
    const seen = row.cells.map((blocks) => blocks.filter((block) => block.hidden === undefined));
    const text = rowText(seen.map((blocks) => blocks.map((block) => block.text)));
    for (let times = 0; times < (text === '' ? 0 : row.repeat); times += 1) {
      frame.blocks.push({ kind: 'row', text, heading: null, notes: [] });
    }
    frame.blocks.push(...hidden, ...frame.after.splice(0));
  }

  /**
   * Ends a comment. A comment in a cell is placed after the row of the cell. A comment on hidden text is not hidden,
   * because comments are displayed apart from the text.
   */
  #endComment(): void {
    const blocks = this.#frames.pop()?.blocks ?? [];
    const text = seenWords(blocks.map(({ hidden: _, ...block }) => block)).text;
    const frame = this.#frames.at(this.#rows.length > 0 ? -1 - this.#rows.length : -1);
    if (text !== '') frame?.after.push(commentBlock(text, this.#author ?? undefined));
  }

  #endNote(): void {
    const { text, hidden } = seenWords(this.#frames.pop()?.blocks ?? []);
    const after = this.#frames.at(-1)?.after;
    if (text !== '') {
      after?.push({ kind: 'paragraph', text: `${this.#citation} ${text}`, heading: null, notes: [] });
    }
    after?.push(...hidden);
  }

  /** Writes what a control shows: a control that is fixed to its page is a paragraph of its own. */
  #showControl(shown: string): void {
    if (this.#paragraphs.length > 0) this.#write(shown === '' ? '' : `${shown} `);
    else this.#frames.at(-1)?.blocks.push({ kind: 'paragraph', text: shown, heading: null, notes: [] });
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const { style } = paragraph;
    addWords(paragraph, text, this.#scopes.hiding(style), this.#scopes.raised(style));
  }
}

/** Converts a length with its unit, such as 2.5cm, 25mm, 1in or 72pt. */
function centimetres(length = ''): number {
  const [, number = '0', unit = 'cm'] = /^([\d.]+)(cm|mm|in|pt)$/.exec(length) ?? [];
  const units: Record<string, number> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72 };
  return Number(number) * (units[unit] ?? 1);
}

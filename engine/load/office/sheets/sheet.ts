import type { Hiding } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { childAt, childrenOf, type Element, eachElement, elementsNamed, textIn } from '../xml.ts';
import { Areas } from './areas.ts';
import { columnName, columnNumber, HiddenColumns } from './columns.ts';
import type { CellFormats } from './formats.ts';
import { RichText } from './rich-text.ts';
import type { SharedStrings } from './strings.ts';

/**
 * The cells of a row that have content. `at` is the cell, such as `B5`. `hidden` says why the sheet does not show the
 * cell; null or absent if the sheet shows it.
 */
export type SheetRow = { at: string; value: string; hidden?: Hiding | null }[];

const leastColumn = 0.1;
/** A row whose height in points is smaller than this shows nothing. */
const leastRow = 1;

type Workbook = { strings: SharedStrings; formats: CellFormats; budget: ReadingBudget };

type Cell = { at: string; type: string; style: number; value: string; text: RichText | undefined };

const read = new Set(['conditionalFormatting', 'picture', 'col', 'row']);

/** Collects the rows of a sheet, with values as they are displayed. */
export class SheetReader {
  readonly #rows: SheetRow[] = [];
  /**
   * Ranges with conditional formats, formatted tables and pivot tables, which can override the colours of the cells' own
   * formats.
   */
  readonly #conditional = new Areas();
  readonly #drawnOver: Areas;
  #hasPicture = false;
  /** The number of formulas whose result is not in the file. */
  uncomputed = 0;
  readonly #book: Workbook;
  readonly #hiddenColumns = new HiddenColumns();
  readonly #counts = { characters: 0, cells: 0 };
  #rowNumber = 0;

  constructor(bytes: Uint8Array, { drawnOver, ...book }: Workbook & { drawnOver: Areas }) {
    this.#book = book;
    this.#drawnOver = drawnOver;
    eachElement(bytes, read, (element) => this.#read(element));
  }

  /** The collected rows. A file contains conditional formats after the cells. */
  get rows(): SheetRow[] {
    const uncertain = (at: string) =>
      this.#hasPicture || this.#drawnOver.has(at) || this.#conditional.has(at);
    return this.#rows.map((row) =>
      row.map((cell) =>
        cell.hidden === 'background_colour' && uncertain(cell.at) ? { ...cell, hidden: null } : cell,
      ),
    );
  }

  #read(element: Element): void {
    const { name, attributes } = element;
    if (name === 'row') this.#row(element);
    else if (name === 'picture') this.#hasPicture = true;
    else if (name === 'col') {
      if (isOn(attributes.hidden) || Number(attributes.width ?? 1) < leastColumn)
        this.#hiddenColumns.add(Number(attributes.min), Number(attributes.max));
    } else {
      this.#conditional.add(attributes.sqref ?? '');
      for (const range of elementsNamed(element, 'sqref')) this.#conditional.add(textIn(range));
    }
  }

  #row(element: Element): void {
    const { r, hidden, ht = leastRow } = element.attributes;
    this.#rowNumber = r === undefined ? this.#rowNumber + 1 : Number(r);
    const isHidden = isOn(hidden) || Number(ht) < leastRow;
    const row: SheetRow = [];
    let column = 0;
    for (const cell of childrenOf(element, 'c')) {
      column = cell.attributes.r === undefined ? column + 1 : columnNumber(cell.attributes.r);
      const at = cell.attributes.r ?? `${columnName(column)}${this.#rowNumber}`;
      row.push(...this.#cell(cell, at, isHidden));
    }
    if (row.length > 0) this.#rows.push(row);
  }

  #cell(element: Element, at: string, isRowHidden: boolean): SheetRow {
    const { t: type = 'n', s = '0' } = element.attributes;
    const value = textIn(childAt(element, 'v'));
    if (value === '' && type !== 'str' && childAt(element, 'f') !== undefined) this.uncomputed += 1;
    const { strings, budget } = this.#book;
    const inline = type === 'inlineStr' ? new RichText(childAt(element, 'is') ?? element) : undefined;
    const text = type === 's' ? strings.formatted(Number(value)) : inline;
    const cell = { at, type, style: Number(s), value, text };
    const shown = this.#shown(cell).replace(/\s+/g, ' ').trim();
    const struck = (text?.struck ?? '').replace(/\s+/g, ' ').trim();
    if (shown + struck === '' || !/^[A-Z]{1,3}\d{1,7}$/.test(at)) return [];
    const hidden = isRowHidden ? 'hidden_row' : this.#hiding(cell);
    this.#counts.characters += shown.length;
    this.#counts.cells += 1;
    budget.checkCounts(this.#counts.characters, this.#counts.cells);
    return [
      ...(shown === '' ? [] : [{ at, value: shown, hidden }]),
      ...(struck === '' ? [] : [{ at, value: struck, hidden: hidden ?? 'struck_out' }]),
    ];
  }

  #hiding({ at, type, style, value, text }: Cell): Hiding | null {
    if (this.#hiddenColumns.has(columnNumber(at))) return 'hidden_column';
    const isNumber = type === 'n' && value !== '';
    const hiding = this.#book.formats.hiding(style, isNumber ? Number(value) : null);
    if (hiding === 'struck_out' && text?.isFormatted) return text.isPlain ? hiding : null;
    return text?.isFormatted && hiding !== 'marked_hidden' ? null : hiding;
  }

  #shown({ type, style, value, text }: Cell): string {
    switch (type) {
      case 'inlineStr':
        return text?.seen ?? '';
      case 's':
        return this.#book.strings.at(Number(value));
      case 'b':
        return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return this.#book.formats.shown(value, style);
      default:
        return value;
    }
  }
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

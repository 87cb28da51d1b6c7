import type { Hiding } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import type { Attributes, XmlHandler } from '../xml.ts';
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

/** Collects the rows of a sheet, with values as they are displayed. */
export class SheetReader implements XmlHandler {
  readonly #rows: SheetRow[] = [];
  /** Ranges with conditional formats, which can override the colours of the cells' own formats. */
  readonly #conditional = new Areas();
  #hasPicture = false;
  /** The number of formulas whose result is not in the file. */
  uncomputed = 0;
  readonly #strings: SharedStrings;
  readonly #formats: CellFormats;
  /** Ranges of formatted tables and pivot tables, which can override the colours of the cells' own formats. */
  readonly #drawnOver: Areas;
  readonly #hiddenColumns = new HiddenColumns();
  #hiddenRow = false;
  readonly #budget: ReadingBudget;
  readonly #counts = { characters: 0, cells: 0 };
  #row: SheetRow = [];
  #rowNumber = 0;
  #column = 0;
  #cell = newCell('', 'n', 0);
  #collects = false;
  #inRange = false;

  constructor(strings: SharedStrings, formats: CellFormats, drawnOver: Areas, budget: ReadingBudget) {
    this.#strings = strings;
    this.#formats = formats;
    this.#drawnOver = drawnOver;
    this.#budget = budget;
  }

  /**
   * The collected rows. Read this property only after the last element, because a file contains conditional formats
   * after the cells.
   */
  get rows(): SheetRow[] {
    const uncertain = (at: string) =>
      this.#hasPicture || this.#drawnOver.has(at) || this.#conditional.has(at);
    return this.#rows.map((row) =>
      row.map((cell) =>
        cell.hidden === 'background_colour' && uncertain(cell.at) ? { ...cell, hidden: null } : cell,
      ),
    );
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'conditionalFormatting':
        this.#conditional.add(attributes.sqref ?? '');
        break;
      case 'sqref':
        this.#inRange = true;
        break;
      case 'picture':
        this.#hasPicture = true;
        break;
      case 'col':
        if (isOn(attributes.hidden) || Number(attributes.width ?? 1) < leastColumn) {
          this.#hiddenColumns.add(Number(attributes.min), Number(attributes.max));
        }
        break;
      case 'row':
        this.#hiddenRow = isOn(attributes.hidden) || Number(attributes.ht ?? leastRow) < leastRow;
        this.#row = [];
        this.#rowNumber = attributes.r === undefined ? this.#rowNumber + 1 : Number(attributes.r);
        this.#column = 0;
        break;
      case 'c': {
        const { r, t: type = 'n', s = '0' } = attributes;
        this.#column = r === undefined ? this.#column + 1 : columnNumber(r);
        const at = r ?? `${columnName(this.#column)}${this.#rowNumber}`;
        this.#cell = newCell(at, type, Number(s));
        break;
      }
      case 'f':
        this.#cell.formula = true;
        break;
    }
    this.#cell.rich.open(name, attributes);
    this.#collects = name === 'v' || (name === 't' && this.#cell.type === 'inlineStr');
  }

  close(name: string): void {
    this.#collects = false;
    this.#inRange = false;
    this.#cell.rich.close(name);
    if (name === 'c') this.#endCell();
    if (name === 'row' && this.#row.length > 0) this.#rows.push(this.#row);
  }

  text(text: string): void {
    if (this.#inRange) this.#conditional.add(text);
    if (!this.#collects) return;
    if (this.#cell.type === 'inlineStr') this.#cell.rich.add(text);
    else this.#cell.value += text;
  }

  #endCell(): void {
    const { at, type, value, formula, rich } = this.#cell;
    const formatted = type === 's' ? this.#strings.formatted(Number(value)) : rich;
    if (formula && value === '' && this.#cell.type !== 'str') this.uncomputed += 1;
    const shown = this.#shown().replace(/\s+/g, ' ').trim();
    const struck = (formatted?.struck ?? '').replace(/\s+/g, ' ').trim();
    if (shown + struck === '' || !/^[A-Z]{1,3}\d{1,7}$/.test(at)) return;
    const hidden = this.#hiding(at, formatted);
    if (shown !== '') this.#row.push({ at, value: shown, hidden });
    if (struck !== '') this.#row.push({ at, value: struck, hidden: hidden ?? 'struck_out' });
    this.#counts.characters += shown.length;
    this.#counts.cells += 1;
    this.#budget.checkCounts(this.#counts.characters, this.#counts.cells);
  }

  #hiding(at: string, text: RichText | undefined): Hiding | null {
    if (this.#hiddenRow) return 'hidden_row';
    const column = columnNumber(at);
    if (this.#hiddenColumns.has(column)) return 'hidden_column';
    const { type, style, value } = this.#cell;
    const isNumber = type === 'n' && value !== '';
    const hiding = this.#formats.hiding(style, isNumber ? Number(value) : null);
    if (hiding === 'struck_out' && text?.isFormatted) return text.isPlain ? hiding : null;
    return text?.isFormatted && hiding !== 'marked_hidden' ? null : hiding;
  }

  #shown(): string {
    const { type, style, value, rich } = this.#cell;
    switch (type) {
      case 'inlineStr':
        return rich.seen;
      case 's':
        return this.#strings.at(Number(value));
      case 'b':
        return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return this.#formats.shown(value, style);
      default:
        return value;
    }
  }
}

function newCell(at: string, type: string, style: number) {
  return { at, type, style, value: '', formula: false, rich: new RichText() };
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

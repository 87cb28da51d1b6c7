import type { Attributes, XmlHandler } from '../docx/xml.ts';
import type { CellFormats } from './formats.ts';
import type { SharedStrings } from './strings.ts';

/** The cells of a row that say something. `at` is like `B5`. */
export type SheetRow = { at: string; value: string }[];

/** Collects the rows of a sheet, values as a reader sees them. */
export class SheetReader implements XmlHandler {
  readonly rows: SheetRow[] = [];
  /** Formulas whose result the file does not hold. */
  uncomputed = 0;
  readonly #strings: SharedStrings;
  readonly #formats: CellFormats;
  #row: SheetRow = [];
  #rowNumber = 0;
  #column = 0;
  #cell = { at: '', type: 'n', style: 0, value: '', formula: false };
  #collects = false;

  constructor(strings: SharedStrings, formats: CellFormats) {
    this.#strings = strings;
    this.#formats = formats;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#row = [];
        this.#rowNumber = attributes.r === undefined ? this.#rowNumber + 1 : Number(attributes.r);
        this.#column = 0;
        break;
      case 'c': {
        const { r, t: type = 'n', s = '0' } = attributes;
        this.#column = r === undefined ? this.#column + 1 : columnNumber(r);
        const at = r ?? `${columnName(this.#column)}${this.#rowNumber}`;
        this.#cell = { at, type, style: Number(s), value: '', formula: false };
        break;
      }
      case 'f':
        this.#cell.formula = true;
        break;
    }
    this.#collects = name === 'v' || (name === 't' && this.#cell.type === 'inlineStr');
  }

  close(name: string): void {
    this.#collects = false;
    if (name === 'c') this.#endCell();
    if (name === 'row' && this.#row.length > 0) this.rows.push(this.#row);
  }

  text(text: string): void {
    if (this.#collects) this.#cell.value += text;
  }

  #endCell(): void {
    const { at, value, formula } = this.#cell;
    if (formula && value === '' && this.#cell.type !== 'str') this.uncomputed += 1;
    const shown = this.#shown().replace(/\s+/g, ' ').trim();
    if (shown !== '' && /^[A-Z]{1,3}\d{1,7}$/.test(at)) this.#row.push({ at, value: shown });
  }

  #shown(): string {
    const { type, style, value } = this.#cell;
    switch (type) {
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

function columnNumber(at: string): number {
  let number = 0;
  for (const letter of /^[A-Z]+/.exec(at)?.[0] ?? '') number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** 1 is A, 27 is AA. */
export function columnName(number: number): string {
  const letter = String.fromCharCode(65 + ((number - 1) % 26));
  return number <= 26 ? letter : columnName(Math.floor((number - 1) / 26)) + letter;
}

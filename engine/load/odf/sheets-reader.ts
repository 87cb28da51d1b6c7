import { type Attributes, parseXml, type XmlHandler } from '../docx/xml.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import { rowPart, sheetHeading } from '../sheets/parts.ts';
import { columnName, type SheetRow } from '../sheets/sheet.ts';
import { readOpenDocument } from './package.ts';

type Sheet = { name: string; hidden: boolean; rows: SheetRow[]; uncomputed: number };

/** What a file repeats more often than this it fills up with, and says nothing. */
const mostRepeats = 100;

/** Opens a spreadsheet of OpenOffice or LibreOffice; each part is a row, each cell a place of its own. Throws `ReadFailure`. */
export async function openOds(path: string): Promise<Reading> {
  const tables = new TableReader();
  parseXml((await readOpenDocument(path)).content, tables);
  return new OdsReading(tables.sheets);
}

class OdsReading implements Reading {
  readonly countedAs = 'sheets';
  readonly pageCount = null;
  readonly #sheets: Sheet[];

  constructor(sheets: Sheet[]) {
    this.#sheets = sheets;
  }

  async *parts(): AsyncGenerator<Part> {
    for (const { name, rows } of this.#sheets) {
      yield sheetHeading(name);
      for (const row of rows) yield rowPart(name, row);
    }
  }

  warnings(): ReadingWarning[] {
    const hidden = this.#sheets.filter((sheet) => sheet.hidden).map(({ name }) => name);
    if (hidden.length === 0) return [];
    return [{ code: 'hidden_sheets', message: `Read as well were its hidden sheets: ${hidden.join(', ')}.` }];
  }

  unread(): { where: string; reason: string }[] {
    return this.#sheets
      .filter(({ uncomputed }) => uncomputed > 0)
      .map(({ name, uncomputed }) => ({
        where: `sheet ${name}`,
        reason: `${uncomputed} formulas without a stored result: open and save it once`,
      }));
  }

  async close(): Promise<void> {}
}

/** Collects the rows of each sheet, values as the file says they are shown. */
class TableReader implements XmlHandler {
  readonly sheets: Sheet[] = [];
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  #row: SheetRow = [];
  #rowNumber = 0;
  #rowRepeats = 1;
  #column = 0;
  #cell: { text: string[]; repeats: number; formula: boolean } | null = null;
  #inText = 0;
  #inAnnotation = 0;

  open(name: string, attributes: Attributes): void {
    if (name === 'annotation' || this.#inAnnotation > 0) {
      this.#inAnnotation += 1;
      return;
    }
    switch (name) {
      case 'style':
        this.#style = attributes.name ?? '';
        break;
      case 'table-properties':
        if (attributes.display === 'false') this.#hiddenStyles.add(this.#style);
        break;
      case 'table': {
        const hidden = this.#hiddenStyles.has(attributes['style-name'] ?? '');
        this.sheets.push({ name: attributes.name ?? '', hidden, rows: [], uncomputed: 0 });
        this.#rowNumber = 0;
        break;
      }
      case 'table-row':
        this.#row = [];
        this.#rowRepeats = count(attributes['number-rows-repeated']);
        this.#column = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = {
          text: [],
          repeats: count(attributes['number-columns-repeated']),
          formula: attributes.formula !== undefined,
        };
        break;
      case 'p':
        if (this.#cell !== null) this.#cell.text.push('');
        this.#inText += 1;
        break;
      case 's':
      case 'tab':
      case 'line-break':
        this.#write(' ');
        break;
    }
  }

  close(name: string): void {
    if (this.#inAnnotation > 0) {
      this.#inAnnotation -= 1;
      return;
    }
    if (name === 'p') this.#inText -= 1;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell();
    else if (name === 'table-row') this.#endRow();
  }

  text(text: string): void {
    if (this.#inText > 0 && this.#inAnnotation === 0) this.#write(text);
  }

  #write(text: string): void {
    const paragraphs = this.#cell?.text;
    if (paragraphs === undefined || paragraphs.length === 0) return;
    paragraphs[paragraphs.length - 1] += text;
  }

  #endCell(): void {
    const cell = this.#cell;
    const sheet = this.sheets.at(-1);
    this.#cell = null;
    if (cell === null || sheet === undefined) return;
    const value = cell.text.join(' ').replace(/\s+/g, ' ').trim();
    if (cell.formula && cell.text.length === 0) sheet.uncomputed += 1;
    for (let times = 0; times < Math.min(cell.repeats, mostRepeats) && value !== ''; times += 1) {
      this.#row.push({ at: `${columnName(this.#column + times + 1)}${this.#rowNumber + 1}`, value });
    }
    this.#column += cell.repeats;
  }

  #endRow(): void {
    const rows = this.sheets.at(-1)?.rows;
    for (let times = 0; times < Math.min(this.#rowRepeats, mostRepeats) && this.#row.length > 0; times += 1) {
      rows?.push(
        this.#row.map(({ at, value }) => ({
          at: at.replace(/\d+$/, String(this.#rowNumber + times + 1)),
          value,
        })),
      );
    }
    this.#rowNumber += this.#rowRepeats;
  }
}

/** A spreadsheet has at most 1,048,576 rows, and fills them up with one empty row repeated. */
function count(repeated = '1'): number {
  const number = Number(repeated);
  return Number.isSafeInteger(number) ? Math.min(Math.max(1, number), 2 ** 21) : 1;
}

import { white } from '../../pages/colour.ts';
import { type Hiding, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { embeddedGaps } from '../body-facts.ts';
import { commentsRead, commentText } from '../comments.ts';
import { raisedText } from '../looks/hidden-words.ts';
import { hidingOf } from '../looks/run-look.ts';
import { columnName } from '../sheets/columns.ts';
import { type SheetContent, sheetParts, uncomputedGaps } from '../sheets/rows.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import {
  type Attributes,
  childAt,
  childrenOf,
  type Element,
  eachElement,
  elementsNamed,
  textIn,
  walk,
} from '../xml.ts';
import { readOpenDocument } from './package.ts';
import type { FormattedStyles } from './style-looks.ts';
import { TextStyles } from './text-styles.ts';
import { eachWords, mostRepeats, styleOf, wholeNumber } from './words.ts';

type Sheet = SheetContent & { uncomputed: number };

/**
 * The highest accepted number of repeats. Files fill all unused rows with one repeated empty row, so the number must
 * exceed the 1,048,576 rows of a spreadsheet.
 */
const mostRows = 2 ** 21;

/**
 * Opens an OpenOffice or LibreOffice spreadsheet. Each part is a row, in which each cell has its own locator. Throws a
 * `ReadFailure`.
 */
export async function openOds(path: string, budget: ReadingBudget): Promise<Reading> {
  const { content, styles } = await readOpenDocument(path, budget);
  const tables = new TableReader(content, new TextStyles([styles, content]).looks, budget);
  const { sheets, embedded } = tables;
  return wholeReading({
    countedAs: 'sheets',
    *parts() {
      for (const sheet of sheets) yield* sheetParts(sheet);
    },
    warnings: commentsRead(sheets.reduce((sum, { comments }) => sum + comments.length, 0)),
    unread: [
      ...sheets.flatMap(({ name, uncomputed }) => uncomputedGaps(name, uncomputed)),
      ...embeddedGaps(embedded),
    ],
  });
}

const kept = new Set(['table-column', 'table-row', 'shapes', 'object', 'object-ole', 'p']);

/** Collects the rows of each sheet, with values as they are displayed. */
class TableReader {
  readonly sheets: Sheet[] = [];
  embedded = 0;
  readonly #looks: FormattedStyles;
  readonly #budget: ReadingBudget;
  readonly #counts = { characters: 0, cells: 0 };
  /** Each item is a group of equal columns before the column `end`. `style` is the style of their cells. */
  #columns: { end: number; hidden: boolean; style: string }[] = [];
  #rowNumber = 0;

  constructor(content: Buffer, looks: FormattedStyles, budget: ReadingBudget) {
    this.#looks = looks;
    this.#budget = budget;
    eachElement(
      content,
      kept,
      (element) => this.#read(element),
      (name, attributes) => {
        if (name === 'table') this.#begin(attributes);
      },
    );
  }

  #begin(attributes: Attributes): void {
    const { name = '' } = attributes;
    const hidden = this.#looks.isHidden('table', styleOf(attributes));
    this.sheets.push({ name, hidden, rows: [], comments: [], boxes: [], uncomputed: 0 });
    this.#rowNumber = 0;
    this.#columns = [];
  }

  #read(element: Element): void {
    const { name, attributes } = element;
    const isObject = (one: string) => one === 'object' || one === 'object-ole';
    if (isObject(name)) this.embedded += 1;
    walk(element, (inner) => {
      if (isObject(inner.name)) this.embedded += 1;
    });
    const sheet = this.sheets.at(-1);
    if (sheet === undefined) return;
    if (name === 'table-column') {
      const end =
        (this.#columns.at(-1)?.end ?? 0) + wholeNumber(attributes['number-columns-repeated'], mostRows);
      const style = attributes['default-cell-style-name'] ?? '';
      this.#columns.push({ end, hidden: isCollapsed(attributes), style });
    } else if (name === 'table-row') this.#row(element, sheet);
    else {
      for (const paragraph of name === 'p' ? [element] : elementsNamed(element, 'p'))
        sheet.boxes.push({ at: 'A1', text: textOf(paragraph) });
    }
  }

  #row(element: Element, sheet: Sheet): void {
    const { attributes } = element;
    const repeats = wholeNumber(attributes['number-rows-repeated'], mostRows);
    const row: SheetRow = [];
    let column = 0;
    let group = 0;
    for (const cell of childrenOf(element)) {
      if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue;
      const read = this.#cell(cell, sheet, column);
      const columns = wholeNumber(cell.attributes['number-columns-repeated'], mostRows);
      for (
        let times = 0;
        times < Math.min(columns, mostRepeats) && read.value + read.struck !== '';
        times += 1
      ) {
        // The cells of a row come in the order of their columns.
        while ((this.#columns[group]?.end ?? Number.POSITIVE_INFINITY) <= column + times) group += 1;
        const own = this.#columns[group];
        const style = styleOf(cell.attributes) || attributes['default-cell-style-name'] || own?.style || '';
        const hidden = isCollapsed(attributes)
          ? 'hidden_row'
          : own?.hidden
            ? 'hidden_column'
            : this.#hiding(style, read.isFormatted);
        const at = this.#at(column + times);
        if (read.value !== '') row.push({ at, value: read.value, hidden });
        if (read.struck !== '') row.push({ at, value: read.struck, hidden: hidden ?? 'struck_out' });
      }
      column += columns;
    }
    this.#repeat(row, repeats, sheet);
    this.#rowNumber += repeats;
  }

  #at(column: number): string {
    return `${columnName(column + 1)}${this.#rowNumber + 1}`;
  }

  #cell(cell: Element, sheet: Sheet, column: number) {
    // The words of a cell that a merged cell covers are not displayed.
    const isCovered = cell.name === 'covered-table-cell';
    const paragraphs: string[] = [];
    let struck = '';
    let isFormatted = false;
    walk(cell, (inner) => {
      if (inner.name === 'annotation') this.#comment(inner, sheet, column);
      if (inner.name !== 'p') return inner.name !== 'annotation';
      isFormatted ||= elementsNamed(inner, 'span').length > 0;
      let text = '';
      eachWords(inner, (words, spans) => {
        const look = this.#looks.spans(spans);
        if (look.struck) struck += words;
        else text += look.raised ? raisedText(words, look.raised, text) : words;
        if (!look.struck && struck !== '') struck += ' ';
      });
      paragraphs.push(text);
      return false;
    });
    if (cell.attributes.formula !== undefined && paragraphs.length === 0) sheet.uncomputed += 1;
    const tidied = (text: string) => (isCovered ? '' : text.replace(/\s+/g, ' ').trim());
    return { value: tidied(paragraphs.join(' ')), struck: tidied(struck), isFormatted };
  }

  #comment(annotation: Element, sheet: Sheet, column: number): void {
    const text = elementsNamed(annotation, 'p').map(textIn).join(' ').trim();
    const by = textIn(childAt(annotation, 'creator'));
    if (text !== '') sheet.comments.push({ at: this.#at(column), text: commentText(text, by) });
  }

  /** Why a cell is hidden by its style. A cell in which some words have formats of their own counts as visible. */
  #hiding(style: string, isFormatted: boolean): Hiding | null {
    const ground = this.#looks.ground('table-cell', style) ?? white;
    const hiding = hidingOf(this.#looks.run('table-cell', style), ground);
    return isFormatted && hiding !== 'struck_out' ? null : hiding;
  }

  #repeat(row: SheetRow, repeats: number, { rows }: Sheet): void {
    for (let times = 0; times < Math.min(repeats, mostRepeats) && row.length > 0; times += 1) {
      const number = String(this.#rowNumber + times + 1);
      rows.push(row.map((cell) => ({ ...cell, at: cell.at.replace(/\d+$/, number) })));
      this.#counts.cells += row.length;
      this.#counts.characters += row.reduce((sum, { value }) => sum + value.length, 0);
      this.#budget.checkCounts(this.#counts.characters, this.#counts.cells);
    }
  }
}

function textOf(paragraph: Element): string {
  let text = '';
  eachWords(paragraph, (words) => {
    text += words.replace(/\s/g, ' ');
  });
  return text;
}

/** Whether a row or column is hidden by the user or by a filter. */
function isCollapsed({ visibility }: Attributes): boolean {
  return visibility === 'collapse' || visibility === 'filter';
}

import { white } from '../../pages/colour.ts';
import { type Gap, type Hiding, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { embeddedGaps } from '../body-facts.ts';
import { commentsRead, commentText } from '../comments.ts';
import { raisedText } from '../looks/hidden-words.ts';
import { hidingOf, type RunLook } from '../looks/run-look.ts';
import { columnName } from '../sheets/columns.ts';
import type { CellComment } from '../sheets/comments.ts';
import { sheetParts } from '../sheets/rows.ts';
import type { SheetRow } from '../sheets/sheet.ts';
import type { BoxText } from '../sheets/text-boxes.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
import { readOpenDocument } from './package.ts';
import type { FormattedStyles } from './style-looks.ts';
import { TextStyles } from './text-styles.ts';
import { wholeNumber } from './whole-number.ts';

type Sheet = {
  name: string;
  hidden: boolean;
  rows: SheetRow[];
  comments: CellComment[];
  boxes: BoxText[];
  uncomputed: number;
};

type Cell = {
  text: string[];
  repeats: number;
  formula: boolean;
  style: string;
  /** The styles of the words that are being read, outermost first. */
  spans: string[];
  /** Some words have a format of their own. */
  isFormatted: boolean;
  /** The words that are struck out. */
  struck: string;
  isCovered: boolean;
};

/** A repeated cell or row is read at most this many times. Files repeat cells and rows more often only as padding. */
const mostRepeats = 100;
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
  const tables = parseXml(content, new TableReader(TextStyles.parse([styles, content]).looks, budget));
  const { sheets, embedded } = tables;
  return wholeReading({
    countedAs: 'sheets',
    *parts() {
      for (const sheet of sheets) yield* sheetParts(sheet);
    },
    warnings: commentsRead(sheets.reduce((sum, { comments }) => sum + comments.length, 0)),
    unread: [...sheets.flatMap(uncomputedGap), ...embeddedGaps(embedded)],
  });
}

function uncomputedGap({ name, uncomputed }: Sheet): Gap[] {
  const reason = `${uncomputed} formulas without a stored result: open and save the file once`;
  return uncomputed > 0 ? [{ where: `sheet ${name}`, reason }] : [];
}

/** Collects the rows of each sheet, with values as they are displayed. */
class TableReader implements XmlHandler {
  readonly sheets: Sheet[] = [];
  embedded = 0;
  readonly #hiddenStyles = new Set<string>();
  readonly #looks: FormattedStyles;
  /** Each item is a group of equal columns before the column `end`. `style` is the style of their cells. */
  #columns: { end: number; hidden: boolean; style: string }[] = [];
  /** The position in `#columns` of the group of the last cell. */
  #group = 0;
  #rowHidden = false;
  #rowStyle = '';
  readonly #budget: ReadingBudget;
  readonly #counts = { characters: 0, cells: 0 };
  #style = '';
  #row: SheetRow = [];
  #rowNumber = 0;
  #rowRepeats = 1;
  #column = 0;
  #cell: Cell | null = null;
  #inText = 0;
  /** The comment that is being read. `into` is the field of the comment to which the next text is added. */
  #comment: { by: string; text: string; into: 'by' | 'text' | null } | null = null;

  constructor(looks: FormattedStyles, budget: ReadingBudget) {
    this.#looks = looks;
    this.#budget = budget;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'annotation' || this.#comment !== null) {
      this.#openInComment(name);
      return;
    }
    switch (name) {
      case 'style':
        this.#style = attributes.name ?? '';
        break;
      case 'object':
      case 'object-ole':
        this.embedded += 1;
        break;
      case 'table-properties':
        if (attributes.display === 'false') this.#hiddenStyles.add(this.#style);
        break;
      case 'table': {
        const hidden = this.#hiddenStyles.has(attributes['style-name'] ?? '');
        this.sheets.push({
          name: attributes.name ?? '',
          hidden,
          rows: [],
          comments: [],
          boxes: [],
          uncomputed: 0,
        });
        this.#rowNumber = 0;
        this.#columns = [];
        break;
      }
      case 'table-column':
        this.#columns.push({
          end:
            (this.#columns.at(-1)?.end ?? 0) + wholeNumber(attributes['number-columns-repeated'], mostRows),
          hidden: isCollapsed(attributes),
          style: attributes['default-cell-style-name'] ?? '',
        });
        break;
      case 'table-row':
        this.#row = [];
        this.#rowHidden = isCollapsed(attributes);
        this.#rowStyle = attributes['default-cell-style-name'] ?? '';
        this.#rowRepeats = wholeNumber(attributes['number-rows-repeated'], mostRows);
        this.#column = 0;
        this.#group = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = {
          text: [],
          repeats: wholeNumber(attributes['number-columns-repeated'], mostRows),
          formula: attributes.formula !== undefined,
          style: attributes['style-name'] ?? '',
          spans: [],
          isFormatted: false,
          struck: '',
          // A cell that a merged cell covers is not displayed.
          isCovered: name === 'covered-table-cell',
        };
        break;
      case 'span':
        this.#cell?.spans.push(attributes['style-name'] ?? '');
        if (this.#cell !== null) this.#cell.isFormatted = true;
        break;
      case 'p':
        if (this.#cell !== null) this.#cell.text.push('');
        else this.sheets.at(-1)?.boxes.push({ at: 'A1', text: '' });
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
    if (this.#comment !== null) {
      this.#closeInComment(name);
      return;
    }
    if (name === 'p') this.#inText -= 1;
    else if (name === 'span') this.#cell?.spans.pop();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell();
    else if (name === 'table-row') this.#endRow();
  }

  text(text: string): void {
    const comment = this.#comment;
    if (comment?.into === 'by' || comment?.into === 'text') comment[comment.into] += text;
    else if (comment === null && this.#inText > 0) this.#write(text);
  }

  #openInComment(name: string): void {
    this.#comment ??= { by: '', text: '', into: null };
    if (name === 'creator') this.#comment.into = 'by';
    if (name === 'p') this.#comment.into = 'text';
  }

  #closeInComment(name: string): void {
    const comment = this.#comment;
    if (comment === null) return;
    if (name === 'p') comment.text += ' ';
    if (name === 'p' || name === 'creator') comment.into = null;
    if (name !== 'annotation') return;
    this.#comment = null;
    if (comment.text.trim() === '') return;
    const at = `${columnName(this.#column + 1)}${this.#rowNumber + 1}`;
    this.sheets.at(-1)?.comments.push({ at, text: commentText(comment.text, comment.by) });
  }

  #write(text: string): void {
    const cell = this.#cell;
    const last = cell?.text.at(-1);
    const box = this.sheets.at(-1)?.boxes.at(-1);
    if (cell === null && this.#inText > 0 && box !== undefined) box.text += text;
    if (cell === null || last === undefined || cell.isCovered) return;
    const { struck, raised }: RunLook = this.#looks.spans(cell.spans);
    if (struck) {
      cell.struck += text;
      return;
    }
    if (cell.struck !== '') cell.struck += ' ';
    cell.text[cell.text.length - 1] = last + (raised ? raisedText(text, raised, last) : text);
  }

  #endCell(): void {
    const cell = this.#cell;
    const sheet = this.sheets.at(-1);
    this.#cell = null;
    if (cell === null || sheet === undefined) return;
    const value = cell.text.join(' ').replace(/\s+/g, ' ').trim();
    const struck = cell.struck.replace(/\s+/g, ' ').trim();
    if (cell.formula && cell.text.length === 0) sheet.uncomputed += 1;
    for (let times = 0; times < Math.min(cell.repeats, mostRepeats) && value + struck !== ''; times += 1) {
      const at = `${columnName(this.#column + times + 1)}${this.#rowNumber + 1}`;
      const hidden = this.#hiding(cell, this.#column + times);
      if (value !== '') this.#row.push({ at, value, hidden });
      if (struck !== '') this.#row.push({ at, value: struck, hidden: hidden ?? 'struck_out' });
    }
    this.#column += cell.repeats;
  }

  /**
   * Why a cell is hidden; null if it is visible. A cell in which some words have formats of their own counts as
   * visible, unless its row or column is hidden.
   */
  #hiding({ style, isFormatted }: Cell, column: number): Hiding | null {
    if (this.#rowHidden) return 'hidden_row';
    // The cells of a row come in the order of their columns.
    while ((this.#columns[this.#group]?.end ?? Number.POSITIVE_INFINITY) <= column) this.#group += 1;
    const own = this.#columns[this.#group];
    if (own?.hidden) return 'hidden_column';
    const named = style || this.#rowStyle || own?.style || '';
    const hiding = hidingOf(
      this.#looks.run('table-cell', named),
      this.#looks.ground('table-cell', named) ?? white,
    );
    return isFormatted && hiding !== 'struck_out' ? null : hiding;
  }

  #endRow(): void {
    const rows = this.sheets.at(-1)?.rows;
    for (let times = 0; times < Math.min(this.#rowRepeats, mostRepeats) && this.#row.length > 0; times += 1) {
      rows?.push(
        this.#row.map(({ at, ...cell }) => ({
          ...cell,
          at: at.replace(/\d+$/, String(this.#rowNumber + times + 1)),
        })),
      );
      this.#counts.cells += this.#row.length;
      this.#counts.characters += this.#row.reduce((sum, { value }) => sum + value.length, 0);
      this.#budget.checkCounts(this.#counts.characters, this.#counts.cells);
    }
    this.#rowNumber += this.#rowRepeats;
  }
}

/** Whether a row or column is hidden by the user or by a filter. */
function isCollapsed({ visibility }: Attributes): boolean {
  return visibility === 'collapse' || visibility === 'filter';
}

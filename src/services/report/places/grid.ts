import { rangesAt } from '../../../../engine/cite/locator-at.ts';
import { columnName, columnNumber } from '../../../../engine/load/office/sheets/columns.ts';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { SourceText, Span } from '../../../../engine/model/source.ts';
import type { Context, MarkedText } from '../report.ts';
import { linesOf, markedPieces } from './marked-text.ts';

/** The rows and columns that are shown before and after the cited cells, each. */
const around = 2;
/** The most cited rows and columns that are shown. */
const [mostRows, mostColumns] = [5, 4];
/** The most characters of a cell that are shown, and of one with cited words. */
const [longestCell, longestCited] = [80, 400];

type Cell = Span & { column: number };

/** The cells that a reader of the workbook sees, by sheet and row. */
export type Sheets = ReadonlyMap<string, ReadonlyMap<number, readonly Cell[]>>;

/** Finds the cells of all sheets of a workbook. */
export function sheetsOf({ ranges, headings }: SourceText): Sheets {
  // The name of a sheet is read as a heading, which is cited as cell A1. It is not in the cell.
  const names = new Set(headings.map(({ start }) => start));
  const sheets = new Map<string, Map<number, Cell[]>>();
  for (const { start, end, locator, hidden } of ranges) {
    if (locator.kind !== 'cell' || locator.comment || hidden || names.has(start)) continue;
    const [, digits] = /^[A-Z]{1,3}(\d{1,7})$/.exec(locator.range) ?? [];
    if (digits === undefined) continue;
    const rows = sheets.get(locator.sheet) ?? new Map<number, Cell[]>();
    sheets.set(locator.sheet, rows);
    const row = rows.get(Number(digits)) ?? [];
    rows.set(Number(digits), row);
    row.push({ start, end, column: columnNumber(locator.range) });
  }
  return sheets;
}

/**
 * The cells around a quote that is at its offsets in the text, with the first row and the first column of the sheet,
 * which usually have headings. Null if the quote is not in visible cells of one sheet.
 */
export function gridAround(content: SourceText, citation: Citation, sheets: Sheets): Context | null {
  const { locator } = citation;
  if (locator.kind !== 'cell') return null;
  const rows = sheets.get(locator.sheet);
  const cited = citedCells(content, citation, locator.sheet, rows);
  if (rows === undefined || cited === null) return null;
  const numbers = [...rows.keys()].sort((one, other) => one - other);
  const firstRow = numbers[0];
  const citedRows = [...new Set(cited.map(({ row }) => row))].slice(0, mostRows);
  const [top, bottom] = [numbers.indexOf(Math.min(...citedRows)), numbers.indexOf(Math.max(...citedRows))];
  const shown = numbers.filter(
    (row, at) => row === firstRow || (at >= top - around && at <= bottom + around),
  );
  const columns = columnsAround(
    cited.filter(({ row }) => shown.includes(row)),
    shown.flatMap((row) => rows.get(row) ?? []),
  );
  return {
    ...{ kind: 'grid', sheet: locator.sheet },
    columns: columns.map(columnName),
    rows: shown.map((number) => ({
      ...{ number, isFirst: number === firstRow },
      cells: columns.map((column) => {
        const cell = rows.get(number)?.find((one) => one.column === column);
        return cell === undefined ? [] : wordsOf(content, cell, citation);
      }),
    })),
  };
}

type CitedCell = { row: number; column: number };

/** The cells with words of the quote; null if some of its words are not in a visible cell of the sheet. */
function citedCells(
  content: SourceText,
  quote: Span,
  sheet: string,
  rows: ReadonlyMap<number, readonly Cell[]> | undefined,
): CitedCell[] | null {
  const cells = rangesAt(content, quote).map(({ start, locator }) => {
    if (locator.kind !== 'cell' || locator.sheet !== sheet) return null;
    const row = Number(locator.range.replace(/^\D+/, ''));
    const cell = rows?.get(row)?.find((one) => one.start === start);
    return cell === undefined ? null : { row, column: cell.column };
  });
  const found = cells.filter((cell) => cell !== null);
  return found.length === cells.length && found.length > 0 ? found : null;
}

/** The first column, and the columns from before the first cited one to after the last, in order. */
function columnsAround(cited: readonly CitedCell[], cells: readonly Cell[]): number[] {
  const used = [...new Set(cells.map(({ column }) => column))].sort((one, other) => one - other);
  const citedColumns = cited.map(({ column }) => column);
  const from = used.indexOf(Math.min(...citedColumns));
  const to = Math.min(used.indexOf(Math.max(...citedColumns)), from + mostColumns - 1);
  return used.filter((_, at) => at === 0 || (at >= from - around && at <= to + around));
}

/** The words of a cell in one line. The loader writes a divider after each cell. */
function wordsOf(content: SourceText, { start, end }: Cell, quote: Span): MarkedText[] {
  const text = content.text.slice(start, end);
  const words = text.endsWith(' | ') ? text.slice(0, -' | '.length) : text;
  const pieces = markedPieces(content, { start, end: start + words.length }, quote, longestCited);
  const line = linesOf(pieces).flatMap((one, at) =>
    at === 0 ? one : [{ text: ' ', marked: false }, ...one],
  );
  return cutAfter(line, line.some(({ marked }) => marked) ? longestCited : longestCell);
}

function cutAfter(line: readonly MarkedText[], most: number): MarkedText[] {
  const cut: MarkedText[] = [];
  let left = most;
  for (const piece of line) {
    if (left <= 0) return [...cut, { text: ' …', marked: false }];
    const isWhole = piece.text.length <= left;
    cut.push(isWhole ? piece : { ...piece, text: [...piece.text].slice(0, left).join('') });
    if (!isWhole) return [...cut, { text: ' …', marked: false }];
    left -= piece.text.length;
  }
  return cut;
}

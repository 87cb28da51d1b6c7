import type { TextPart } from '../../service/service.ts';

/** A cell with its words; `start` is the offset of the words, and `column` is a number from 1. */
export type Cell = { column: number; start: number; text: string; remark: string };
type TablePart = Pick<TextPart, 'text' | 'start' | 'ranges' | 'headings'>;
export type Row = { number: number; cells: Cell[] };

/** The rows of one sheet of a workbook, in the order of their numbers. A row is missing if it is empty or not loaded. */
export function sheetRows({ text, start: first, ranges, headings }: TablePart, sheet: string): Row[] {
  const rows = new Map<number, Row>();
  const names = new Set(headings.map(({ start }) => start));
  for (const { start, end, locator, hidden } of ranges) {
    // The name of a sheet is read as a heading, which is cited as cell A1. It is not in the cell.
    if (locator.kind !== 'cell' || locator.sheet !== sheet || names.has(start)) continue;
    const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(locator.range) ?? [];
    if (digits === '') continue;
    const number = Number(digits);
    const row = rows.get(number) ?? { number, cells: [] };
    rows.set(number, row);
    row.cells.push({
      column: columnNumber(letters),
      start,
      text: text.slice(start - first, end - first).replace(/(?: \| |\n\n)$/, ''),
      remark: locator.comment ? 'comment' : hidden ? 'not visible in the sheet' : '',
    });
  }
  return [...rows.values()].sort((a, b) => a.number - b.number);
}

/** The records of a table in text form, such as CSV. The number of a row is the number of its line. */
export function tableRows({ text, start: first, ranges }: TablePart): Row[] {
  return ranges.flatMap(({ start, end, locator }) => {
    if (locator.kind !== 'lines') return [];
    let at = start;
    const rows: Row[] = [];
    for (const [index, line] of text
      .slice(start - first, end - first)
      .split('\n\n')
      .entries()) {
      if (line !== '') rows.push({ number: locator.from + index, cells: fieldsOf(line, at) });
      at += line.length + 2;
    }
    return rows;
  });
}

const divider = ' | ';

function fieldsOf(line: string, start: number): Cell[] {
  let at = start;
  return line.split(divider).map((text, index) => {
    const cell = { column: index + 1, start: at, text, remark: '' };
    at += text.length + divider.length;
    return cell;
  });
}

/** The number of a column from its letters: A is 1, AA is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The letters of a column: 1 is A, 27 is AA. */
export function columnName(number: number): string {
  const letter = String.fromCharCode(65 + ((number - 1) % 26));
  return number <= 26 ? letter : columnName(Math.floor((number - 1) / 26)) + letter;
}

import type { Part, PlaceInPart } from '../part.ts';
import type { SheetRow } from './sheet.ts';

/** Rows are statements of their own, not lines of one. */
const rowEnd = '\n\n';

/** The sheet's name stands above its rows, so that they are found by it; it is cited as the sheet's first cell. */
export function sheetHeading(sheet: string): Part {
  const text = sheet.replace(/\s+/g, ' ').trim();
  return {
    locator: { kind: 'cell', sheet, range: 'A1' },
    text: text + rowEnd,
    method: 'text',
    headings: [{ start: 0, end: text.length, level: 1 }],
    marginLines: [],
  };
}

/** One row; each of its cells is a place of its own. */
export function rowPart(sheet: string, cells: SheetRow): Part {
  let text = '';
  const places: PlaceInPart[] = [];
  for (const [index, { at, value }] of cells.entries()) {
    const start = text.length;
    text += value + (index === cells.length - 1 ? rowEnd : ' | ');
    places.push({ start, end: text.length, locator: { kind: 'cell', sheet, range: at } });
  }
  const [first, last] = [cells[0]?.at ?? 'A1', cells.at(-1)?.at ?? 'A1'];
  const range = first === last ? first : `${first}:${last}`;
  return {
    locator: { kind: 'cell', sheet, range },
    text,
    places,
    method: 'text',
    headings: [],
    marginLines: [],
  };
}

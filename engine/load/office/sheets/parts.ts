import type { Part, PlaceInPart } from '../../part.ts';
import type { SheetRow } from './sheet.ts';

/** Each row is a statement by itself, not a line of one. */
const rowEnd = '\n\n';

/** The sheet's name precedes its rows, so that searches for it find them; it is cited as the sheet's first cell. */
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

/**
 * One row as a reader of the sheet sees it; each of its cells is a separate place. A row with hidden cells is
 * repeated as a whole, hidden, because a hidden cell says little without the others.
 */
export function* rowParts(sheet: string, cells: SheetRow): Generator<Part> {
  const seen = cells.filter(({ hidden }) => !hidden);
  if (seen.length > 0) yield rowPart(sheet, seen);
  const hidden = cells.find((cell) => cell.hidden)?.hidden;
  if (hidden) yield { ...rowPart(sheet, cells), hidden };
}

function rowPart(sheet: string, cells: SheetRow): Part {
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

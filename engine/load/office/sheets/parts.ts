import { type Part, type PlaceInPart, textPart } from '../../part.ts';
import type { SheetRow } from './sheet.ts';

/** An empty line separates rows, because each row is a statement of its own. */
const rowEnd = '\n\n';

/**
 * A heading with the sheet's name, so that a search for the name finds the rows below. The heading is cited as the
 * sheet's first cell.
 */
export function sheetHeading(sheet: string): Part {
  const text = sheet.replace(/\s+/g, ' ').trim();
  return textPart({ kind: 'cell', sheet, range: 'A1' }, text + rowEnd, {
    headings: [{ start: 0, end: text.length, level: 1 }],
  });
}

/**
 * Returns one part with the visible cells of a row, in which each cell has its own locator. If the row has hidden
 * cells, a second part, which is hidden, contains the whole row, because a hidden cell means little without the other
 * cells.
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

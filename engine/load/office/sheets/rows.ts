import { type Gap, type Part, type PlaceInPart, textPart } from '../../part.ts';
import { type CellComment, commentPart } from './comments.ts';
import type { SheetRow } from './sheet.ts';
import { type BoxText, boxPart } from './text-boxes.ts';

/** An empty line separates rows, because each row is a statement of its own. */
const rowEnd = '\n\n';

export type SheetContent = {
  name: string;
  hidden: boolean;
  rows: SheetRow[];
  comments: CellComment[];
  boxes: BoxText[];
};

/** The parts of a sheet, after a heading with its name; its text boxes come last. All parts of a hidden sheet are hidden. */
export function* sheetParts({ name, hidden, rows, comments, boxes }: SheetContent): Generator<Part> {
  const all = function* (): Generator<Part> {
    yield sheetHeading(name);
    yield* rowsWithComments(name, rows, comments);
    for (const box of boxes) yield boxPart(name, box);
  };
  for (const part of all()) yield hidden ? { ...part, hidden: 'hidden_sheet' } : part;
}

/** What is missing in a sheet of which some formulas have no result in the file. */
export function uncomputedGaps(sheet: string, count: number): Gap[] {
  const reason = `${count} formulas without a stored result: open and save the file once`;
  return count > 0 ? [{ where: `sheet ${sheet}`, reason }] : [];
}

/**
 * The rows of a sheet, each followed by the comments on its cells. Comments on the cells of an empty row come where
 * that row would be.
 */
function* rowsWithComments(
  sheet: string,
  rows: readonly SheetRow[],
  comments: readonly CellComment[],
): Generator<Part> {
  const waiting = [...comments].sort((a, b) => rowOf(a.at) - rowOf(b.at));
  let shown = 0;
  const until = function* (row: number): Generator<Part> {
    for (let next = waiting[shown]; next !== undefined && rowOf(next.at) <= row; next = waiting[shown]) {
      shown += 1;
      yield commentPart(sheet, next);
    }
  };
  for (const row of rows) {
    const number = rowOf(row[0]?.at ?? '');
    yield* until(number - 1);
    yield* rowParts(sheet, row);
    yield* until(number);
  }
  yield* until(Number.POSITIVE_INFINITY);
}

function rowOf(at: string): number {
  return Number(/\d+$/.exec(at)?.[0] ?? 0);
}

/**
 * A heading with the sheet's name, so that a search for the name finds the rows below. The heading is cited as the
 * sheet's first cell.
 */
function sheetHeading(sheet: string): Part {
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
function* rowParts(sheet: string, cells: SheetRow): Generator<Part> {
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
  return textPart({ kind: 'cell', sheet, range }, text, { places });
}

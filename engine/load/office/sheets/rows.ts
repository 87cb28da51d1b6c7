import type { Gap, Part } from '../../part.ts';
import { type CellComment, commentPart } from './comments.ts';
import { rowParts, sheetHeading } from './parts.ts';
import type { SheetRow } from './sheet.ts';
import { type BoxText, boxPart } from './text-boxes.ts';

type SheetContent = {
  name: string;
  hidden: boolean;
  rows: readonly SheetRow[];
  comments: readonly CellComment[];
  boxes: readonly BoxText[];
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

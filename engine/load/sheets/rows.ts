import type { Part } from '../part.ts';
import { type CellComment, commentPart } from './comments.ts';
import { rowPart } from './parts.ts';
import type { SheetRow } from './sheet.ts';

/** The rows of a sheet, each followed by the comments on its cells; those on rows that say nothing stand between. */
export function* rowsWithComments(
  sheet: string,
  rows: readonly SheetRow[],
  comments: readonly CellComment[],
): Generator<Part> {
  const waiting = [...comments].sort((a, b) => rowOf(a.at) - rowOf(b.at));
  const until = function* (row: number): Generator<Part> {
    for (let next = waiting[0]; next !== undefined && rowOf(next.at) <= row; next = waiting[0]) {
      waiting.shift();
      yield commentPart(sheet, next);
    }
  };
  for (const row of rows) {
    const number = rowOf(row[0]?.at ?? '');
    yield* until(number - 1);
    yield rowPart(sheet, row);
    yield* until(number);
  }
  yield* until(Number.POSITIVE_INFINITY);
}

function rowOf(at: string): number {
  return Number(/\d+$/.exec(at)?.[0] ?? 0);
}

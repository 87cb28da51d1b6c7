import type { GridRow } from '../../report.ts';

/** A column is as wide as its longest cell, within these numbers of characters. */
const [narrowest, widest] = [6, 40];

/** The part of the width of a grid that each of its columns gets; together 1. */
export function columnShares(count: number, rows: readonly GridRow[]): number[] {
  const lengths = Array.from({ length: count }, (_, at) => {
    const longest = Math.max(0, ...rows.map(({ cells }) => lengthOf(cells[at] ?? [])));
    return Math.min(widest, Math.max(narrowest, longest));
  });
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return lengths.map((length) => length / all);
}

function lengthOf(cell: GridRow['cells'][number]): number {
  return cell.reduce((sum, { text }) => sum + text.length, 0);
}

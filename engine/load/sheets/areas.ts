import { parseXml } from '../office/xml.ts';
import type { Archive } from '../zip/archive.ts';
import type { Relationship } from '../zip/relationships.ts';
import { columnNumber } from './columns.ts';

/** Cells of a sheet, all bounds included. */
type Area = { left: number; right: number; top: number; bottom: number };

const cells = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/;
const columns = /^\$?([A-Z]{1,3}):\$?([A-Z]{1,3})$/;

/** The area of a range like `A1:C5` or `A:C`; none for a name. */
export function areasOfRange(range: string): Area[] {
  const [, first, last = first] = columns.exec(range.trim()) ?? [];
  if (first !== undefined && last !== undefined) {
    return [
      { left: columnNumber(first), right: columnNumber(last), top: 1, bottom: Number.POSITIVE_INFINITY },
    ];
  }
  const [, left, top, right = left, bottom = top] = cells.exec(range.trim()) ?? [];
  if (left === undefined || right === undefined) return [];
  return [{ left: columnNumber(left), right: columnNumber(right), top: Number(top), bottom: Number(bottom) }];
}

export function inAreas(areas: readonly Area[]): (at: string) => boolean {
  return (at) => {
    const [place] = areas.length === 0 ? [] : areasOfRange(at);
    if (place === undefined) return false;
    const { left: x, top: y } = place;
    return areas.some(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom);
  };
}

/**
 * Tells whether a cell is in a formatted table or a pivot table, which draw colours that the cell's own format does not say.
 * Throws `ReadFailure`.
 */
export async function drawnByTables(
  archive: Archive,
  related: readonly Relationship[],
): Promise<(at: string) => boolean> {
  const areas: Area[] = [];
  for (const { type, target } of related) {
    const bytes = type === 'table' || type === 'pivotTable' ? await archive.read(target) : null;
    if (bytes === null) continue;
    parseXml(bytes, {
      open(name, { ref }) {
        if ((name === 'table' || name === 'location') && ref !== undefined) areas.push(...areasOfRange(ref));
      },
      close() {},
      text() {},
    });
  }
  return inAreas(areas);
}

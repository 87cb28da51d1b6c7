import type { Archive } from '../../zip/archive.ts';
import type { Relationship } from '../relationships.ts';
import { treeOf, walk } from '../xml.ts';
import { columnNumber } from './columns.ts';

/** A rectangle of cells; all bounds are inclusive. */
type Area = { left: number; right: number; top: number; bottom: number };

const cells = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/;
const columns = /^\$?([A-Z]{1,3}):\$?([A-Z]{1,3})$/;

/** The areas of a range such as `A1:C5` or `A:C`; empty for a named range. */
function areasOfRange(range: string): Area[] {
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

/** Maximum areas of a sheet. Further areas are ignored, because every cell is compared with every area. */
const mostAreas = 1_000;

/** Areas of a sheet, from the ranges that its file lists. */
export class Areas {
  readonly #areas: Area[] = [];

  /** `ranges` are separated by spaces. */
  add(ranges: string): void {
    for (const range of ranges.split(' ')) {
      if (this.#areas.length >= mostAreas) return;
      this.#areas.push(...areasOfRange(range));
    }
  }

  has(at: string): boolean {
    if (this.#areas.length === 0) return false;
    const [place] = areasOfRange(at);
    if (place === undefined) return false;
    const { left: x, top: y } = place;
    return this.#areas.some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    );
  }
}

/**
 * The areas of a sheet's formatted tables and pivot tables, which can override the colours of the cells' own formats.
 * Throws a `ReadFailure`.
 */
export async function drawnByTables(archive: Archive, related: readonly Relationship[]): Promise<Areas> {
  const areas = new Areas();
  for (const { type, target } of related) {
    if (type !== 'table' && type !== 'pivotTable') continue;
    walk(treeOf(await archive.read(target)), ({ name, attributes: { ref } }) => {
      if ((name === 'table' || name === 'location') && ref !== undefined) areas.add(ref);
    });
  }
  return areas;
}

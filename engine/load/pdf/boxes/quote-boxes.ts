import { type Box, boxFraction } from '../../../model/locator.ts';
import type { Span } from '../../../model/source.ts';
import { displayedAs, type PlacedPage } from './placed-page.ts';

/** A rectangle in points of the page as displayed, with the origin at the top left. */
type Rectangle = { left: number; top: number; right: number; bottom: number };

/**
 * Maximum gap between characters in the same box, as a multiple of the characters' size. The gaps between columns and
 * between table cells are wider.
 */
const widestGap = 2;
/**
 * Maximum number of other characters inside the boxes of a quote, as a share of the quote's own characters. A few other
 * characters are possible, such as a letter two lines high or a watermark.
 */
const mostOthers = 0.05;

/**
 * The boxes of a span of a page's stored text, one for each line or separate part of a line, as fractions of the page
 * as displayed. Null if the position of the span is uncertain, because some of its characters are hidden, or too many
 * other characters are inside its boxes.
 */
export function quoteBoxes(page: PlacedPage, span: Span): Box[] | null {
  const { states } = page;
  const own = new Set<number>();
  const groups: Rectangle[] = [];
  for (const line of linesOf(page, span)) {
    for (const number of line) own.add(number);
    const placed = line.filter((number) => states[number] !== displayedAs.unplaced);
    if (placed.length === 0 || placed.some((number) => states[number] === displayedAs.outside)) return null;
    groups.push(...standingTogether(page, placed));
  }
  if (groups.length === 0 || othersIn(groups, page, own) > own.size * mostOthers) return null;
  return groups.map((group) => fractions(group, page));
}

/** The numbers of a span's characters, by line, each number once in a line. */
function linesOf({ lines, characters }: PlacedPage, { start, end }: Span): number[][] {
  const found: number[][] = [];
  let line: number[] = [];
  let current = -1;
  for (let at = start; at < end; at += 1) {
    const character = characters[at] ?? -1;
    if (character < 0) continue;
    if (lines[at] !== current) {
      line = [];
      found.push(line);
      current = lines[at] ?? -1;
    }
    line.push(character);
  }
  return found.map((numbers) => [...new Set(numbers)]);
}

/** The rectangles around the characters of a line: one rectangle for each group of characters between wide gaps. */
function standingTogether({ rectangles }: PlacedPage, numbers: readonly number[]): Rectangle[] {
  const groups: Rectangle[] = [];
  let last: Rectangle | null = null;
  let size = 0;
  for (const number of numbers) {
    const placed = rectangleAt(rectangles, number * 4);
    const own = Math.max(placed.right - placed.left, placed.bottom - placed.top);
    size = Math.max(size, own);
    const group = groups.at(-1);
    if (group !== undefined && last !== null && apart(last, placed) <= size * widestGap) {
      group.left = Math.min(group.left, placed.left);
      group.top = Math.min(group.top, placed.top);
      group.right = Math.max(group.right, placed.right);
      group.bottom = Math.max(group.bottom, placed.bottom);
    } else {
      groups.push({ ...placed });
      size = own;
    }
    last = placed;
  }
  return groups;
}

function rectangleAt(rectangles: Float64Array, at: number): Rectangle {
  return {
    left: rectangles[at] ?? 0,
    top: rectangles[at + 1] ?? 0,
    right: rectangles[at + 2] ?? 0,
    bottom: rectangles[at + 3] ?? 0,
  };
}

/** The horizontal or vertical gap between two rectangles; 0 if they touch. */
function apart(a: Rectangle, b: Rectangle): number {
  return Math.max(0, b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
}

/** The number of other characters of the page whose centres are in the rectangles. */
function othersIn(
  groups: readonly Rectangle[],
  { rectangles, states }: PlacedPage,
  own: ReadonlySet<number>,
): number {
  const top = Math.min(...groups.map((group) => group.top));
  const bottom = Math.max(...groups.map((group) => group.bottom));
  let count = 0;
  for (let number = 0; number < states.length; number += 1) {
    const at = number * 4;
    const y = ((rectangles[at + 1] ?? 0) + (rectangles[at + 3] ?? 0)) / 2;
    if (y <= top || y >= bottom || states[number] === displayedAs.unplaced || own.has(number)) continue;
    const x = ((rectangles[at] ?? 0) + (rectangles[at + 2] ?? 0)) / 2;
    if (groups.some((group) => contains(group, x, y))) count += 1;
  }
  return count;
}

function contains({ left, top, right, bottom }: Rectangle, x: number, y: number): boolean {
  return x > left && x < right && y > top && y < bottom;
}

function fractions({ left, top, right, bottom }: Rectangle, { width, height }: PlacedPage): Box {
  const x = fraction(left, width);
  const y = fraction(top, height);
  return {
    x,
    y,
    width: boxFraction(fraction(right, width) - x),
    height: boxFraction(fraction(bottom, height) - y),
  };
}

function fraction(points: number, whole: number): number {
  return boxFraction(Math.min(1, Math.max(0, points / whole)));
}

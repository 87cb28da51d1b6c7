import { firstWhere } from '../../../model/sorted.ts';
import { type CharBox, centreOf, isWithin, looseBox } from '../boxes/char-box.ts';
import { codeAt, type TextPage } from '../text-page.ts';
import type { DrawnLine, Painted } from './painted.ts';
import type { SeenText } from './surroundings.ts';

/** A line through words is in this part of their height, measured from below: an underline is lower. */
const lowestStrike = 0.28;
const highestStrike = 0.68;
/**
 * Each character of a page is compared with each mark of an annotation. On a page with more of both, every character
 * counts as struck out, so that nothing rests on it.
 */
const mostCompared = 20_000_000;

/** The characters of a page that are struck out by an annotation or by a drawn line. */
export function struckOut(
  textPage: TextPage,
  {
    marked,
    lines,
    texts,
    shapes,
  }: {
    marked: readonly CharBox[];
    lines: readonly DrawnLine[];
    texts: readonly SeenText[];
    shapes: readonly Painted[];
  },
): number[] {
  const objects = objectsCrossed(lines, texts);
  if (marked.length === 0 && objects.size === 0) return [];
  const found: number[] = [];
  const count = textPage.codes.length;
  const isTooMarked = marked.length * count > mostCompared;
  let lastObject = -1;
  let crossing: readonly DrawnLine[] = [];
  for (let index = 0; index < count; index += 1) {
    const object = textPage.module._FPDFText_GetTextObject(textPage.handle, index);
    if (object !== lastObject) crossing = objects.get(object) ?? [];
    lastObject = object;
    if (crossing.length === 0 && marked.length === 0) continue;
    if (codeAt(textPage, index) <= 32) continue;
    const box = looseBox(textPage, index);
    const isMarked = isTooMarked || marked.some((one) => isWithin(one, centreOf(box)));
    if (isMarked || crossing.some((line) => crosses(line, box) && isSeen(line, box, shapes)))
      found.push(index);
  }
  return found;
}

/** The text objects that a line may cross, each with these lines. */
function objectsCrossed(lines: readonly DrawnLine[], texts: readonly SeenText[]): Map<number, DrawnLine[]> {
  const found = new Map<number, DrawnLine[]>();
  if (lines.length === 0) return found;
  const upwards = lines.toSorted((one, other) => heightOf(one) - heightOf(other));
  const heights = upwards.map(heightOf);
  for (const { object, box } of texts) {
    const first = firstWhere(heights.length, (at) => (heights[at] ?? 0) > box.bottom);
    for (let at = first; at < upwards.length; at += 1) {
      const line = upwards[at];
      if (line === undefined || heightOf(line) >= box.top) break;
      if (line.right <= box.left || line.left >= box.right) continue;
      const crossing = found.get(object) ?? [];
      found.set(object, crossing);
      crossing.push(line);
    }
  }
  return found;
}

function heightOf(line: DrawnLine): number {
  return centreOf(line).y;
}

function crosses(line: DrawnLine, box: CharBox): boolean {
  const { x } = centreOf(box);
  const at = (heightOf(line) - box.bottom) / (box.top - box.bottom);
  return x > line.left && x < line.right && at > lowestStrike && at < highestStrike;
}

/** Whether nothing that is drawn after a line covers it at a character. */
function isSeen(line: DrawnLine, box: CharBox, shapes: readonly Painted[]): boolean {
  const point = { x: centreOf(box).x, y: heightOf(line) };
  return !shapes.some((shape) => shape.order > line.order && shape.colour !== null && isWithin(shape, point));
}

import { type CharBox, looseBox } from '../boxes/char-box.ts';
import type { Pdfium } from '../pdfium.ts';
import { codeAt, type TextPage } from '../text-page.ts';
import type { DrawnLine, Painted } from './painted.ts';
import type { TextTable } from './text-table.ts';

/** A line through words is in this part of their height, measured from below: an underline is lower. */
const lowestStrike = 0.28;
const highestStrike = 0.68;
/** The height of the bands by which lines are looked up, in points. Bands that are a multiple of `bands` apart share a list. */
const bandHeight = 8;
const bands = 256;
/**
 * Each character of a page is compared with each mark of an annotation. On a page with more of both, every character
 * counts as struck out, so that nothing rests on it.
 */
const mostCompared = 20_000_000;

/** The characters of a page that are struck out by an annotation or by a drawn line. `scratch` is memory for four floats. */
export function struckOut(
  module: Pdfium,
  textPage: TextPage,
  {
    marked,
    lines,
    texts,
    shapes,
  }: {
    marked: readonly CharBox[];
    lines: readonly DrawnLine[];
    texts: TextTable;
    shapes: readonly Painted[];
  },
  scratch: number,
): number[] {
  const objects = objectsCrossed(lines, texts);
  if (marked.length === 0 && objects.size === 0) return [];
  const found: number[] = [];
  const count = textPage.codes.length;
  const isTooMarked = marked.length * count > mostCompared;
  let lastObject = -1;
  let crossing: readonly DrawnLine[] = [];
  for (let index = 0; index < count; index += 1) {
    const object = module._FPDFText_GetTextObject(textPage.handle, index);
    if (object !== lastObject) crossing = objects.get(object) ?? [];
    lastObject = object;
    if (crossing.length === 0 && marked.length === 0) continue;
    if (codeAt(textPage, index) <= 32) continue;
    const box = looseBox(module, textPage, index, scratch);
    const isMarked =
      isTooMarked ||
      marked.some((one) => contains(one, middle(box.left, box.right), middle(box.bottom, box.top)));
    if (isMarked || crossing.some((line) => crosses(line, box) && isSeen(line, box, shapes)))
      found.push(index);
  }
  return found;
}

/** The text objects that a line may cross, each with these lines. */
function objectsCrossed(lines: readonly DrawnLine[], texts: TextTable): Map<number, DrawnLine[]> {
  const found = new Map<number, DrawnLine[]>();
  if (lines.length === 0) return found;
  const lists = new Map<number, DrawnLine[]>();
  /** Whether a band has a line: this is asked for every text of the page. */
  const hasLine = new Uint8Array(bands);
  for (const line of lines) {
    const band = bandOf(line.bottom) & (bands - 1);
    const list = lists.get(band) ?? [];
    list.push(line);
    lists.set(band, list);
    hasLine[band] = 1;
  }
  const linesOf = (object: number): DrawnLine[] => {
    const known = found.get(object) ?? [];
    found.set(object, known);
    return known;
  };
  const box: CharBox = { left: 0, right: 0, bottom: 0, top: 0 };
  for (let index = 0; index < texts.length; index += 1) {
    const first = bandOf(texts.bottomAt(index));
    const last = Math.min(bandOf(texts.topAt(index)), first + bands - 1);
    let crossing: DrawnLine[] | undefined;
    for (let band = first; band <= last; band += 1) {
      if (hasLine[band & (bands - 1)] === 0) continue;
      texts.boxAt(index, box);
      for (const line of lists.get(band & (bands - 1)) ?? []) {
        const y = middle(line.bottom, line.top);
        if (y <= box.bottom || y >= box.top || line.right <= box.left || line.left >= box.right) continue;
        crossing ??= linesOf(texts.objectAt(index));
        crossing.push(line);
      }
    }
  }
  return found;
}

/** The bands above and below 0 have the same number 0: a band may have more lines than it should, but none is missed. */
function bandOf(y: number): number {
  return (y / bandHeight) | 0;
}

function crosses(line: DrawnLine, box: CharBox): boolean {
  const x = middle(box.left, box.right);
  const at = (middle(line.bottom, line.top) - box.bottom) / (box.top - box.bottom);
  return x > line.left && x < line.right && at > lowestStrike && at < highestStrike;
}

/** Whether nothing that is drawn after a line covers it at a character. */
function isSeen(line: DrawnLine, box: CharBox, shapes: readonly Painted[]): boolean {
  const x = middle(box.left, box.right);
  const y = middle(line.bottom, line.top);
  return !shapes.some(
    ({ order, colour, ...shape }) => order > line.order && colour !== null && contains(shape, x, y),
  );
}

function contains({ left, right, bottom, top }: CharBox, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

function middle(one: number, other: number): number {
  return (one + other) / 2;
}

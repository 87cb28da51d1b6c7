import { z } from 'zod';
import type { Box, boxSchema } from '../../model/locator.ts';

/** A place on a page: the page, counted from 1, and boxes around the words, as fractions of the page as displayed. */
export type PlaceToDraw = { page: number; boxes: Box[] };

/** A picture of a place in which the words are marked. Sizes are in pixels. */
export const placeDrawingSchema = z.object({
  jpeg: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  width: z.int().min(1),
  height: z.int().min(1),
});

export type PlaceDrawing = z.infer<typeof placeDrawingSchema>;

/** A rectangle of a page, as fractions of the page as displayed. */
export type Area = z.infer<typeof boxSchema>;

/** Width of a drawing, which shows the whole width of the page: print of 10 points is readable at this width. */
export const drawingWidth = 760;
/** The part of the page that is shown at most above and below the words, and the largest height of a drawing. */
const around = 0.035;
const mostHeight = 0.4;

/** The part of the page to draw: its whole width, from a little above the words to a little below them. */
export function areaAround(boxes: readonly Box[]): Area {
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - around);
  const bottom = Math.min(1, Math.max(...boxes.map(({ y, height }) => y + height)) + around);
  return { x: 0, y: top, width: 1, height: Math.max(0.01, Math.min(bottom - top, mostHeight)) };
}

export type Pixels = { data: Uint8Array; width: number; height: number; channels: 3 | 4 };

/** Neighbouring pixels that differ by more are the edge of a letter or a line. */
const printStep = 40;

/** The factors by which a mark changes red, green and blue: paper becomes yellow, and print stays black. */
const markFactors = [1, 0.92, 0.45] as const;

/**
 * Marks the boxes in the pixels of an area, and returns the part of it that begins and ends between lines of print. In each
 * box, the background becomes yellow.
 */
export function placeIn(pixels: Pixels, area: Area, boxes: readonly Box[]): Pixels {
  const { data, width, height, channels } = pixels;
  const marked = new Uint8Array(width * height);
  for (const box of boxes) {
    const [left, right] = range(box.x, box.width, area.x, area.width, width);
    const [top, bottom] = range(box.y, box.height, area.y, area.height, height);
    for (let row = top; row < bottom; row += 1) marked.fill(1, row * width + left, row * width + right);
  }
  for (let at = 0; at < marked.length; at += 1) {
    if (marked[at] === 0) continue;
    for (const [channel, factor] of markFactors.entries()) {
      const place = at * channels + channel;
      data[place] = Math.round((data[place] ?? 0) * factor);
    }
  }
  const rows = [marked.indexOf(1), marked.lastIndexOf(1)].map((at) => Math.max(0, Math.floor(at / width)));
  const [first = 0, last = 0] = rows;
  const margin = Math.ceil((around / area.height) * height);
  const top = emptiest(pixels, 0, first);
  const bottom = emptiest(pixels, height - 1, Math.max(top, Math.min(last, height - 1 - margin)));
  const kept = data.subarray(top * width * channels, (bottom + 1) * width * channels);
  return { data: kept, width, height: bottom + 1 - top, channels };
}

/** The row with the least print on the way from one row to another; the first of several. */
function emptiest({ data, width, channels }: Pixels, from: number, to: number): number {
  let [best, least] = [from, Number.POSITIVE_INFINITY];
  const step = to < from ? -1 : 1;
  for (let row = from; row !== to + step; row += step) {
    let edges = 0;
    for (let at = (row * width + 1) * channels + 1; at < (row + 1) * width * channels; at += channels) {
      if (Math.abs((data[at] ?? 0) - (data[at - channels] ?? 0)) > printStep) edges += 1;
    }
    if (edges < least) [best, least] = [row, edges];
  }
  return best;
}

/** The pixels that a part of the page covers in one direction, within the area; empty if it is outside of the area. */
function range(start: number, size: number, from: number, extent: number, pixels: number): [number, number] {
  const scaled = (fraction: number) => Math.min(pixels, Math.max(0, ((fraction - from) / extent) * pixels));
  return [Math.floor(scaled(start)), Math.ceil(scaled(start + size))];
}

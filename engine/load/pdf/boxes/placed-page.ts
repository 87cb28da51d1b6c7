import { z } from 'zod';

/**
 * The characters of a page, so that quotes can be located without the file. Units are those of the page's stored text
 * (UTF-16); characters are numbered in the order in which the text contains them first.
 */
export type PlacedPage = z.infer<typeof placedPageSchema>;

/** What is known about where a character is displayed. */
export const displayedAs = { inside: 0, outside: 1, unplaced: 2 };

export const placedPageSchema = z
  .object({
    /** The size of the page as displayed, in points. */
    width: z.number().positive(),
    height: z.number().positive(),
    /** For each unit, the number of its line on the page, in ascending order. */
    lines: z.instanceof(Int32Array),
    /** For each unit, the number of its character; -1 for white space and for units without a character. */
    characters: z.instanceof(Int32Array),
    /**
     * Left, top, right and bottom of each character, in points of the page as displayed, with the origin at the top
     * left.
     */
    rectangles: z.instanceof(Float64Array),
    /**
     * For each character whether it is inside or outside of the visible page, or has no position because it has no
     * width or height: values of `displayedAs`.
     */
    states: z.instanceof(Uint8Array),
  })
  .refine(
    ({ lines, characters, rectangles, states }) =>
      lines.length === characters.length &&
      rectangles.length === states.length * 4 &&
      characters.every((character) => character >= -1 && character < states.length) &&
      rectangles.every(Number.isFinite),
  );

/** A copy that does not keep the message in memory with which the page was received. */
export function copyOf({ width, height, lines, characters, rectangles, states }: PlacedPage): PlacedPage {
  return {
    width,
    height,
    lines: lines.slice(),
    characters: characters.slice(),
    rectangles: rectangles.slice(),
    states: states.slice(),
  };
}

export function bytesOf({ lines, characters, rectangles, states }: PlacedPage): number {
  return [lines, characters, rectangles, states].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

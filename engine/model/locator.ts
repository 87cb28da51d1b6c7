import { z } from 'zod';

const count = z.int().min(1);
const milliseconds = z.int().min(0);
/** True if the words are a comment on this place of the document, not part of the document's text. */
const comment = z.literal(true).optional();

/** True if the words are the speaker's notes on the slide, which the slide does not show. */
const notes = z.literal(true).optional();

/** A rectangle as fractions of its page or picture, origin top left. */
export const boxSchema = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().min(0).max(1),
  height: z.number().min(0).max(1),
});

/** Rounds a fraction to the precision of boxes: a ten-thousandth of the page or picture. */
export function boxFraction(fraction: number): number {
  return Math.round(fraction * 10_000) / 10_000;
}

/** The location of a piece of text in its source. Pages, paragraphs, lines and slides count from 1; times are in ms. */
export const locatorSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    page: count,
    pageLabel: z.string().optional(),
    endPage: count.optional(),
    comment,
  }),
  z.object({ kind: z.literal('time'), startMs: milliseconds, endMs: milliseconds }),
  z.object({
    kind: z.literal('section'),
    heading: z.string().optional(),
    paragraph: count,
    /**
     * The document's own name for the place: the id of an element in a web page; in an e-book, the file of the chapter
     * followed by the id of the element.
     */
    anchor: z.string().optional(),
    comment,
  }),
  z.object({ kind: z.literal('region'), page: count.optional(), box: boxSchema }),
  z.object({ kind: z.literal('lines'), from: count, to: count }),
  z.object({ kind: z.literal('cell'), sheet: z.string(), range: z.string(), comment }),
  z.object({ kind: z.literal('slide'), slide: count, comment, notes }),
  z.object({ kind: z.literal('message'), part: z.string() }),
]);

export type Box = z.infer<typeof boxSchema>;
export type Locator = z.infer<typeof locatorSchema>;

export function isComment(locator: Locator): boolean {
  return 'comment' in locator && locator.comment === true;
}

/** The number of line ends in a part of a text, from which the lines of a place follow. */
export function countLineEnds(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

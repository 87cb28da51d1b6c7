import { z } from 'zod';
import { locatorSchema } from '../model/locator.ts';
import { readMethodSchema, spanSchema } from '../model/source.ts';

/**
 * The reasons why a document does not show some of its words, or shows them struck out. Words that are hidden for one of the last five reasons
 * (`hidden_row` to `speaker_notes`) are visible to a person who edits the document.
 */
export const hidings = [
  'struck_out',
  'background_colour',
  'too_small',
  'transparent',
  'off_page',
  'covered',
  'not_drawn',
  'marked_hidden',
  'hidden_row',
  'hidden_column',
  'hidden_sheet',
  'hidden_slide',
  'speaker_notes',
] as const;

export const gapSchema = z.object({ where: z.string(), reason: z.string() });
export const warningSchema = z.object({ code: z.string(), message: z.string() });

const confidence = z.number().min(0).max(100).optional();

export const partSchema = z.object({
  locator: locatorSchema,
  text: z.string(),
  method: readMethodSchema,
  confidence,
  headings: z.array(spanSchema.extend({ level: z.int().min(1) })),
  marginLines: z.array(
    spanSchema.extend({
      margin: z.enum(['top', 'bottom', 'side']),
      /** The distance of the line's middle from the top of the page, as a fraction of the page's height. */
      y: z.number(),
    }),
  ),
  /**
   * How many line ends follow each line of the file in `text`; set only if the part consists of consecutive lines of
   * the file.
   */
  lineEnds: z.int().min(1).optional(),
  /**
   * The ranges of the part that have locators of their own, in text order. Together they contain all words of the part.
   * Absent if `locator` applies to the whole part.
   */
  places: z.array(spanSchema.extend({ locator: locatorSchema, confidence })).optional(),
  /** Why this part could not be read in full. */
  unread: z.string().optional(),
  /** The picture of the part as a small JPEG, if pictures are to be described. */
  picture: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
  /** The whole part is boilerplate, such as the menu of a web page. */
  boilerplate: z.boolean().optional(),
  /**
   * Why the document does not show the part; absent if it does. Hidden words are a separate part, which follows the
   * visible part that they were removed from.
   */
  hidden: z.enum(hidings).optional(),
  /** The part is not in the main text of its document: it is a page header or footer, or a comment. */
  apart: z.boolean().optional(),
});

import { z } from 'zod';
import { readFailureCodes } from '../../model/errors.ts';
import { type Box, locatorSchema } from '../../model/locator.ts';
import { countedAsSchema, readMethodSchema, spanSchema } from '../../model/source.ts';
import { placeDrawingSchema } from '../drawing/place-drawing.ts';
import { hidings, type PageSpan, type SenderHints } from '../part.ts';
import { placedPageSchema } from '../pdf/boxes/placed-page.ts';

/**
 * The questions of the parent process to a child process, one at a time. A child opens one file. The parent then
 * requests a range of its pages (null is all pages) with `read`, and further batches with `more` until the range is
 * done, so that neither process buffers more than one batch. With `place` the parent requests the positions of the
 * characters of pages of the open file, and with `draw` a picture of a place. With `unlink` the child writes a copy of an
 * office file without its links to other files. Each question has exactly one reply.
 */
export type Question =
  | { ask: 'open'; format: string; path: string; hints: SenderHints; characters: number }
  | { ask: 'read'; pages: PageSpan | null }
  | { ask: 'more' }
  | { ask: 'place'; pages: { page: number; stored: string }[] }
  | { ask: 'draw'; page: number; boxes: Box[] }
  | { ask: 'unlink'; from: string; to: string }
  | { ask: 'close' };

const whereSchema = z.object({ where: z.string(), reason: z.string() });
const warningSchema = z.object({ code: z.string(), message: z.string() });

/** A child handles untrusted files, so its replies are validated like any outside input. */
const partSchema = z.object({
  locator: locatorSchema,
  text: z.string(),
  method: readMethodSchema,
  confidence: z.number().min(0).max(100).optional(),
  headings: z.array(spanSchema.extend({ level: z.int().min(1) })),
  marginLines: z.array(spanSchema.extend({ margin: z.enum(['top', 'bottom', 'side']), y: z.number() })),
  lineEnds: z.int().min(1).optional(),
  places: z
    .array(spanSchema.extend({ locator: locatorSchema, confidence: z.number().min(0).max(100).optional() }))
    .optional(),
  unread: z.string().optional(),
  picture: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
  boilerplate: z.boolean().optional(),
  hidden: z.enum(hidings).optional(),
  apart: z.boolean().optional(),
});

export const replySchema = z.discriminatedUnion('reply', [
  z.object({ reply: z.literal('opened'), countedAs: countedAsSchema, pageCount: z.int().min(0).nullable() }),
  z.object({ reply: z.literal('parts'), parts: z.array(partSchema), done: z.boolean() }),
  z.object({ reply: z.literal('placed'), pages: z.array(placedPageSchema.nullable()) }),
  z.object({ reply: z.literal('drawn'), drawing: placeDrawingSchema.nullable() }),
  z.object({ reply: z.literal('unlinked') }),
  z.object({ reply: z.literal('closed'), warnings: z.array(warningSchema), unread: z.array(whereSchema) }),
  z.object({ reply: z.literal('failed'), code: z.enum(readFailureCodes), message: z.string() }),
]);

export type Reply = z.infer<typeof replySchema>;

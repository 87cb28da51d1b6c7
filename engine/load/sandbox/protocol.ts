import { z } from 'zod';
import { readFailureCodes } from '../../model/errors.ts';
import type { Box } from '../../model/locator.ts';
import { countedAsSchema } from '../../model/source.ts';
import { placeDrawingSchema } from '../drawing/place-drawing.ts';
import type { PageSpan, SenderHints } from '../part.ts';
import { gapSchema, partSchema, warningSchema } from '../part-schema.ts';
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

/** A child handles untrusted files, so its replies are validated like any outside input. */
export const replySchema = z.discriminatedUnion('reply', [
  z.object({ reply: z.literal('opened'), countedAs: countedAsSchema, pageCount: z.int().min(0).nullable() }),
  z.object({ reply: z.literal('parts'), parts: z.array(partSchema), done: z.boolean() }),
  z.object({ reply: z.literal('placed'), pages: z.array(placedPageSchema.nullable()) }),
  z.object({ reply: z.literal('drawn'), drawing: placeDrawingSchema.nullable() }),
  z.object({ reply: z.literal('unlinked') }),
  z.object({ reply: z.literal('closed'), warnings: z.array(warningSchema), unread: z.array(gapSchema) }),
  z.object({ reply: z.literal('failed'), code: z.enum(readFailureCodes), message: z.string() }),
]);

export type Reply = z.infer<typeof replySchema>;

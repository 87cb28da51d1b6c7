import { z } from 'zod';
import type { Listed } from '../services/records/listing.ts';
import type { ApiContext } from './context.ts';

const success = z.literal(true);

/** One record. */
export const one = <Data extends z.ZodType>(data: Data) => z.object({ success, data });

/** The answer to a creation or change: the record, and a sentence that says what was done. */
export const done = <Data extends z.ZodType>(data: Data) => z.object({ success, message: z.string(), data });

/** The answer to a deletion. */
export const gone = z.object({ success, message: z.string() });

/** The cursor with which the next response continues; null at the end. */
export const nextCursor = (description: string) => z.string().nullable().meta({ description });

/** A page of a list; `total` counts the records of the whole list. */
export const pageOf = <Data extends z.ZodType>(data: Data) =>
  z.object({
    success,
    data: z.array(data),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    nextCursor: nextCursor(
      'Send it as after to get the entries that follow; null at the end. Changes of records do not affect the order.',
    ),
  });

/** Returns the answer to a list request, and sets the headers of the response. */
export function listed<Item>(
  { answer }: Pick<ApiContext, 'answer'>,
  { page, pageSize }: { page: number; pageSize: number },
  { items, total, nextCursor }: Listed<Item>,
) {
  if (nextCursor !== null) answer.nextCursor = nextCursor;
  return { success: true as const, data: items, total, page, pageSize, nextCursor };
}

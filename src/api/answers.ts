import { z } from 'zod';
import type { Listed } from '../services/records/listing.ts';
import type { ApiContext } from './context.ts';

const success = z.literal(true);

/** One record. */
export const one = <Data extends z.ZodType>(data: Data) => z.object({ success, data });

/** A record that was created or changed, and a sentence for people. */
export const done = <Data extends z.ZodType>(data: Data) => z.object({ success, message: z.string(), data });

/** The answer to a deletion. */
export const gone = z.object({ success, message: z.string() });

/** The cursor after the last entry of the response. */
export const nextCursor = (description: string) => z.string().nullable().meta({ description });

/** A page of records; `total` counts all records, whatever the page. */
export const pageOf = <Data extends z.ZodType>(data: Data) =>
  z.object({
    success,
    data: z.array(data),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    nextCursor: nextCursor(
      'Send it as after to get the entries that follow, in an order that no change affects; null at the end.',
    ),
  });

/** The answer of a list, and what its headers say. */
export function listed<Item>(
  { answer }: Pick<ApiContext, 'answer'>,
  { page, pageSize }: { page: number; pageSize: number },
  { items, total, nextCursor }: Listed<Item>,
) {
  if (nextCursor !== null) answer.nextCursor = nextCursor;
  return { success: true as const, data: items, total, page, pageSize, nextCursor };
}

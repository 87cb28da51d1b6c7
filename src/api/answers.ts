import { z } from 'zod';
import type { Listed } from '../services/listing.ts';
import type { ApiContext } from './context.ts';

const success = z.literal(true);

/** One record. */
export const one = <Data extends z.ZodType>(data: Data) => z.object({ success, data });

/** A record that was made or changed, and a sentence for people. */
export const done = <Data extends z.ZodType>(data: Data) => z.object({ success, message: z.string(), data });

/** Something is gone. */
export const gone = z.object({ success, message: z.string() });

/** How to go on after the last entry that an answer shows. */
export const nextCursor = (description: string) => z.string().nullable().meta({ description });

/** A page of records; `total` ignores the paging. */
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

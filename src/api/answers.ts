import { z } from 'zod';
import type { Listed } from '../services/records/listing.ts';
import type { ApiContext } from './context.ts';

const success = z.literal(true);

/** One record. */
export const one = <Data extends z.ZodType>(data: Data) => z.object({ success, data });

/** The answer with this record. */
export const answered = <Data>(data: Data) => ({ success: true as const, data });

/** The metadata of a record in a response. */
export const storedMetadata = () => z.record(z.string(), z.string()).default({});

/** The answer to a request that creates or changes a record: the record, and a sentence that says what was done. */
export const done = <Data extends z.ZodType>(data: Data) => z.object({ success, message: z.string(), data });

/** The answer to a request that deletes a record. */
export const gone = z.object({ success, message: z.string() });

/** A field with the cursor of the next page; null on the last page. */
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
      'The cursor of the next page: repeat the request with after set to this value. Null on the last page. ' +
        'Changes of records do not affect the order of pages that are read by cursor.',
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

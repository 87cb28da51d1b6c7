import { z } from 'zod';

const success = z.literal(true);

/** One record. */
export const one = <Data extends z.ZodType>(data: Data) => z.object({ success, data });

/** A record that was made or changed, and a sentence for people. */
export const done = <Data extends z.ZodType>(data: Data) => z.object({ success, message: z.string(), data });

/** Something is gone. */
export const gone = z.object({ success, message: z.string() });

/** A page of records; `total` ignores the paging. */
export const pageOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ success, data: z.array(data), total: z.int(), page: z.int(), pageSize: z.int() });

import { z } from 'zod';

const success = z.literal(true);

/** One record. */
export const one = <Data extends z.ZodType>(data: Data) => z.object({ success, data });

/** A record that was made or changed, and a sentence for people. */
export const done = <Data extends z.ZodType>(data: Data) => z.object({ success, message: z.string(), data });

/** Something is gone. */
export const gone = z.object({ success, message: z.string() });

const continuation = z
  .object({
    from: z.int().meta({ description: 'Position of the next entry.' }),
    url: z.string().meta({ description: 'Where the next entries are.' }),
  })
  .meta({ id: 'Continuation' });

/** Where a list that an answer ended early goes on. */
export const goesOn = (description: string) => continuation.nullable().meta({ description });

/** The same, from the path of the list and what was asked of it; `from` is the next position. */
export function nextOf(path: string, query: Record<string, string | number> & { from: number }) {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return { from: query.from, url: `/v1/${path}?${new URLSearchParams(parameters)}` };
}

/** A page of records; `total` ignores the paging. */
export const pageOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ success, data: z.array(data), total: z.int(), page: z.int(), pageSize: z.int() });

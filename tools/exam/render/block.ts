import { z } from 'zod';

/** A part of a document of the exam, before it has a file format. */
export const blockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('title'), text: z.string() }),
  z.strictObject({ kind: z.literal('heading'), text: z.string() }),
  z.strictObject({ kind: z.literal('paragraph'), text: z.string() }),
  z.strictObject({ kind: z.literal('table'), rows: z.array(z.array(z.string())) }),
]);

export type Block = z.infer<typeof blockSchema>;

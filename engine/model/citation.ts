import { z } from 'zod';
import { boxSchema, locatorSchema } from './locator.ts';
import { namedFile, readMethodSchema, roleSchema, spanSchema } from './source.ts';

export const stanceSchema = z.enum(['supports', 'contradicts', 'qualifies', 'defines']);
export const matchSchema = z.enum(['exact', 'normalized', 'approximate']);

/** A rectangle on a page as it is displayed; pages count from 1. */
export const pageBoxSchema = boxSchema.extend({ page: z.int().min(1) });

/**
 * Words of a source, and their location. `start` and `end` are UTF-16 offsets in the source's text, end exclusive;
 * `quote` is that range without the boilerplate inside it.
 */
export const citationSchema = z.object({
  source: z.object({
    role: roleSchema,
    fileIndex: z.int().min(0),
    ...namedFile,
    url: z.string().optional(),
    sha256: z.string(),
    mediaType: z.string(),
  }),
  locator: locatorSchema,
  quote: z.string(),
  ...spanSchema.shape,
  stance: stanceSchema,
  method: readMethodSchema,
  hidden: z.literal(true).optional().meta({
    description:
      'A reader of the document does not see these words: they have the colour of their background, are outside the page, are marked as hidden, or are speaker notes. Findings based on them are at most ESTIMATED.',
  }),
  struck: z.literal(true).optional().meta({
    description: 'The document shows these words struck out. They are not evidence.',
  }),
  match: matchSchema,
  boxes: z.array(pageBoxSchema).optional().meta({
    description:
      'Boxes around the words of the quote, one for each line, as fractions of the displayed page; the origin is at the top left. Absent if the words are not on a page, or if their position is uncertain.',
  }),
  link: z.string(),
});

export type Stance = z.infer<typeof stanceSchema>;
export type Match = z.infer<typeof matchSchema>;
export type PageBox = z.infer<typeof pageBoxSchema>;
export type Citation = z.infer<typeof citationSchema>;

import { z } from 'zod';
import { locatorSchema } from './locator.ts';
import { firstWhere } from './sorted.ts';

const offset = z.int().min(0);

export const roleSchema = z.enum(['input', 'authority']);
export const readMethodSchema = z.enum(['text', 'ocr', 'transcript', 'vision']);
export const countedAsSchema = z.enum([
  'pages',
  'sections',
  'slides',
  'sheets',
  'messages',
  'minutes',
  'file',
]);

/** Half-open range of a source's text, in UTF-16 code units. */
export const spanSchema = z.object({ start: offset, end: offset });

/**
 * A range of the text, the place in the file that it came from, and the method by which it was read. `confidence` is 0
 * to 100. `lineEnds` is set for a range of several lines: it is the number of line ends after each line, so that the
 * line of a word can be computed. A reader of the document does not see a `hidden` range; hidden ranges come after all
 * others. The words of a `struck` range, which is also hidden, are struck out.
 */
export const rangeSchema = spanSchema.extend({
  locator: locatorSchema,
  lineEnds: z.int().min(1).optional(),
  method: readMethodSchema,
  confidence: z.number().min(0).max(100).optional(),
  hidden: z.literal(true).optional(),
  struck: z.literal(true).optional(),
});

/**
 * Maximum number of headings of a source. A source with more headings is a list or a data dump, and none of its lines
 * counts as a heading.
 */
export const mostHeadings = 100_000;

/** A heading line of the source; `level` 1 is the highest. */
export const headingSchema = spanSchema.extend({ level: z.int().min(1), text: z.string() });

/**
 * The content of one file: one immutable text, a table of ranges in text order that do not overlap, and the boilerplate
 * spans that chunker and matcher skip. The content depends only on the bytes of the file, the loader and the loader's
 * settings, so it can be cached.
 */
export const sourceTextSchema = z.object({
  text: z.string(),
  ranges: z.array(rangeSchema),
  skips: z.array(spanSchema),
  headings: z.array(headingSchema),
  pages: z.int().min(0),
  countedAs: countedAsSchema,
  method: readMethodSchema,
  mediaType: z.string(),
  loader: z.object({ id: z.string(), version: z.string() }),
  /** Parts of the file that could not be read, each with its place and the reason. They make a search incomplete. */
  unread: z.array(z.object({ where: z.string(), reason: z.string() })),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
});

export type Role = z.infer<typeof roleSchema>;
export type ReadMethod = z.infer<typeof readMethodSchema>;
export type CountedAs = z.infer<typeof countedAsSchema>;
export type Span = z.infer<typeof spanSchema>;
export type Range = z.infer<typeof rangeSchema>;
export type Heading = z.infer<typeof headingSchema>;
/** Spans of one page of a source. `stored` is the text of the page; the offsets of `spans` are counted in it. */
export type PageSpans = { page: number; stored: string; spans: Span[] };
export type SourceText = z.infer<typeof sourceTextSchema>;

/** The spans that share characters with a range. `spans` are in text order and do not overlap each other. */
export function overlapping<T extends Span>(spans: readonly T[], { start, end }: Span): T[] {
  const first = firstWhere(spans.length, (at) => (spans[at]?.end ?? 0) > start);
  let after = first;
  while ((spans[after]?.start ?? end) < end) after += 1;
  return spans.slice(first, after);
}

/** The stretches of a span that are not boilerplate, in text order. */
export function shownStretches({ skips }: Pick<SourceText, 'skips'>, { start, end }: Span): Span[] {
  const stretches: Span[] = [];
  let from = start;
  for (const skip of overlapping(skips, { start, end })) {
    stretches.push({ start: from, end: skip.start });
    from = Math.max(from, skip.end);
  }
  stretches.push({ start: from, end });
  return stretches.filter((one) => one.start < one.end);
}

/** The offset at which the hidden ranges of a source begin; the length of its text if there are no hidden ranges. */
export function hiddenFrom({ text, ranges }: Pick<SourceText, 'text' | 'ranges'>): number {
  return ranges[firstWhere(ranges.length, (at) => Boolean(ranges[at]?.hidden))]?.start ?? text.length;
}

/** The names of a file, as findings, citations and results have them. */
export const namedFile = {
  name: z.string(),
  versionOf: z.string().exactOptional().meta({
    description:
      'The name of the first version of this document; absent if it had the same name, or if this is the first version. Runs are compared, and reviews found again, by this name.',
  }),
};
export type NamedFile = { name: string; versionOf?: string };

export function namesOf({ name, versionOf }: NamedFile): NamedFile {
  return { name, ...(versionOf !== undefined && { versionOf }) };
}

/** The name under which runs are compared and reviews found again: that of the first version of the document. */
export function documentOf({ name, versionOf }: NamedFile): string {
  return versionOf ?? name;
}

/** A readable file of the job. `fileIndex` counts from 0 within its role. */
export type Source = NamedFile & {
  role: Role;
  fileIndex: number;
  url?: string;
  /** The base of a citation's link: the URL, or the file as the user named it. */
  linkBase: string;
  sha256: string;
  content: SourceText;
};

/** An unreadable file of the job. */
export type UnreadFile = NamedFile & { role: Role; fileIndex: number; reason: string; message: string };

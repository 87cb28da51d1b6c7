import { z } from 'zod';
import { citationSchema } from './citation.ts';
import { fileReportSchema, warningSchema } from './result.ts';

/** What verification says about a citation. A citation has exactly one verdict. */
export const verdictSchema = z
  .enum(['exact', 'typography', 'wrong_page', 'wrong_source', 'altered', 'not_found', 'unreadable'])
  .meta({
    description:
      'exact: the quote is at the named place, character for character apart from white space. typography: the words are at the named place and differ only in what a typesetter changes. wrong_page, wrong_source: the words are elsewhere, see found. altered: similar words are in a source, see diff and changes. not_found: no source contains these or similar words. unreadable: the place where the quote could be was not read, or was not searched to the end; detail says which.',
  });

/** A citation to verify, as somebody else's system gave it. */
export const givenCitationSchema = z.strictObject({
  id: z.string(),
  /** The words that the citation says are in the source. */
  quote: z.string(),
  /** The name of a file, or a link. Absent: the quote can be in any source. */
  source: z.string().optional(),
  /**
   * A number is the position of the page in the file, counted from 1; for presentations, of the slide. A string is the
   * number that the page itself shows, such as "iv".
   */
  page: z.union([z.int().min(1), z.string().min(1)]).optional(),
  /** The last page, if the quote can be on several; counted like `page`. */
  endPage: z.int().min(1).optional(),
  /** The sentence for which the quote is the evidence. */
  claim: z.string().optional(),
});

export const changeKindSchema = z
  .enum(['number', 'negation', 'name', 'modality', 'omission', 'joined', 'words'])
  .meta({
    description:
      'The kind of change. omission: the quote leaves out words of the source. joined: the quote joins words of different places. words: any other change.',
  });

/** A difference between a quote and the words of the source. `source` and `quote` are the differing words, or ''. */
export const changeSchema = z.object({ kind: changeKindSchema, source: z.string(), quote: z.string() });

/** A run of words: in both texts, only in the source, or only in the quote. */
export const diffPartSchema = z.object({ in: z.enum(['both', 'source', 'quote']), text: z.string() });

/** Where the words of a citation are, or the most similar words. */
export const foundPlaceSchema = citationSchema.omit({ stance: true, boxes: true });

export const claimDifferenceSchema = z.object({
  kind: z.enum(['number', 'date', 'negation', 'name']),
  text: z.string().meta({ description: 'What differs, as a sentence.' }),
});

export const claimCheckSchema = z.object({
  supported: z.literal(false).nullable().meta({
    description:
      'false: the quote does not support a number, date, name or denial of the claim. null: the tests found no difference, which does not prove the claim.',
  }),
  differences: z.array(claimDifferenceSchema),
});

export const verifiedCitationSchema = z.object({
  id: z.string(),
  given: givenCitationSchema.omit({ id: true }),
  verdict: verdictSchema,
  passes: z.boolean().meta({
    description:
      'Whether the words are at the named place (exact or typography) and the claim, if given, shows no difference.',
  }),
  detail: z.string().meta({ description: 'The reason for the verdict, as a sentence.' }),
  found: foundPlaceSchema.nullable().meta({
    description: 'The place of the words; for altered, the place of the most similar words.',
  }),
  places: z.int().min(0).meta({
    description: 'On how many pages, or other parts of the sources, the words of the quote occur.',
  }),
  similarity: z.number().min(0).max(1).optional().meta({
    description: 'For altered: the share of the words that are the same.',
  }),
  diff: z.array(diffPartSchema).optional(),
  changes: z.array(changeSchema).optional(),
  claim: claimCheckSchema.optional(),
});

const count = z.int().min(0);

export const verificationCountsSchema = z.object({
  citations: count,
  passed: count.meta({ description: 'Citations that pass.' }),
  verdicts: z.record(verdictSchema, count),
  claimsThatDiffer: count,
});

export const verificationSchema = z.object({
  citations: z.array(verifiedCitationSchema),
  counts: verificationCountsSchema,
  files: z.array(fileReportSchema),
  warnings: z.array(warningSchema),
});

export type Verdict = z.infer<typeof verdictSchema>;
export type GivenCitation = z.infer<typeof givenCitationSchema>;
export type Change = z.infer<typeof changeSchema>;
export type DiffPart = z.infer<typeof diffPartSchema>;
export type FoundPlace = z.infer<typeof foundPlaceSchema>;
export type ClaimCheck = z.infer<typeof claimCheckSchema>;
export type VerifiedCitation = z.infer<typeof verifiedCitationSchema>;
export type Verification = z.infer<typeof verificationSchema>;

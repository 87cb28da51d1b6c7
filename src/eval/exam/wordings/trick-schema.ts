import { z } from 'zod';
import { limitTypes } from './template-schema.ts';

const wording = z.string().regex(/\S/, 'needs at least one character that is not a space');
const wordings = z.array(wording);

/** The place of a wording in the document. */
export const places = ['here', 'after', 'start', 'end', 'schedule', 'changes', 'file'] as const;

/** A way to make two documents differ; a plain text goes to the usual place of its kind. */
const trickSchema = z.union([
  wording.transform((text) => ({ text, at: undefined, truth: 'clash' as const, only: undefined })),
  z.strictObject({
    text: wording,
    at: z.enum(places).optional(),
    /** `silent`: the second document says nothing about the rule. */
    truth: z.enum(['clash', 'silent']).default('clash'),
    /** Only for templates of this modality. */
    only: z.enum(['must', 'never', 'may', 'fact']).optional(),
  }),
]);

const tricks = z.array(trickSchema).default([]);

const modeSchema = z.strictObject({
  /** Words between actor and verb: `shall`. */
  modals: wordings.default([]),
  /** The same before a participle: `shall be`. */
  passive: wordings.default([]),
  /** Whole sentences with `<who>` and `<do>`, `<doing>`, `<does>`, `<did>`. */
  frames: wordings.default([]),
});

export const modes = [
  'must',
  'never',
  'may',
  'fact',
  'unbound',
  'soft',
  'softNever',
  'goal',
  'goalNever',
  'goalMay',
  'undone',
  'unsure',
] as const;
export type Mode = (typeof modes)[number];
export type ModeWordings = z.output<typeof modeSchema>;

const limitWordings = z.strictObject({
  right: wordings,
  flipped: wordings.default([]),
  rule: wordings,
  /** The value is elsewhere, at `<sched>`. */
  elsewhere: wordings,
});

/** What makes one of two twins wrong. */
export const trickNames = [
  'exception-in-sentence',
  'exception-next',
  'exception-far',
  'amendment',
  'amendment-whole',
  'deletion',
  'rejection',
  'former',
] as const;

/** A file with wordings that do not belong to one template. */
export const tricksFileSchema = z.strictObject({
  modes: z.partialRecord(z.enum(modes), modeSchema).default({}),
  limits: z.partialRecord(z.enum(limitTypes), limitWordings).default({}),
  /** Values elsewhere: the line in the schedule. */
  lines: wordings.default([]),
  columns: z.array(z.tuple([wording, wording])).default([]),
  secondJoins: wordings.default([]),
  /** How buyers introduce a rule: `Check that <r>.` */
  ruleFrames: wordings.default([]),
  tricks: z.partialRecord(z.enum([...trickNames, 'condition', 'table-intro']), tricks).default({}),
});

export type TricksFile = z.output<typeof tricksFileSchema>;
export type Trick = z.output<typeof trickSchema>;
export type TrickName = keyof TricksFile['tricks'];
export type LimitWordings = z.output<typeof limitWordings>;

const clauseSchema = z.union([wording.transform((text) => [text]), wordings.min(1)]);

/** The text of documents of one kind around the clause in question. */
export const documentFileSchema = z.strictObject({
  titles: wordings.default([]),
  /** Paragraphs before the first section; each entry is one beginning. */
  openings: z.array(z.array(wording)).default([]),
  closings: z.array(z.array(wording)).default([]),
  /** The parties' roles: a document uses one of these maps. */
  casts: z.array(z.record(z.string(), wording)).default([]),
  /** The names of a numbered place and of an appendix. */
  references: wordings.default([]),
  schedules: wordings.default([]),
  /** Headings for text that is apart from its clause. */
  apart: wordings.default([]),
  measures: z.array(z.tuple([wording, wording])).default([]),
  sections: z
    .array(z.strictObject({ headings: wordings.min(1), clauses: z.array(clauseSchema).min(1) }))
    .default([]),
});

export type DocumentFile = z.output<typeof documentFileSchema>;

/** The words that names are chosen from. */
export const vocabularySchema = z.record(z.string(), z.array(wording).min(2));
export type TermDictionary = z.output<typeof vocabularySchema>;

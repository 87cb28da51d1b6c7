import { z } from 'zod';
import { limitTypes } from './template-schema.ts';

const wording = z.string().regex(/\S/, 'needs at least one character that is not a space');
const wordings = z.array(wording);

/**
 * Where the wording of a trick can be put: in the clause (`here`), after the clause, elsewhere in the document, or in a
 * separate file.
 */
export const places = ['here', 'after', 'start', 'end', 'schedule', 'changes', 'file'] as const;

/**
 * A wording that makes the documents of a pair differ. If only a text is given, it is put in the usual place for the
 * kind of difference.
 */
const trickSchema = z.union([
  wording.transform((text) => ({ text, at: undefined, truth: 'clash' as const, only: undefined })),
  z.strictObject({
    text: wording,
    at: z.enum(places).optional(),
    /** `clash`: the second document contradicts the rule. `silent`: it says nothing about the rule. */
    truth: z.enum(['clash', 'silent']).default('clash'),
    /** If set, the wording is used only for templates with this `force`. */
    only: z.enum(['must', 'never', 'may', 'fact']).optional(),
  }),
]);

const tricks = z.array(trickSchema).default([]);

const modeSchema = z.strictObject({
  /** Words between actor and verb, such as `shall`. */
  modals: wordings.default([]),
  /** Words before a participle in the passive voice, such as `shall be`. */
  passive: wordings.default([]),
  /** Whole sentences with the actor, `<who>`, and a form of the verb: `<do>`, `<doing>`, `<does>` or `<did>`. */
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
  /** Wordings that refer to the schedule (`<sched>`) for the value. */
  elsewhere: wordings,
});

/** The names of the tricks. A trick is a way to make the second document of a pair not meet the rule. */
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

/** The schema of a file with wordings that all templates share. */
export const tricksFileSchema = z.strictObject({
  modes: z.partialRecord(z.enum(modes), modeSchema).default({}),
  limits: z.partialRecord(z.enum(limitTypes), limitWordings).default({}),
  /** Lines of a schedule that contains the value of a limit. */
  lines: wordings.default([]),
  columns: z.array(z.tuple([wording, wording])).default([]),
  secondJoins: wordings.default([]),
  /** Sentences with which buyers introduce a rule, such as `Check that <r>.` */
  ruleFrames: wordings.default([]),
  tricks: z.partialRecord(z.enum([...trickNames, 'condition', 'table-intro']), tricks).default({}),
});

export type TricksFile = z.output<typeof tricksFileSchema>;
export type Trick = z.output<typeof trickSchema>;
export type TrickName = keyof TricksFile['tricks'];
export type LimitWordings = z.output<typeof limitWordings>;

const clauseSchema = z.union([wording.transform((text) => [text]), wordings.min(1)]);

/** The texts for one kind of document, apart from the clause of the pair. */
export const documentFileSchema = z.strictObject({
  titles: wordings.default([]),
  /** The paragraphs before the first section. Each entry has all of these paragraphs; a document uses one entry. */
  openings: z.array(z.array(wording)).default([]),
  closings: z.array(z.array(wording)).default([]),
  /** Maps from roles to what the parties are called. A document uses one of the maps. */
  casts: z.array(z.record(z.string(), wording)).default([]),
  /** What a document calls a numbered clause (`references`) and an appendix (`schedules`). */
  references: wordings.default([]),
  schedules: wordings.default([]),
  /** Headings for text that is not beside the clause to which it refers. */
  apart: wordings.default([]),
  measures: z.array(z.tuple([wording, wording])).default([]),
  sections: z
    .array(z.strictObject({ headings: wordings.min(1), clauses: z.array(clauseSchema).min(1) }))
    .default([]),
});

export type DocumentFile = z.output<typeof documentFileSchema>;

/** The lists of words from which names, places and similar values are chosen. */
export const vocabularySchema = z.record(z.string(), z.array(wording).min(2));
export type TermDictionary = z.output<typeof vocabularySchema>;

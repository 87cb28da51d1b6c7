import { z } from 'zod';
import { documentKinds } from '../kinds.ts';

const wording = z.string().regex(/\S/, 'needs at least one character that is not a space');
const wordings = z.array(wording).default([]);
const someWordings = z.array(wording).min(1);

export const limitTypes = [
  'deadline',
  'notice',
  'least',
  'most',
  'for-least',
  'for-most',
  'every',
  'exact',
  'reached',
  'kept',
] as const;

/** A number in the duty. `values` are ascending; the number in the rule is never the first or the last of them. */
const limitSchema = z.strictObject({
  type: z.enum(limitTypes),
  values: z.array(z.number()).min(4),
  unit: wording,
  /** The words that complete the number, such as the event from which a duration counts. Can be empty. */
  tail: z.string().default(''),
  /**
   * Which numbers break the rule, if this differs from the default of the type. For example, a longer notice than in
   * the rule makes a right weaker.
   */
  worse: z.enum(['more', 'less', 'any']).optional(),
  /** What the number is called in a table: `reporting period for security incidents`. */
  measure: wording,
});

const sideTruth = z.enum(['clash', 'silent', 'partly']);

const paraphraseSchema = z.strictObject({
  /** A text with `«…|…»`: the first wording means the same as the rule, the second does not. */
  text: wording,
  /** What the second wording does: it contradicts the rule, says nothing about it, or meets a part of it. */
  other: sideTruth.default('clash'),
});

/** A duty, right, ban or fact that occurs in one kind of document, and everything that the exam needs to word it. */
export const templateSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]+$/),
  kind: z.enum(documentKinds),
  /** Whether the actor must act, must never act, is allowed to act, or has acted. */
  force: z.enum(['must', 'never', 'may', 'fact']).default('must'),
  /** Names for the rule, of which a pair uses one. */
  titles: someWordings,
  headings: someWordings,
  /** `who` is the role of the actor, `whom` the role of the recipient. */
  who: wording,
  whom: wording.optional(),
  /** Roles or words that name another actor (`otherWho`) or another recipient (`otherWhom`). */
  otherWho: someWordings.optional(),
  otherWhom: someWordings.optional(),
  /**
   * `thing` lists equivalent wordings for the object of the duty, and `otherThings` similar objects that are not meant.
   */
  thing: someWordings.optional(),
  otherThings: someWordings.optional(),
  /** Phrases for the same act, each a verb followed by its objects. */
  acts: wordings,
  /**
   * Whole sentences, grouped by whether they meet the rule. They replace `acts` in statements without an actor, such as
   * `This lease ends on <name>.`
   */
  statements: z
    .strictObject({
      met: someWordings,
      denied: someWordings.optional(),
      soft: someWordings.optional(),
      goal: someWordings.optional(),
    })
    .optional(),
  /** The duty in the passive voice: `<thing> <be> reported to <whom> by <who> <limit>`. */
  passives: wordings,
  /** Whole sentences that word the duty, with `<shall>` in place of the modal verb. */
  sentences: wordings,
  limit: limitSchema.optional(),
  /** The name of the vocabulary list from which `<name>` is filled. */
  names: z.string().optional(),
  /** Wordings of the rule, as buyers or auditors would write it. */
  rules: someWordings,
  /**
   * A second duty in the same rule. `rule` is the wording of this duty in the rule, `act` a verb phrase that meets the
   * duty, and `other` a verb phrase that does not.
   */
  second: z.strictObject({ rule: wording, act: wording, other: wording }).optional(),
  /** Cases in which a material exception to the duty applies, worded to follow the word `where`. */
  exceptions: wordings,
  paraphrases: z.array(paraphraseSchema).default([]),
  /** Clauses on neighbouring topics. */
  neighbours: someWordings,
  /** The names of templates on the same topic. These templates are never in the same document as this one. */
  clashes: z.array(z.string()).default([]),
});

export type Template = z.output<typeof templateSchema>;

export const templatesSchema = z.array(templateSchema);
export type LimitType = (typeof limitTypes)[number];

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

export const modeWordings = z.strictObject({
  /** Words between actor and verb, such as `shall`. */
  modals: wordings,
  /** Words before a participle in the passive voice, such as `shall be`. */
  passive: wordings,
  /** Whole sentences with the actor, `<who>`, and a form of the verb: `<do>`, `<doing>`, `<does>` or `<did>`. */
  frames: wordings,
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
export type ModeWordings = z.output<typeof modeWordings>;

export const limitWordings = z.strictObject({
  right: wordings,
  flipped: wordings,
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
  modes: z.partialRecord(z.enum(modes), modeWordings).default({}),
  limits: z.partialRecord(z.enum(limitTypes), limitWordings).default({}),
  /** Lines of a schedule that contains the value of a limit. */
  lines: wordings,
  columns: z.array(z.tuple([wording, wording])).default([]),
  secondJoins: wordings,
  /** Sentences with which buyers introduce a rule, such as `Check that <r>.` */
  ruleFrames: wordings,
  tricks: z.partialRecord(z.enum([...trickNames, 'condition', 'table-intro']), tricks).default({}),
});

export type TricksFile = z.output<typeof tricksFileSchema>;
export type Trick = z.output<typeof trickSchema>;
export type TrickName = keyof TricksFile['tricks'];
export type LimitWordings = z.output<typeof limitWordings>;

const clauseSchema = z.union([wording.transform((text) => [text]), someWordings]);

/** The texts for one kind of document, apart from the clause of the pair. */
export const documentFileSchema = z.strictObject({
  titles: wordings,
  /** The paragraphs before the first section. Each entry has all of these paragraphs; a document uses one entry. */
  openings: z.array(z.array(wording)).default([]),
  closings: z.array(z.array(wording)).default([]),
  /** Maps from roles to what the parties are called. A document uses one of the maps. */
  casts: z.array(z.record(z.string(), wording)).default([]),
  /** What a document calls a numbered clause (`references`) and an appendix (`schedules`). */
  references: wordings,
  schedules: wordings,
  /** Headings for text that is not beside the clause to which it refers. */
  apart: wordings,
  measures: z.array(z.tuple([wording, wording])).default([]),
  sections: z
    .array(z.strictObject({ headings: someWordings, clauses: z.array(clauseSchema).min(1) }))
    .default([]),
});

export type DocumentFile = z.output<typeof documentFileSchema>;

/** The lists of words from which names, places and similar values are chosen. */
export const vocabularySchema = z.record(z.string(), z.array(wording).min(2));
export type TermDictionary = z.output<typeof vocabularySchema>;

const germanTemplateSchema = z.strictObject({
  name: wording,
  heading: wording,
  rule: wording,
  /** The duty in words similar to the rule's, and in other words; `<q>` is the limit. */
  clause: wording,
  paraphrase: wording,
  /** The limit that meets the rule, a smaller or larger one that does not, and one in another unit or magnitude. */
  meets: wording,
  breaks: wording,
  unit: wording,
  /** A sentence that denies the duty. */
  denial: wording,
  neighbours: someWordings,
});

export type GermanTemplate = z.output<typeof germanTemplateSchema>;

/** The wordings of the exam in German. */
export const germanSchema = z.strictObject({
  title: someWordings,
  opening: someWordings,
  references: someWordings,
  boilerplate: z.array(z.strictObject({ heading: wording, clauses: someWordings })).min(1),
  deletions: someWordings,
  amendments: someWordings,
  rejections: someWordings,
  formers: someWordings,
  templates: z.array(germanTemplateSchema).min(2),
});

export type German = z.output<typeof germanSchema>;

import { z } from 'zod';
import { documentKinds } from '../kinds.ts';

const wording = z.string().regex(/\S/, 'needs at least one character that is not a space');
const wordings = z.array(wording).min(1);

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

/** A number that the duty names. `values` rise; the rule takes one from between the ends. */
const limitSchema = z.strictObject({
  type: z.enum(limitTypes),
  values: z.array(z.number()).min(4),
  unit: wording,
  /** What the time runs from or to, or what the amount is of; may be empty. */
  tail: z.string().default(''),
  /** Which numbers break the rule, where this does not follow from the type: a right with longer notice is a lesser right. */
  worse: z.enum(['more', 'less', 'any']).optional(),
  /** What the number is called, as in a table: `reporting period for security incidents`. */
  measure: wording,
});

const sideTruth = z.enum(['clash', 'silent', 'partly']);

const paraphraseSchema = z.strictObject({
  /** One text with `«same meaning|other meaning»`. */
  text: wording,
  /** What the second one does: contradicts the rule, says nothing about it, or meets a part of it. */
  other: sideTruth.default('clash'),
});

/** One duty, right, ban or fact that documents of a kind have, and all that the exam needs to word it. */
export const templateSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]+$/),
  kind: z.enum(documentKinds),
  /** What somebody must do, must never do, may do, or has done. */
  force: z.enum(['must', 'never', 'may', 'fact']).default('must'),
  /** What the rule is called. */
  titles: wordings,
  headings: wordings,
  /** Role of the actor, and of the one it is done to. */
  who: wording,
  whom: wording.optional(),
  /** Roles or words that make another actor, or another recipient. */
  otherWho: wordings.optional(),
  otherWhom: wordings.optional(),
  /** What the act is about, in equal wordings, and neighbours that are something else. */
  thing: wordings.optional(),
  otherThings: wordings.optional(),
  /** The act with its objects; the first word is the verb. All mean the same. */
  acts: wordings.default([]),
  /** Whole sentences by what they do to the rule, for what no actor does: `This lease ends on <name>.` They replace the acts. */
  statements: z
    .strictObject({
      met: wordings,
      denied: wordings.optional(),
      soft: wordings.optional(),
      goal: wordings.optional(),
    })
    .optional(),
  /** The same turned around: `<thing> <be> reported to <whom> by <who> <limit>`. */
  passives: z.array(wording).default([]),
  /** Whole sentences of this duty, with `<shall>` where its force stands. */
  sentences: z.array(wording).default([]),
  limit: limitSchema.optional(),
  /** The list of the vocabulary that `<name>` is drawn from. */
  names: z.string().optional(),
  /** What a buyer or auditor asks, in their own words. */
  rules: wordings,
  /** A second duty, asked for together with the first: the rule's words, the act, and another act that is not it. */
  second: z.strictObject({ rule: wording, act: wording, other: wording }).optional(),
  /** Cases that would make a material exception, as words after `where`. */
  exceptions: z.array(wording).default([]),
  paraphrases: z.array(paraphraseSchema).default([]),
  /** Clauses on neighbouring topics. */
  neighbours: wordings,
  /** Templates that say something on the same matter, and never stand in one document with this one. */
  clashes: z.array(z.string()).default([]),
});

export type Template = z.output<typeof templateSchema>;

export const templatesSchema = z.array(templateSchema);
export type LimitType = (typeof limitTypes)[number];

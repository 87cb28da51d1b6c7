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

/** A number of the duty. `values` are ascending; the rule uses one between the ends. */
const limitSchema = z.strictObject({
  type: z.enum(limitTypes),
  values: z.array(z.number()).min(4),
  unit: wording,
  /** What a duration is counted from, or what an amount is of; may be empty. */
  tail: z.string().default(''),
  /** Which numbers break the rule, if the type does not imply it: a right with longer notice is a lesser right. */
  worse: z.enum(['more', 'less', 'any']).optional(),
  /** The name of the number, as in a table: `reporting period for security incidents`. */
  measure: wording,
});

const sideTruth = z.enum(['clash', 'silent', 'partly']);

const paraphraseSchema = z.strictObject({
  /** One text with `«same meaning|other meaning»`. */
  text: wording,
  /** The effect of the second one: contradicts the rule, says nothing about it, or meets a part of it. */
  other: sideTruth.default('clash'),
});

/** One duty, right, ban or fact in documents of a kind, and everything the exam needs to word it. */
export const templateSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]+$/),
  kind: z.enum(documentKinds),
  /** What somebody must do, must never do, may do, or has done. */
  force: z.enum(['must', 'never', 'may', 'fact']).default('must'),
  /** The name of the rule. */
  titles: wordings,
  headings: wordings,
  /** The role of the actor, and of the party that is affected. */
  who: wording,
  whom: wording.optional(),
  /** Roles or words for another actor, or another recipient. */
  otherWho: wordings.optional(),
  otherWhom: wordings.optional(),
  /** The object of the duty in equivalent wordings, and neighbours that are something else. */
  thing: wordings.optional(),
  otherThings: wordings.optional(),
  /** The verb with its objects, verb first. All mean the same. */
  acts: wordings.default([]),
  /**
   * Whole sentences by their effect on the rule, for statements without an actor: `This lease ends on <name>.` They
   * replace the verbs.
   */
  statements: z
    .strictObject({
      met: wordings,
      denied: wordings.optional(),
      soft: wordings.optional(),
      goal: wordings.optional(),
    })
    .optional(),
  /** The passive form: `<thing> <be> reported to <whom> by <who> <limit>`. */
  passives: z.array(wording).default([]),
  /** Whole sentences of this duty, with `<shall>` in the place of its modality. */
  sentences: z.array(wording).default([]),
  limit: limitSchema.optional(),
  /** The list of the vocabulary for `<name>`. */
  names: z.string().optional(),
  /** The question of a buyer or auditor, in their own words. */
  rules: wordings,
  /** A second duty that the rule includes: its words, its verb, and another verb that does not match. */
  second: z.strictObject({ rule: wording, act: wording, other: wording }).optional(),
  /** Cases that would be a material exception, as words after `where`. */
  exceptions: z.array(wording).default([]),
  paraphrases: z.array(paraphraseSchema).default([]),
  /** Clauses on neighbouring topics. */
  neighbours: wordings,
  /** Templates about the same topic, which never share a document with this one. */
  clashes: z.array(z.string()).default([]),
});

export type Template = z.output<typeof templateSchema>;

export const templatesSchema = z.array(templateSchema);
export type LimitType = (typeof limitTypes)[number];

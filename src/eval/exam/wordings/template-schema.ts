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
  titles: wordings,
  headings: wordings,
  /** `who` is the role of the actor, `whom` the role of the recipient. */
  who: wording,
  whom: wording.optional(),
  /** Roles or words that name another actor (`otherWho`) or another recipient (`otherWhom`). */
  otherWho: wordings.optional(),
  otherWhom: wordings.optional(),
  /**
   * `thing` lists equivalent wordings for the object of the duty, and `otherThings` similar objects that are not meant.
   */
  thing: wordings.optional(),
  otherThings: wordings.optional(),
  /** Phrases for the same act, each a verb followed by its objects. */
  acts: wordings.default([]),
  /**
   * Whole sentences, grouped by whether they meet the rule. They replace `acts` in statements without an actor, such as
   * `This lease ends on <name>.`
   */
  statements: z
    .strictObject({
      met: wordings,
      denied: wordings.optional(),
      soft: wordings.optional(),
      goal: wordings.optional(),
    })
    .optional(),
  /** The duty in the passive voice: `<thing> <be> reported to <whom> by <who> <limit>`. */
  passives: z.array(wording).default([]),
  /** Whole sentences that word the duty, with `<shall>` in place of the modal verb. */
  sentences: z.array(wording).default([]),
  limit: limitSchema.optional(),
  /** The name of the vocabulary list from which `<name>` is filled. */
  names: z.string().optional(),
  /** Wordings of the rule, as buyers or auditors would write it. */
  rules: wordings,
  /**
   * A second duty in the same rule. `rule` is the wording of this duty in the rule, `act` a verb phrase that meets the
   * duty, and `other` a verb phrase that does not.
   */
  second: z.strictObject({ rule: wording, act: wording, other: wording }).optional(),
  /** Cases in which a material exception to the duty applies, worded to follow the word `where`. */
  exceptions: z.array(wording).default([]),
  paraphrases: z.array(paraphraseSchema).default([]),
  /** Clauses on neighbouring topics. */
  neighbours: wordings,
  /** The names of templates on the same topic. These templates are never in the same document as this one. */
  clashes: z.array(z.string()).default([]),
});

export type Template = z.output<typeof templateSchema>;

export const templatesSchema = z.array(templateSchema);
export type LimitType = (typeof limitTypes)[number];

import { z } from 'zod';
import { shownCertificateSchema } from './certificate.ts';
import { citationSchema } from './citation.ts';
import { findingRuleSchema } from './rule.ts';
import { namedFile } from './source.ts';

export const labelSchema = z.enum(['CONFIRMED', 'NOT FOUND', 'ESTIMATED']);
export const outcomeSchema = z.enum([
  'satisfied',
  'violated',
  'partly_satisfied',
  'conflicting',
  'not_applicable',
  'undetermined',
  'answered',
]);

/** Why a finding is not CONFIRMED. */
export const reasonSchema = z.enum([
  'partial_support',
  'inference',
  'arithmetic',
  'conflicting_evidence',
  'conflicting_authority',
  'low_confidence_text',
  'approximate_match',
  'transcript',
  'vision',
  'comment',
  'hidden_text',
  'incomplete_sources',
  'lexical_match',
  'instruction_like_text',
  'uncertified',
  'open_position',
]);

export const notAssessedReasonSchema = z.enum([
  'nothing_readable',
  'checker_failed',
  'budget_reached',
  'canceled',
  'instruction_like_text',
]);

export const subjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project') }),
  z.object({
    kind: z.literal('file'),
    fileIndex: z.int().min(0),
    ...namedFile,
    /** Present if several input files of the run are one document by their names, and the file could be read. */
    sha256: z.string().optional(),
  }),
]);

/** What was searched for a finding, so that NOT FOUND can be verified. */
export const searchSchema = z.object({
  complete: z.boolean(),
  filesSearched: z.int().min(0),
  filesTotal: z.int().min(0),
  pagesSearched: z.int().min(0),
  pagesTotal: z.int().min(0),
  unread: z.array(z.object({ name: z.string(), reason: z.string() })),
  queries: z.array(z.string()),
  nearest: z.array(z.object({ citation: citationSchema, why: z.string() })),
});

export const tokensSchema = z.object({
  input: z.int().min(0),
  output: z.int().min(0),
  cached: z.int().min(0),
});

export const checkerSchema = z.object({
  method: z.enum(['model', 'lexical']),
  model: z.string().optional(),
  /**
   * What CONFIRMED findings of this checker are worth. Absent if no certificate covers its method, its model and the
   * languages of the quotes: it was not measured, and by words no finding is CONFIRMED then.
   */
  certificate: shownCertificateSchema.optional(),
  /**
   * The languages of the quotes, as BCP 47 codes, if certificates of this checker exist but none covers all of these
   * languages; `und` is a language that was not recognised.
   */
  unmeasuredLanguages: z.array(z.string()).optional(),
  prompt: z.object({ id: z.string(), version: z.string(), hash: z.string() }).optional(),
  /** The tokens of the calls that were made. An answer cached from an earlier run uses no tokens. */
  tokens: tokensSchema.optional(),
  /** The cost of these tokens, in the currency of `MODEL_PRICES`; absent where no prices are set. */
  cost: z.number().min(0).optional(),
  /** Requests sent to the model, including failed ones; 0 when every answer was cached. */
  requests: z.int().min(0).optional(),
  /** The passages that the model saw, as the call log names them: `P001`, or `P001-P120`. */
  passages: z.array(z.string()).optional(),
  /** What happened to the model's quotes. */
  quotes: z
    .object({
      claimed: z.int().min(0),
      /** Quotes that are not at the place that the model named; they are shown with their actual place. */
      corrected: z.int().min(0),
      /** Quotes that are in no file; they are not shown. */
      dropped: z.int().min(0),
    })
    .optional(),
  /** The model's answer, verbatim. `request` is the hash that identifies the cached answer. */
  exchange: z
    .array(
      z.object({
        purpose: z.string(),
        request: z.string(),
        answer: z.string(),
        finish: z.string(),
        tokens: tokensSchema,
        /** Whether the answer was cached in an earlier run, so that no request was sent. */
        reused: z.boolean(),
      }),
    )
    .optional(),
});

/** The answer of a reviewer. It is stored next to Proviso's own label and never replaces that label. */
export const reviewSchema = z.object({
  label: labelSchema,
  /** The reviewer's outcome; absent if the reviewer did not give one. */
  outcome: outcomeSchema.optional(),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});

/**
 * Why a user of the command line accepts a finding, from a baseline file. The finding keeps its label and its outcome,
 * and `--fail-on` does not count it.
 */
export const acceptanceSchema = z
  .object({
    reason: z.string(),
    /** The last day of the acceptance, in UTC. */
    until: z.iso.date().exactOptional(),
    by: z.string().exactOptional(),
  })
  .meta({ description: 'Why the finding is accepted. Only the command line sets it, with `--baseline`.' });

export const valueSchema = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().optional(),
  citations: z.array(z.int().min(0)),
});

/** A position of a rule as a finding names it. `index` is the rank of a fallback, from 1. */
const positionNameSchema = z.object({
  kind: z.enum(['preferred', 'fallback', 'never']),
  index: z.int().min(1).exactOptional(),
});

/** Which position of a rule decides its finding; the label, the statement and the quotes of the finding are its own. */
export const positionSchema = positionNameSchema
  .extend({
    /** Whether documents have this position. False: they have no position of the rule, and this one shows it best. */
    met: z.boolean(),
    /** How many fallbacks the rule has. */
    of: z.int().min(0),
    text: z.string(),
    /** Every position that was checked, in this order: preferred, fallbacks, never. A better one than `kind` can be open. */
    tried: z.array(
      positionNameSchema.extend({
        label: labelSchema.nullable(),
        outcome: outcomeSchema,
        statement: z.string(),
      }),
    ),
  })
  .meta({
    description: 'Which position of the rule decides the finding. Absent if the rule has no positions.',
  });

const findingBase = z.object({
  id: z.string(),
  runId: z.string(),
  rule: findingRuleSchema,
  subject: subjectSchema,
  statement: z.string(),
  values: z.array(valueSchema),
  /** Whether the condition of a question holds: "… and flag it if …". Absent if the rule has none. */
  flagged: z.boolean().exactOptional(),
  reasons: z.array(reasonSchema),
  /** Steps by which a person can turn an ESTIMATED finding into a CONFIRMED one. */
  toSettle: z.array(z.string()),
  citations: z.array(citationSchema),
  basis: z.array(citationSchema),
  search: searchSchema,
  checker: checkerSchema,
  review: reviewSchema.nullable(),
  accepted: acceptanceSchema.exactOptional(),
  position: positionSchema.exactOptional(),
});

const confirmed = z.object({
  assessed: z.literal(true),
  label: z.literal('CONFIRMED'),
  outcome: outcomeSchema.extract(['satisfied', 'violated', 'partly_satisfied', 'not_applicable', 'answered']),
});
const estimated = z.object({
  assessed: z.literal(true),
  label: z.literal('ESTIMATED'),
  outcome: outcomeSchema,
});
const notFound = z.object({
  assessed: z.literal(true),
  label: z.literal('NOT FOUND'),
  outcome: outcomeSchema.extract(['undetermined', 'violated', 'satisfied']),
});
const notAssessed = z.object({
  assessed: z.literal(false),
  label: z.null(),
  outcome: outcomeSchema.extract(['undetermined']),
  notAssessedReason: notAssessedReasonSchema,
});

/**
 * How well a finding is established (`label`) and what it says about the rule (`outcome`): always two separate
 * fields.
 */
export const verdictSchema = z.union([confirmed, estimated, notFound, notAssessed]);

/** One rule, checked for one subject. The type allows only the meaningful pairs of label and outcome. */
export const findingSchema = z.union([
  findingBase.extend(confirmed.shape),
  findingBase.extend(estimated.shape),
  findingBase.extend(notFound.shape),
  findingBase.extend(notAssessed.shape),
]);

export type Label = z.infer<typeof labelSchema>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Reason = z.infer<typeof reasonSchema>;
export type NotAssessedReason = z.infer<typeof notAssessedReasonSchema>;
export type SubjectId = z.infer<typeof subjectSchema>;
export type Search = z.infer<typeof searchSchema>;
export type CheckerRecord = z.infer<typeof checkerSchema>;
export type Review = z.infer<typeof reviewSchema>;
export type Acceptance = z.infer<typeof acceptanceSchema>;
export type Value = z.infer<typeof valueSchema>;
export type PositionName = z.infer<typeof positionNameSchema>;
export type FindingPosition = z.infer<typeof positionSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
export type Finding = z.infer<typeof findingSchema>;

type Unassessed = Pick<Finding, 'id' | 'runId' | 'rule' | 'subject' | 'statement' | 'search' | 'checker'> & {
  notAssessedReason: NotAssessedReason;
};

/** The finding of a rule that could not be assessed for a subject: no label, no outcome, and the reason. */
export function unassessedFinding(unassessed: Unassessed): Finding {
  const { id, runId, rule, subject, notAssessedReason, statement, search, checker } = unassessed;
  return {
    id,
    runId,
    rule,
    subject,
    assessed: false,
    label: null,
    outcome: 'undetermined',
    notAssessedReason,
    statement,
    values: [],
    reasons: [],
    toSettle: [],
    citations: [],
    basis: [],
    search,
    checker,
    review: null,
  };
}

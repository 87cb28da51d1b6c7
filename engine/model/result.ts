import { z } from 'zod';
import { findingSchema } from './finding.ts';
import { usedRuleSchema } from './rule.ts';
import { countedAsSchema, namedFile, readMethodSchema, roleSchema } from './source.ts';

const tally = z.int().min(0);

const labelCountsSchema = z.object({
  CONFIRMED: tally,
  'NOT FOUND': tally,
  ESTIMATED: tally,
  notAssessed: tally,
});
/** Results of earlier releases do not have `answered`. */
const ofEachOutcome = <Each extends z.ZodType, Answered extends z.ZodType>(each: Each, answered: Answered) =>
  z.object({
    ...{ satisfied: each, violated: each, partly_satisfied: each, conflicting: each },
    ...{ not_applicable: each, undetermined: each, answered },
  });
const outcomeCountsSchema = ofEachOutcome(tally, tally.default(0));
const noLabels = { CONFIRMED: 0, 'NOT FOUND': 0, ESTIMATED: 0, notAssessed: 0 };
const outcomeLabelsSchema = ofEachOutcome(labelCountsSchema, labelCountsSchema.default(noLabels));
const countsSchema = z.object({ labels: labelCountsSchema, outcomes: outcomeCountsSchema });

const fileBase = z.object({ ...namedFile, role: roleSchema, fileIndex: z.int().min(0) });

export const fileReportSchema = z.discriminatedUnion('status', [
  fileBase.extend({
    status: z.literal('read'),
    pages: tally,
    /** What `pages` counts: pages, or another unit if the source has no pages. */
    countedAs: countedAsSchema,
    method: readMethodSchema,
  }),
  fileBase.extend({ status: z.literal('failed'), reason: z.string(), message: z.string() }),
]);

export const warningSchema = z.object({
  code: z.string(),
  message: z.string(),
  file: z.string().optional(),
});

export const usageSchema = z.object({
  modelCalls: tally,
  inputTokens: tally,
  outputTokens: tally,
  cachedTokens: tally,
  /** The input tokens sent to an embedding model; absent if no embedding model is set. */
  embeddingTokens: tally.optional(),
  /** The cost, in the currency of `MODEL_PRICES`; absent if no prices are set. */
  cost: z.number().min(0).optional(),
});

/** The result of a run, as the API, the command line, the reports and the evaluation harness read it. */
export const resultSchema = z.object({
  runId: z.string(),
  counts: countsSchema.extend({
    /** How many findings of each outcome have each label. Absent in results of an earlier version of Proviso. */
    labelsByOutcome: outcomeLabelsSchema.optional(),
    byRule: z.record(z.string(), countsSchema),
    bySubject: z.record(z.string(), countsSchema),
  }),
  /** The rules as they were checked, in their order. Absent in results of an earlier version of Proviso. */
  rules: z.array(usedRuleSchema).optional(),
  incomplete: z.boolean(),
  warnings: z.array(warningSchema),
  files: z.array(fileReportSchema),
  findings: z.array(findingSchema),
  output: z.json().nullable(),
  outputSources: z.record(
    z.string(),
    z.array(z.object({ findingId: z.string(), citation: z.int().min(0).optional() })),
  ),
  /** Why a leaf of `output` is null, by JSON pointer. */
  outputGaps: z.record(z.string(), z.string()),
  usage: usageSchema,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
});

export type Counts = z.infer<typeof countsSchema>;
export type ResultCounts = z.infer<typeof resultSchema>['counts'];
export type FileReport = z.infer<typeof fileReportSchema>;
export type Warning = z.infer<typeof warningSchema>;
export type Usage = z.infer<typeof usageSchema>;
export type Result = z.infer<typeof resultSchema>;
/** Any JSON value. */
export type Json = z.infer<ReturnType<typeof z.json>>;

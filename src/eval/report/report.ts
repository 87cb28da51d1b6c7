import { z } from 'zod';
import { usageSchema } from '../../../engine/model/result.ts';

const figureSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  better: z.enum(['higher', 'lower']),
  value: z.number().nullable(),
  n: z.number(),
  documents: z.int(),
  /** The 95 % interval over documents; null if there are fewer than two documents. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** The same figure over locked cases alone; null without locked cases. */
  locked: z.strictObject({ value: z.number().nullable(), n: z.number() }).nullable(),
  limit: z.strictObject({ min: z.number().optional(), max: z.number().optional() }).nullable(),
  missed: z.boolean(),
});

const countsSchema = z.record(z.string(), z.array(z.number()));

const itemSchema = z.strictObject({
  /** Identifies the expectation by case, rule and file, so that the answers of two runs can be paired. */
  key: z.string(),
  case: z.string(),
  rule: z.string(),
  cluster: z.string(),
  repeat: z.int(),
  expected: z.string(),
  given: z.string(),
  grade: z.enum(['right', 'cautious', 'wrong']),
  problems: z.array(z.string()),
  statement: z.string(),
  quotes: z.array(
    z.strictObject({
      file: z.string(),
      place: z.string(),
      quote: z.string(),
      stands: z.boolean().nullable(),
    }),
  ),
  counts: countsSchema,
});

const lockedItemSchema = z.strictObject({ key: z.string(), cluster: z.string(), counts: countsSchema });

/**
 * The results of an evaluation run, as `--json` writes them. Other commands read this file to show and to compare runs.
 */
export const reportSchema = z.strictObject({
  kind: z.literal('proviso-eval'),
  version: z.literal(1),
  /** The suite: `cases`, or the name of a benchmark. */
  suite: z.string(),
  at: z.iso.datetime(),
  settings: z.strictObject({
    checker: z.string(),
    model: z.string().optional(),
    /** The prompts that were used, as `id@version`. */
    prompts: z.array(z.string()),
    server: z.string().optional(),
    repeat: z.int(),
  }),
  /** The id of the figure by which runs are compared, chosen before the run. */
  primary: z.string(),
  cases: z.strictObject({ dev: z.int(), locked: z.int() }),
  figures: z.array(figureSchema),
  /** Rows: expected labels; columns: actual ones. Locked cases are included. */
  confusion: z
    .strictObject({
      rows: z.array(z.string()),
      columns: z.array(z.string()),
      counts: z.array(z.array(z.number())),
    })
    .nullable(),
  /** For each label, the number of answers and how many of them had the expected outcome. */
  reliability: z.array(z.strictObject({ label: z.string(), n: z.int(), right: z.int() })),
  /**
   * The number of expectations whose answers differ between repeats (`n`), and the number of all expectations (`of`).
   * Null without repeats.
   */
  unstable: z.strictObject({ n: z.int(), of: z.int() }).nullable(),
  usage: usageSchema,
  /**
   * The cost of the tokens, in the currency of the given prices; null without prices. Cached tokens count at the full
   * price.
   */
  cost: z.number().nullable(),
  /**
   * The number of questions to the model, by what happened to them: `replayed` were answered from recorded answers,
   * `recorded` were sent to the model and their answers were recorded, `missing` were not answered. Null if answers are
   * not recorded.
   */
  calls: z.strictObject({ replayed: z.int(), recorded: z.int(), missing: z.int() }).nullable(),
  /** The duration of the median case and of the slowest case, in ms; null for a benchmark. */
  latency: z.strictObject({ median: z.number(), slowest: z.number() }).nullable(),
  seconds: z.number(),
  items: z.array(itemSchema),
  locked: z.array(lockedItemSchema),
});

export type Report = z.output<typeof reportSchema>;
export type ReportFigure = Report['figures'][number];
export type ReportItem = z.output<typeof itemSchema>;
export type LockedItem = z.output<typeof lockedItemSchema>;

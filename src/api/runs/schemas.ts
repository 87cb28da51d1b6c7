import { z } from 'zod';
import { labelSchema, outcomeSchema, subjectSchema } from '../../../engine/model/finding.ts';
import { locatorSchema } from '../../../engine/model/locator.ts';
import { resultSchema } from '../../../engine/model/result.ts';
import { namedFile } from '../../../engine/model/source.ts';
import { differenceCursor } from '../../domain/records/cursor.ts';
import { runStates } from '../../domain/runs/run.ts';
import { diffKinds } from '../../domain/runs/run-diff.ts';
import { mostEarlierSignOffs } from '../../domain/runs/sign-off.ts';
import { nextCursor } from '../answers.ts';
import { filledText, flag, goingOn, idOf, position, strict } from '../fields.ts';
import { finding } from '../findings/schemas.ts';
import { politicsFields } from '../politics/schemas.ts';

const time = () => z.iso.datetime();
const share = z.object({ done: z.int(), total: z.int().nullable() }).meta({ id: 'Share' });

const runError = z.object({ code: z.string(), message: z.string(), at: time() }).meta({ id: 'RunError' });

const runState = z.enum(runStates).meta({ id: 'RunState' });

export const subjectScope = z.enum(['together', 'each']).meta({ id: 'Scope' });

const progress = {
  stage: z.enum(['waiting', 'reading', 'checking', 'shaping', 'ended']).meta({ id: 'RunStage' }),
  files: share,
  pages: share,
  rules: share.meta({ description: 'The number of rules times the number of subjects.' }),
  percent: z.number().meta({ description: '0 to 100.' }),
};

export const runProgress = z
  .object({
    ...progress,
    runId: z.string(),
    state: runState,
    attempts: z.int(),
    lastError: runError.nullable().meta({
      description:
        'Why the last attempt failed, or why a call of the model failed in this attempt. Null if neither failed.',
    }),
    nextAttemptAt: time().nullable().meta({
      description: 'When the next attempt begins, or the call is repeated. Null if nothing is waiting.',
    }),
  })
  .meta({ id: 'RunProgress' });

/** The result of a run, without the findings. */
export const runResult = resultSchema.omit({ findings: true, runId: true }).meta({ id: 'RunResult' });

const { labels: labelCounts, outcomes: outcomeCounts } = resultSchema.shape.counts.shape;

const summary = {
  _id: z.string(),
  projectId: z.string(),
  state: runState,
  progress: z.object(progress).meta({ id: 'Progress' }),
  attempts: z.int(),
  lastError: runError.nullable(),
  nextAttemptAt: time().nullable(),
  summary: z
    .object({ labels: labelCounts, outcomes: outcomeCounts.optional(), incomplete: z.boolean() })
    .meta({ id: 'RunCounts' })
    .nullable()
    .meta({ description: 'Null until the run has ended.' }),
  findings: z.int().meta({ description: 'The number of findings so far.' }),
  createdAt: time(),
  startedAt: time().nullable(),
  endedAt: time().nullable(),
};

export const runSummary = z.object(summary).meta({ id: 'RunSummary' });

/** A run with the rule set and the files with which it was started. */
export const runRecord = z
  .object({
    ...summary,
    politics: z
      .object({
        ...politicsFields,
        secondSignOff: z.boolean().exactOptional().meta({ description: 'Absent if it is false.' }),
        ...{ politicsId: z.string(), updatedAt: time() },
      })
      .meta({ id: 'DeployedPolitics', description: 'The rule set as it was at the start of the run.' }),
    files: z.array(z.object({ ...namedFile, type: z.string(), url: z.string() }).meta({ id: 'RunFile' })),
    scope: subjectScope,
    result: runResult.nullable(),
  })
  .meta({ id: 'Run' });

export const runRef = () => strict({ id: idOf('project'), runId: idOf('run') });

export const diffInput = () =>
  strict({
    id: idOf('project'),
    runId: idOf('run'),
    against: idOf('run')
      .exactOptional()
      .meta({ description: 'The run to compare with. By default, the previous run that has ended.' }),
    ...goingOn(differenceCursor),
  });

export const redlineInput = () =>
  strict({
    id: idOf('project'),
    runId: idOf('run'),
    file: position().exactOptional().meta({
      description:
        'The index of a file of the run, from 0. By default, its only Word file (.docx), or its only file.',
    }),
    accept: z
      .array(z.string().max(500))
      .max(1_000)
      .exactOptional()
      .meta({ description: 'The keys of the rules for which changes are wanted. By default, all rules.' }),
    after: z.record(z.string().max(500), z.string().min(1).max(500)).exactOptional().meta({
      description:
        'For keys of rules: the clause, such as 5.1, or words of the paragraph after which the wording of the rule is inserted if nothing is found. By default, the closest passage of the finding.',
    }),
    propose: flag().exactOptional().meta({
      description:
        'Whether the language model proposes a sentence where no number decides. Code refuses a sentence with another name, number or date than the document and the rule have.',
    }),
  });

const redlineAnswer = z
  .object({ outcome: outcomeSchema, label: labelSchema.nullable() })
  .meta({ id: 'RedlineAnswer' });

const redlineChange = z
  .object({
    file: z.string(),
    locator: locatorSchema,
    quote: z.string(),
    becomes: z.string().meta({ description: 'The quote with the change.' }),
    inserted: z.string().exactOptional().meta({
      description:
        'New paragraphs after the paragraph that `quote` ends. Absent if words of the quote change.',
    }),
    note: z.string().exactOptional().meta({ description: 'What to know before the change is accepted.' }),
  })
  .meta({ id: 'RedlineChange' });

const redlinedFinding = z
  .object({
    findingId: z.string(),
    rule: z.object({ key: z.string(), name: z.string() }).meta({ id: 'RedlinedRule' }),
    changes: z.array(redlineChange).meta({ description: 'Empty if no change can be computed.' }),
    offered: z.boolean(),
    withheld: z.string().nullable().meta({ description: 'Why the changes are not offered.' }),
    before: redlineAnswer,
    after: redlineAnswer
      .nullable()
      .meta({ description: 'The answer about the document with the changes, if they could be made.' }),
  })
  .meta({ id: 'RedlinedFinding' });

export const runRedline = z
  .object({
    document: z
      .object({ name: z.string(), url: z.string() })
      .meta({ id: 'RedlinedDocument' })
      .nullable()
      .meta({ description: 'The Word file with the tracked changes and comments; null for other files.' }),
    findings: z.array(redlinedFinding),
  })
  .meta({ id: 'RunRedline' });

const difference = z
  .object({
    changes: z.array(z.enum(diffKinds)),
    rule: finding.options[0].shape.rule,
    subject: subjectSchema,
    before: finding.nullable(),
    after: finding.nullable(),
  })
  .meta({ id: 'Difference' });

export const runDiff = z
  .object({
    runId: z.string(),
    againstId: z.string().nullable(),
    unchanged: z.int().meta({ description: 'The number of findings that are the same in both runs.' }),
    total: z.int().meta({ description: 'The number of differences.' }),
    nextCursor: nextCursor(
      'The cursor of the next differences: repeat the request with after set to this value. Null at the end. A response has at most 100 differences, and fewer if they are large.',
    ),
    differences: z.array(difference),
  })
  .meta({ id: 'RunDiff' });

const reviewStatus = z
  .object({
    findings: z.int(),
    notReviewed: z.int().meta({ description: 'The number of findings without a review.' }),
    outcomes: outcomeCounts.nullable().meta({
      description:
        'The number of findings with each outcome: the outcome of the review, otherwise that of Proviso. Null while the run is active, and for runs of earlier releases.',
    }),
  })
  .meta({ id: 'ReviewStatus' });

const signature = { by: z.string(), at: time(), comment: z.string().optional() };

const signed = {
  ...signature,
  second: z.object(signature).meta({ id: 'SecondSignature' }).nullish().meta({
    description:
      'The signature of the second person; null while the sign-off waits for that person. Absent if the rule set of the run does not ask for a second person.',
  }),
  open: reviewStatus.meta({ description: 'The state of the review at the time of the sign-off.' }),
};

const signOff = z
  .object({
    ...signed,
    outdated: z
      .boolean()
      .meta({ description: 'Whether a review was added, changed or removed after the sign-off.' }),
  })
  .meta({ id: 'SignOff' });

const reviewState = {
  review: reviewStatus,
  signOff: signOff.nullable().meta({ description: 'Null if the run is not signed off.' }),
};

const earlierSignOff = z
  .object({
    ...signed,
    ended: z.object({ how: z.enum(['replaced', 'withdrawn']), by: z.string(), at: time() }).meta({
      id: 'SignOffEnd',
      description: 'Whether a later sign-off replaced this one or a person withdrew it, who, and when.',
    }),
  })
  .meta({ id: 'EarlierSignOff' });

export const runReview = z
  .object({
    ...reviewState,
    earlier: z.array(earlierSignOff).meta({
      description: `The sign-offs that were replaced or withdrawn, the latest first; at most ${mostEarlierSignOffs}.`,
    }),
  })
  .meta({ id: 'RunReview' });

export const signOffInput = () =>
  strict({
    id: idOf('project'),
    runId: idOf('run'),
    comment: filledText()
      .exactOptional()
      .meta({ description: 'What the reader of the sign-off should know.' }),
  }).meta({ examples: [{ comment: 'The open points are for the meeting on Monday.' }] });

export const assignedCount = z
  .object({
    project: z.object({ _id: z.string(), name: z.string() }).meta({ id: 'AssignedProject' }),
    runId: z.string(),
    findings: z
      .int()
      .meta({ description: 'The number of findings that are assigned to you and not reviewed.' }),
  })
  .meta({ id: 'AssignedCount' });

export const overviewEntry = z
  .object({
    project: z
      .object({ _id: z.string(), name: z.string(), description: z.string(), updatedAt: time() })
      .meta({ id: 'OverviewProject' }),
    run: z
      .object({ ...summary, ...reviewState })
      .meta({ id: 'OverviewRun' })
      .nullable()
      .meta({ description: 'The last run of the project; null before the first check.' }),
  })
  .meta({ id: 'OverviewEntry' });

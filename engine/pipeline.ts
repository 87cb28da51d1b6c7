import { setMaxListeners } from 'node:events';
import type { Checker } from './check/checker.ts';
import { forgetIndex } from './cite/match/folded-source.ts';
import { QuoteLocator } from './cite/quote-locator.ts';
import { type LookAtPages, shownCitations, withBoxes } from './cite/with-boxes.ts';
import {
  type Checked,
  type Cited,
  findingOf,
  notAssessed,
  type Retrieved,
  type Task,
  unreadable,
  withCertificate,
} from './finding-of.ts';
import type { AnalysisEvent, AnalyzeOptions, Job } from './job.ts';
import { verifyAnswer } from './label/verify.ts';
import type { OnFailedCall } from './llm/retries.ts';
import { createBoxLocator } from './load/pages/box-locator.ts';
import { readFiles } from './load/read-files.ts';
import { ReadingReport, unreadWarning } from './load/reading-report.ts';
import { countFindings } from './model/counts.ts';
import { CheckFailure } from './model/errors.ts';
import type { Finding } from './model/finding.ts';
import type { Result, Warning } from './model/result.ts';
import type { Source } from './model/source.ts';
import { usageOf } from './model/usage.ts';
import { atMost } from './model/wording/at-most.ts';
import type { OpenedSource, Ports } from './ports.ts';
import { answerByPosition } from './positions.ts';
import { createMeaningSearch, type MeaningSearch } from './retrieve/dense/meaning-search.ts';
import { defaultMost } from './retrieve/passage-index.ts';
import { SubjectIndexes } from './retrieve/subject-indexes.ts';
import { type FindingKeeper, type PlacedTask, RunFindings } from './run-findings.ts';
import { inParallel } from './runtime/in-parallel.ts';
import { RunSources } from './runtime/run-sources.ts';
import {
  asStep,
  runSteps,
  type StepConfig,
  type Steps,
  Summarized,
  step,
  withSignal,
} from './runtime/step.ts';
import { withTracingAsAllowed } from './runtime/tracing.ts';
import { createWorkQueue } from './runtime/work-queue.ts';
import { prepareShaping } from './shape/process/shape-apart.ts';
import { type ShapedByModel, shapeByModel } from './shape/shape-by-model.ts';
import { countSubjects, isUnreadable, missingFrom, type Subject, subjectsOf } from './subjects.ts';

/** The fields of a result apart from its findings. */
export type ResultHead = Omit<Result, 'findings'>;

type Given = {
  job: Job;
  ports: Ports;
  keeper: FindingKeeper;
  onEvent: (event: AnalysisEvent) => void;
  boxes: boolean;
};

/** Like `analyzeInto`, but returns the findings as part of the result. */
export async function analyze(job: Job, ports: Ports, options: AnalyzeOptions = {}): Promise<Result> {
  const kept = new Map<number, Finding>();
  const inOrder = () => [...kept].sort(([one], [other]) => one - other).map(([, finding]) => finding);
  const keeper: FindingKeeper = {
    keep: (finding, place) => kept.set(place, finding),
    all: async () => inOrder(),
  };
  const { runId, counts, rules, incomplete, warnings, files, ...rest } = await analyzeInto(
    keeper,
    job,
    ports,
    options,
  );
  return { runId, counts, rules, incomplete, warnings, files, findings: inOrder(), ...rest };
}

/**
 * Checks every rule of the job against its files and passes each finding, with the quotes that support it, to the
 * keeper. The result lists unreadable files and unassessed rules with their reasons; they do not affect the rest of the
 * job. Throws the signal's reason when it is aborted.
 */
export function analyzeInto(
  keeper: FindingKeeper,
  job: Job,
  ports: Ports,
  options: AnalyzeOptions = {},
): Promise<ResultHead> {
  const { onEvent = () => {}, signal, config, boxes = true } = options;
  const given = { job, ports, keeper, onEvent, boxes };
  const { rules, knowledge, inputs } = job;
  const named = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  const shown = {
    name: 'check documents',
    input: { rules: named(rules), knowledge: named(knowledge), inputs: named(inputs) },
    output: ({ counts, incomplete }: ResultHead) => ({ labels: counts.labels, incomplete }),
  };
  return withTracingAsAllowed(() => asStep(shown, withSignal(config, signal), (own) => analyzed(given, own)));
}

/**
 * How many findings can wait for the positions of their words, which other processes find, while the next rules are
 * checked. Each can keep the text of another subject in memory.
 */
const mostLocating = 4;

/** Load → split and index → for each rule retrieve, check, locate, label, and locate boxes → shape. */
async function analyzed(given: Given, config: StepConfig): Promise<ResultHead> {
  // Every step of every active rule adds a listener to the signal; Node would report more than ten as a leak.
  setMaxListeners(0, config.signal);
  const { job, keeper, ports, onEvent } = given;
  const startedAt = ports.clock.now().toISOString();
  const parts = partsOf(given, config);
  const { sources, report, findings, indexes, models, rule } = parts;
  const { checker, vision } = models;
  const answer = createAnswer(rule, config);
  if (job.outputFormat !== null) prepareShaping(job.limits);
  try {
    const reading = {
      job,
      ports: { ...ports, ...(vision && { vision }) },
      onEvent,
      retain: (opened: OpenedSource) => sources.retain(opened),
    };
    const prepare = (source: Source) => indexes.prepare(source, config);
    const subjects = subjectsOf(job, readFiles(reading, report, config), sources, prepare);
    const tasks = tasksOf(job, subjects, indexes, config);
    await inParallel(tasks, checker.concurrency + mostLocating, async (task) => {
      config.signal.throwIfAborted();
      await findings.add(task, () => answer(task));
      sources.answered(task.subject);
    });
    const all = job.outputFormat === null ? [] : await keeper.all();
    const shaped = await shapeByModel(job, all, checker.chooseFields, config);
    return { ...resultOf(job, parts, shaped), startedAt, endedAt: ports.clock.now().toISOString() };
  } finally {
    await sources.close();
  }
}

/** What the steps of a rule need. Without `lookAtPages`, citations have no boxes. */
type RuleParts = {
  runId: string;
  checker: Checker;
  meaning: MeaningSearch | null;
  lookAtPages?: LookAtPages;
};

/** The steps that answer one rule about one subject: retrieve → check → locate → label. */
export function ruleSteps({ runId, checker, meaning }: RuleParts, signal: AbortSignal): Steps<Task, Finding> {
  const steps = step(
    'retrieve',
    signal,
    (task: Task, config) => retrieve(task, checker, meaning, config),
    retrievedShown,
  )
    .pipe(step('check', signal, (task: Retrieved, config) => check(task, checker, config), checkedShown))
    .pipe(step('locate', signal, (task: Checked) => locate(task, checker), citedShown))
    .pipe(step('label', signal, (task: Cited) => findingOf(runId, task), labelledShown));
  steps.name = 'rule';
  return steps;
}

/**
 * Returns a function that answers a rule about a subject with the steps above, once for each position of the rule that
 * is needed, and then locates the cited words on their pages. At most as many rules are checked at the same time as the checker allows; the words of further findings
 * are located meanwhile. If the checker fails, the finding is marked as not assessed, never as NOT FOUND. The function
 * throws the signal's reason.
 */
export function createAnswer(parts: RuleParts, config: StepConfig): (task: Task) => Promise<Finding> {
  const { runId, checker, lookAtPages } = parts;
  const { method } = checker;
  const steps = ruleSteps(parts, config.signal);
  const checks = createWorkQueue(checker.concurrency);
  return async (task) => {
    const { rule, subject } = task;
    if (isUnreadable(subject))
      return notAssessed(runId, task, { method }, 'nothing_readable', unreadable(subject));
    try {
      const finding = await checks(() =>
        answerByPosition(task, (one, position) => {
          const shown = { rule: rule.name, ...(position && { position }), subject: subject.subject };
          return runSteps(steps, new Summarized(one, shown), config);
        }),
      );
      return lookAtPages ? await locatedBoxes(finding, subject, lookAtPages, config) : finding;
    } catch (error) {
      config.signal.throwIfAborted();
      if (!(error instanceof CheckFailure)) throw error;
      return notAssessed(runId, task, error.checker ?? { method }, error.code, error.message);
    }
  };
}

/** Finds the passages that may bear on the rule: by their words, and by their meaning if the run has embeddings. */
async function retrieve(
  task: Task,
  checker: Checker,
  meaning: MeaningSearch | null,
  config: StepConfig,
): Promise<Retrieved> {
  const { rule, passageIndex } = task;
  const { searched } = task.subject;
  const evidence = await passageIndex.retrieve(rule, searched, config);
  const chooses = checker.choosesPassages?.({ searched, passages: passageIndex.passages }) ?? true;
  if (meaning === null || !chooses) return { ...task, evidence };
  return {
    ...task,
    evidence: await meaning.refine(evidence, rule, { sources: searched, passageIndex }, config),
  };
}

function retrievedShown({ rule, evidence: { inputs, authority, queries } }: Retrieved) {
  return {
    rule: rule.name,
    queries,
    passages: inputs.map(({ passage }) => passage.id),
    authority: authority.map(({ passage }) => passage.id),
  };
}

async function check(task: Retrieved, checker: Checker, config: StepConfig): Promise<Checked> {
  const { rule, evidence, subject, passageIndex } = task;
  const question = { rule, evidence, passages: passageIndex.passages, searched: subject.searched };
  return { ...task, ...(await checker.check(question, config)) };
}

function checkedShown({ answer: { outcome, support, statement, quotes } }: Checked) {
  return { outcome, support, statement, quotes };
}

/** Locates each quote of the answer in the stored sources, and adds the certificate that covers their languages. */
function locate(task: Checked, checker: Checker): Cited {
  const { answer, passageIndex, subject } = task;
  const locator = task.locator ?? new QuoteLocator(passageIndex.passages, subject.searched);
  return { ...task, ...withCertificate(verifyAnswer(answer, locator), task.checker, subject, checker) };
}

function citedShown({ verified: { citations, dropped, corrected, gaps } }: Cited) {
  return {
    citations: citations.map(({ source, locator, quote }) => ({ file: source.name, locator, quote })),
    dropped,
    corrected,
    gaps,
  };
}

function labelledShown({ label, outcome, statement, reasons }: Finding) {
  return { label, outcome, statement, reasons };
}

function locatedBoxes(
  finding: Finding,
  { authorities, inputs }: Subject,
  lookAtPages: LookAtPages,
  config: StepConfig,
): Promise<Finding> {
  const shown = {
    name: 'locate boxes',
    input: { rule: finding.rule.name, citations: shownCitations(finding).length },
    output: (boxed: Finding) => ({
      boxes: shownCitations(boxed).reduce((count, { boxes = [] }) => count + boxes.length, 0),
    }),
  };
  return asStep(shown, config, () => withBoxes(finding, [...authorities, ...inputs], lookAtPages));
}

/** The objects that the steps of one run share. */
function partsOf({ job, ports, keeper, onEvent, boxes }: Given, config: StepConfig) {
  const sources = new RunSources(job.rules.length);
  const onFailedCall: OnFailedCall = ({ code, message }, pauseMs) => {
    const now = ports.clock.now();
    const next = pauseMs === null ? null : new Date(now.getTime() + pauseMs);
    const times = { at: now.toISOString(), nextAttemptAt: next?.toISOString() ?? null };
    onEvent({ type: 'model_call_failed', code, message, ...times });
  };
  const models = modelsOf(job, ports, config, onFailedCall);
  const { checker, meaning } = models;
  const boxLocator = createBoxLocator(sources, job.limits, config.signal);
  sources.onRelease((subject) => {
    meaning?.forget(subject.inputs);
    checker.forget?.(subject);
    for (const { content } of subject.inputs) forgetIndex(content);
    boxLocator.forget(subject.inputs);
  });
  const rule: RuleParts = {
    runId: job.runId,
    checker,
    meaning,
    ...(boxes && { lookAtPages: boxLocator.lookAt }),
  };
  return {
    sources,
    models,
    rule,
    report: new ReadingReport(),
    findings: new RunFindings(job, keeper, onEvent),
    indexes: new SubjectIndexes({
      most: checker.passages,
      splitter: ports.splitter,
      retriever: ports.retriever,
      warningsAbout: (passages) => checker.warnings?.(passages) ?? [],
    }),
  };
}

function resultOf(
  job: Job,
  { findings, indexes, report, models: { meaning, vision, embedder } }: ReturnType<typeof partsOf>,
  { shaped, record }: ShapedByModel,
): Omit<ResultHead, 'startedAt' | 'endedAt'> {
  const traces = findings.traces();
  const ofSubjects = indexes.warnings();
  const warnings = [
    ...(job.inputs.length === 0 ? [noFiles] : []),
    ...(job.missing ?? []).map(({ name, reason: message }) =>
      unreadWarning({ name, reason: 'not_taken', message }),
    ),
    ...report.warnings(),
    ...ofSubjects.language,
    ...(meaning?.warnings() ?? []),
    ...ofSubjects.checker,
    ...shaped.warnings,
  ];
  return {
    runId: job.runId,
    counts: countFindings(traces),
    rules: job.rules,
    incomplete: traces.some(({ complete }) => !complete) || missingFrom(job).length > 0,
    warnings: atMost(warnings, mostWarnings, moreWarnings),
    files: report.files(),
    output: shaped.output,
    outputSources: shaped.outputSources,
    outputGaps: shaped.outputGaps,
    usage: usageOf(
      traces,
      [record, vision?.spent()].flatMap((took) => took ?? []),
      embedder?.spent(),
    ),
  };
}

/** The models of one run, whose usage is counted together. */
function modelsOf(job: Job, ports: Ports, config: StepConfig, onFailedCall: OnFailedCall) {
  const checker = ports.checker.forRun?.(job, ports.answers, onFailedCall) ?? ports.checker;
  if (ports.allowance) checker.budget?.limitBy(ports.allowance);
  const vision = ports.vision?.forRun?.(checker.budget, ports.allowance);
  const embedder = ports.embedder?.forRun(ports.answers, checker.budget, ports.allowance, config);
  const searches = embedder !== undefined && embedder.share > 0;
  const meaning = searches ? createMeaningSearch(embedder, checker.passages ?? defaultMost) : null;
  return { checker, vision, embedder, meaning };
}

/** The tasks of a run: for each subject, in the order in which the subjects are read, one task per rule. */
async function* tasksOf(
  job: Job,
  subjects: AsyncIterable<Subject>,
  indexes: SubjectIndexes,
  config: StepConfig,
): AsyncGenerator<PlacedTask, void, undefined> {
  const count = countSubjects(job);
  for await (const subject of subjects) {
    const passageIndex = await indexes.open(subject, config);
    for (const [at, rule] of job.rules.entries())
      yield { rule, subject, passageIndex, place: at * count + subject.place };
  }
}

/** Maximum number of warnings of a run: enough for ten warnings about each of 100 files. */
const mostWarnings = 1_000;

function moreWarnings(count: number): Warning {
  return {
    code: 'more_warnings',
    message: `${count} more warnings are not listed. Check fewer files in a run to see all of them.`,
  };
}

const noFiles: Warning = {
  code: 'no_files',
  message: 'There are no input files: every rule was checked against nothing.',
};

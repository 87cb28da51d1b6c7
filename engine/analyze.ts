import { setMaxListeners } from 'node:events';
import { createRuleCheck } from './check-rule.ts';
import { forgetIndex } from './cite/match/folded-source.ts';
import type { AnalysisEvent, AnalyzeOptions, Job } from './job.ts';
import { createBoxLocator } from './load/pages/box-locator.ts';
import { createLoad, readFiles } from './load/read-files.ts';
import { ReadingReport } from './load/reading-report.ts';
import { countFindings } from './model/counts.ts';
import type { Finding } from './model/finding.ts';
import type { Result, Warning } from './model/result.ts';
import { usageOf } from './model/usage.ts';
import { atMost } from './model/wording/at-most.ts';
import type { Ports } from './ports.ts';
import { createMeaningSearch } from './retrieve/dense/meaning-search.ts';
import { defaultMost } from './retrieve/passage-index.ts';
import { SubjectIndexes } from './retrieve/subject-indexes.ts';
import { type FindingKeeper, type PlacedTask, RunFindings } from './run-findings.ts';
import { inParallel } from './runtime/in-parallel.ts';
import { RunSources } from './runtime/run-sources.ts';
import { Step, type StepConfig, withSignal } from './runtime/step.ts';
import { withTracingAsAllowed } from './runtime/tracing.ts';
import { createShape, type ShapedByModel } from './shape/shape-by-model.ts';
import { countSubjects, type Subject, subjectsOf } from './subjects.ts';

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
  return withTracingAsAllowed(() => run.invoke(given, withSignal(config, signal)));
}

const run = new Step({
  name: 'check documents',
  input: ({ job: { rules, knowledge, inputs } }: Given) => ({
    rules: rules.map(({ name }) => name),
    knowledge: knowledge.map(({ name }) => name),
    inputs: inputs.map(({ name }) => name),
  }),
  output: ({ counts, incomplete }: ResultHead) => ({ labels: counts.labels, incomplete }),
  work: analyzed,
});

/**
 * How many findings can wait for the positions of their words, which other processes find, while the next rules are
 * checked. Each can keep the text of another subject in memory.
 */
const mostLocating = 4;

/** Load → split and index → for each rule retrieve, check, verify and label → shape. */
async function analyzed(given: Given, config: StepConfig): Promise<ResultHead> {
  // Every step of every active rule adds a listener to the signal; Node would report more than ten as a leak.
  setMaxListeners(0, config.signal);
  const { job, ports, keeper } = given;
  const startedAt = ports.clock.now().toISOString();
  const parts = partsOf(given, config);
  const { sources, report, findings, indexes, models, load, checkRule, shape } = parts;
  try {
    const files = readFiles(job, load, report, config);
    const subjects = subjectsOf(job, files, sources);
    const tasks = tasksOf(job, subjects, indexes, config);
    await inParallel(tasks, models.checker.concurrency + mostLocating, async (task) => {
      config.signal.throwIfAborted();
      await findings.add(task, () => checkRule.invoke(task, config));
      sources.answered(task.subject);
    });
    const all = job.outputFormat === null ? [] : await keeper.all();
    const shaped = await shape.invoke(all, config);
    return { ...resultOf(job, parts, shaped), startedAt, endedAt: ports.clock.now().toISOString() };
  } finally {
    await sources.close();
  }
}

/** The steps of one run, and the objects that they share. */
function partsOf({ job, ports, keeper, onEvent, boxes }: Given, config: StepConfig) {
  const sources = new RunSources(job.rules.length);
  const models = modelsOf(job, ports, config);
  const { checker, vision, meaning } = models;
  const boxLocator = createBoxLocator(sources, job.limits, config.signal);
  sources.onRelease(({ inputs }) => meaning?.forget(inputs));
  sources.onRelease((subject) => checker.forget?.(subject));
  sources.onRelease(({ inputs }) => {
    for (const { content } of inputs) forgetIndex(content);
  });
  sources.onRelease(({ inputs }) => boxLocator.forget(inputs));
  return {
    sources,
    models,
    report: new ReadingReport(),
    findings: new RunFindings(job, keeper, onEvent),
    indexes: new SubjectIndexes({
      most: checker.passages,
      splitter: ports.splitter,
      retriever: ports.retriever,
      warningsAbout: (passages) => checker.warnings?.(passages) ?? [],
    }),
    load: createLoad({
      job,
      ports: { ...ports, ...(vision && { vision }) },
      onEvent,
      retain: (opened) => sources.retain(opened),
    }),
    checkRule: createRuleCheck({
      runId: job.runId,
      checker,
      meaning,
      ...(boxes && { lookAtPages: boxLocator.lookAt }),
    }),
    shape: createShape(job, checker.chooseFields),
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
    incomplete: traces.some(({ complete }) => !complete),
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
function modelsOf(job: Job, ports: Ports, config: StepConfig) {
  const checker = ports.checker.forRun?.(job, ports.answers) ?? ports.checker;
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
  { index }: SubjectIndexes,
  config: StepConfig,
): AsyncGenerator<PlacedTask, void, undefined> {
  const count = countSubjects(job);
  for await (const subject of subjects) {
    const passageIndex = await index.invoke(subject, config);
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

import { setMaxListeners } from 'node:events';
import { assertSound } from './assert-sound.ts';
import { createRuleCheck, type Task } from './check-rule.ts';
import { forgetIndex } from './cite/source-index.ts';
import { withBoxes } from './cite/with-boxes.ts';
import { inParallel } from './in-parallel.ts';
import type { AnalysisEvent, Job } from './job.ts';
import { HeldFiles } from './load/held-files.ts';
import { createPageLook } from './load/page-look.ts';
import { type ReadOptions, readFiles } from './load/read-files.ts';
import { type Counted, countFindings } from './model/counts.ts';
import type { Finding } from './model/finding.ts';
import { findingId } from './model/keys.ts';
import type { Result, Warning } from './model/result.ts';
import type { KeyedRule } from './model/rule.ts';
import { usageOf } from './model/usage.ts';
import type { Ports } from './ports.ts';
import { createLibrary, defaultMost } from './retrieve/library.ts';
import { createMeaningSearch } from './retrieve/meaning-search.ts';
import { shapeByChoice } from './shape/shape-by-choice.ts';
import { type Matter, mattersOf } from './subjects.ts';

export type AnalyzeOptions = { signal: AbortSignal; onEvent: (event: AnalysisEvent) => void };

/** Where the findings of a run are kept: a run of many files holds no finding that another place has. */
export type FindingKeeper = {
  /** Called once for each finding. `place` counts from 0, by rule and then by matter. */
  keep(finding: Finding, place: number): void;
  /** All that were kept, in the order of their places. */
  all(): Promise<readonly Finding[]>;
};

/** What a result says beside its findings. */
export type ResultHead = Omit<Result, 'findings'>;

/** `analyzeInto`, with the findings in the result. */
export async function analyze(job: Job, ports: Ports, options: AnalyzeOptions): Promise<Result> {
  const kept = new Map<number, Finding>();
  const inOrder = () => [...kept].sort(([one], [other]) => one - other).map(([, finding]) => finding);
  const keeper: FindingKeeper = {
    keep: (finding, place) => kept.set(place, finding),
    all: async () => inOrder(),
  };
  const { runId, counts, incomplete, warnings, files, ...rest } = await analyzeInto(
    keeper,
    job,
    ports,
    options,
  );
  return { runId, counts, incomplete, warnings, files, findings: inOrder(), ...rest };
}

/**
 * Checks every rule of the job against its files and shows for each answer the words it rests on.
 * A file that can't be read and a rule that can't be assessed are in the result by name and reason;
 * nothing else of the job suffers from them. Throws the signal's reason when it is aborted.
 */
export async function analyzeInto(
  keeper: FindingKeeper,
  job: Job,
  ports: Ports,
  options: AnalyzeOptions,
): Promise<ResultHead> {
  const held = new HeldFiles();
  try {
    return await analyzed(keeper, job, ports, held, options);
  } finally {
    await held.close();
  }
}

async function analyzed(
  keeper: FindingKeeper,
  job: Job,
  ports: Ports,
  held: HeldFiles,
  { signal, onEvent }: AnalyzeOptions,
): Promise<ResultHead> {
  // Every step of every rule under way listens; Node would take more than ten for a leak.
  setMaxListeners(0, signal);
  const startedAt = ports.clock.now().toISOString();
  const checker = ports.checker.forRun?.(job, ports.answers) ?? ports.checker;
  const vision = ports.vision?.forRun?.(checker.budget);
  const {
    matters,
    files,
    warnings: ofFiles,
  } = await readMatters(job, { ...ports, ...(vision && { vision }) }, { signal, onEvent, held });
  const most = checker.passages ?? defaultMost;
  const library = await createLibrary(
    matters.flatMap((matter) => matter.searched),
    most,
  );
  const pages = createPageLook(held, job.limits);
  const embedder = ports.embedder?.forRun(ports.answers, checker.budget);
  const meaning =
    embedder && embedder.share > 0 ? createMeaningSearch(library.passages, embedder, most) : null;
  const aboutMaterial = checker.warnings?.(library.passages) ?? [];
  const checkRule = createRuleCheck({ runId: job.runId, library, checker, meaning });

  const total = matters.length * job.rules.length;
  const answers = new Map<Matter, number>();
  const answered = (matter: Matter) => {
    const given = (answers.get(matter) ?? 0) + 1;
    answers.set(matter, given);
    if (given < job.rules.length) return;
    answers.delete(matter);
    library.forget(matter.inputs);
    meaning?.forget(matter.inputs);
    checker.forget?.(matter);
    for (const { content } of matter.inputs) forgetIndex(content);
  };
  const earlier = new Map(job.earlier.map((finding) => [finding.id, finding]));
  let done = 0;
  const tasks = tasksOf(matters, job.rules);
  const traces = await inParallel(tasks, checker.concurrency, async ({ place, ...task }): Promise<Trace> => {
    signal.throwIfAborted();
    const known = earlier.get(findingId(job.runId, task.rule.key, task.matter.subject));
    const sources = [...task.matter.authorities, ...task.matter.inputs];
    const finding = known ?? (await withBoxes(await checkRule(task, signal), sources, pages, signal));
    assertSound(finding, task.matter);
    keeper.keep(finding, place);
    done += 1;
    if (!known) onEvent({ type: 'finding', finding, done, total });
    answered(task.matter);
    return traceOf(finding, place);
  });
  traces.sort((one, other) => one.place - other.place);

  const findings = job.outputFormat === null ? [] : await keeper.all();
  const { shaped, record } = await shapeByChoice(job.outputFormat, findings, checker.chooseFields, signal);
  const warnings: Warning[] = [
    ...ofFiles,
    ...library.warnings,
    ...(meaning?.warnings() ?? []),
    ...aboutMaterial,
    ...shaped.warnings,
  ];
  if (job.inputs.length === 0) warnings.unshift(noFiles);
  return {
    runId: job.runId,
    counts: countFindings(traces),
    incomplete: traces.some(({ complete }) => !complete),
    warnings,
    files,
    output: shaped.output,
    outputSources: shaped.outputSources,
    outputGaps: shaped.outputGaps,
    usage: usageOf(
      traces,
      [record, vision?.spent()].flatMap((took) => took ?? []),
      embedder?.spent(),
    ),
    startedAt,
    endedAt: ports.clock.now().toISOString(),
  };
}

/** What was read, by matter: nothing else refers to the text of the files. */
async function readMatters(job: Job, ports: Ports, options: ReadOptions) {
  const reading = await readFiles(job, ports, options);
  return { matters: mattersOf(job, reading), files: reading.files, warnings: reading.warnings };
}

/** Every rule for one matter after the other. Takes the matters out of their list, so that each goes when it is answered. */
function* tasksOf(
  matters: Matter[],
  rules: readonly KeyedRule[],
): Generator<Task & { place: number }, void, undefined> {
  const count = matters.length;
  for (let at = 0; at < count; at += 1) {
    const matter = matters.shift();
    if (matter === undefined) return;
    for (const [index, rule] of rules.entries()) yield { rule, matter, place: index * count + at };
  }
}

/** What the result needs of a finding that is kept elsewhere. */
type Trace = Counted & Pick<Finding, 'checker'> & { place: number; complete: boolean };

function traceOf(
  { rule, subject, label, outcome, checker, assessed, search }: Finding,
  place: number,
): Trace {
  return { place, rule, subject, label, outcome, checker, complete: assessed && search.complete };
}

const noFiles: Warning = {
  code: 'no_files',
  message: 'There are no input files: every rule was checked against nothing.',
};

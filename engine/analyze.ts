import { setMaxListeners } from 'node:events';
import { assertSound } from './assert-sound.ts';
import { createRuleCheck, type Task } from './check-rule.ts';
import { forgetIndex } from './cite/source-index.ts';
import { withBoxes } from './cite/with-boxes.ts';
import { inParallel } from './in-parallel.ts';
import type { AnalysisEvent, Job } from './job.ts';
import { HeldFiles } from './load/held-files.ts';
import { HeldTexts } from './load/held-texts.ts';
import { createPageLook } from './load/page-look.ts';
import { readFiles } from './load/read-files.ts';
import { ReadingReport } from './load/reading-report.ts';
import { MatterLibraries } from './matter-libraries.ts';
import { atMost } from './model/at-most.ts';
import { type Counted, countFindings } from './model/counts.ts';
import type { Finding } from './model/finding.ts';
import { findingId } from './model/keys.ts';
import type { Result, Warning } from './model/result.ts';
import { usageOf } from './model/usage.ts';
import type { Ports } from './ports.ts';
import { defaultMost } from './retrieve/library.ts';
import { createMeaningSearch } from './retrieve/meaning-search.ts';
import { shapeByModel } from './shape/shape-by-model.ts';
import { countMatters, type Matter, mattersOf } from './subjects.ts';

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
  const texts = new HeldTexts();
  try {
    return await analyzed(keeper, job, ports, { held, texts }, options);
  } finally {
    texts.close();
    await held.close();
  }
}

async function analyzed(
  keeper: FindingKeeper,
  job: Job,
  ports: Ports,
  { held, texts }: { held: HeldFiles; texts: HeldTexts },
  { signal, onEvent }: AnalyzeOptions,
): Promise<ResultHead> {
  // Every step of every rule under way listens; Node would take more than ten for a leak.
  setMaxListeners(0, signal);
  const startedAt = ports.clock.now().toISOString();
  const checker = ports.checker.forRun?.(job, ports.answers) ?? ports.checker;
  const vision = ports.vision?.forRun?.(checker.budget);
  const report = new ReadingReport();
  const readers = { ...ports, ...(vision && { vision }) };
  const reading = readFiles(job, readers, { signal, onEvent, report, held });
  const pages = createPageLook(held, job.limits);
  const embedder = ports.embedder?.forRun(ports.answers, checker.budget);
  const meaning =
    embedder && embedder.share > 0 ? createMeaningSearch(embedder, checker.passages ?? defaultMost) : null;
  const checkRule = createRuleCheck({ runId: job.runId, checker, meaning });

  const libraries = new MatterLibraries(checker);
  const answers = new Map<Matter, number>();
  const answered = (matter: Matter) => {
    const given = (answers.get(matter) ?? 0) + 1;
    answers.set(matter, given);
    if (given < job.rules.length) return;
    answers.delete(matter);
    meaning?.forget(matter.inputs);
    checker.forget?.(matter);
    for (const { content } of matter.inputs) forgetIndex(content);
  };
  const earlier = new Map(job.earlier.map((finding) => [finding.id, finding]));
  const total = countMatters(job) * job.rules.length;
  let done = 0;
  const tasks = tasksOf(job, mattersOf(job, reading, texts), libraries);
  const traces = await inParallel(tasks, checker.concurrency, async (task): Promise<Trace> => {
    signal.throwIfAborted();
    const { rule, matter } = task;
    const known = earlier.get(findingId(job.runId, rule.key, matter.subject));
    const sources = [...matter.authorities, ...matter.inputs];
    const finding = known ?? (await withBoxes(await checkRule(task, signal), sources, pages, signal));
    assertSound(finding, matter);
    keeper.keep(finding, task.place);
    done += 1;
    if (!known) onEvent({ type: 'finding', finding, done, total });
    answered(matter);
    return traceOf(finding, task);
  });
  traces.sort((one, other) => one.place - other.place);

  const findings = job.outputFormat === null ? [] : await keeper.all();
  const { shaped, record } = await shapeByModel(job, findings, checker.chooseFields, signal);
  const ofMaterial = libraries.warnings();
  const all: Warning[] = [
    ...report.warnings(),
    ...ofMaterial.language,
    ...(meaning?.warnings() ?? []),
    ...ofMaterial.checker,
    ...shaped.warnings,
  ];
  if (job.inputs.length === 0) all.unshift(noFiles);
  const warnings = atMost(all, mostWarnings, (count) => ({
    code: 'more_warnings',
    message: `${count} more warnings are not listed. Check fewer files in a run to see all of them.`,
  }));
  return {
    runId: job.runId,
    counts: countFindings(traces),
    incomplete: traces.some(({ complete }) => !complete),
    warnings,
    files: report.files(),
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

/** Warnings of a run: 100 files have room for ten each. */
const mostWarnings = 1_000;

/** A task and the place of its finding, which counts from 0 by rule and then by matter. */
type Placed = Task & { place: number };

/** Every rule for one matter after the other, as they are read. */
async function* tasksOf(
  job: Job,
  matters: AsyncIterable<Matter>,
  libraries: MatterLibraries,
): AsyncGenerator<Placed, void, undefined> {
  const count = countMatters(job);
  for await (const matter of matters) {
    const library = await libraries.open(matter);
    for (const [index, rule] of job.rules.entries())
      yield { rule, matter, library, place: index * count + matter.place };
  }
}

/** What the result needs of a finding that is kept elsewhere. */
type Trace = Counted & Pick<Finding, 'checker'> & { place: number; complete: boolean };

/** Rule and subject are those of the task: a copy of them for each finding would outweigh the rest. */
function traceOf(
  { label, outcome, checker, assessed, search }: Finding,
  { rule, matter, place }: Placed,
): Trace {
  const complete = assessed && search.complete;
  return { place, rule, subject: matter.subject, label, outcome, checker, complete };
}

const noFiles: Warning = {
  code: 'no_files',
  message: 'There are no input files: every rule was checked against nothing.',
};

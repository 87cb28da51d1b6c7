import { setMaxListeners } from 'node:events';
import { assertSound } from './assert-sound.ts';
import { createRuleCheck, type Task } from './check-rule.ts';
import { forgetIndex } from './cite/folded-source.ts';
import { withBoxes } from './cite/with-boxes.ts';
import { inParallel } from './in-parallel.ts';
import type { AnalysisEvent, Job } from './job.ts';
import { createBoxLocator } from './load/box-locator.ts';
import { readFiles } from './load/read-files.ts';
import { ReadingReport } from './load/reading-report.ts';
import { RetainedFiles } from './load/retained-files.ts';
import { TextSpillCache } from './load/text-spill-cache.ts';
import { atMost } from './model/at-most.ts';
import { type Counted, countFindings } from './model/counts.ts';
import type { Finding } from './model/finding.ts';
import { findingId } from './model/keys.ts';
import type { Result, Warning } from './model/result.ts';
import { usageOf } from './model/usage.ts';
import type { Ports } from './ports.ts';
import { createMeaningSearch } from './retrieve/dense/meaning-search.ts';
import { defaultMost } from './retrieve/passage-index.ts';
import { shapeByModel } from './shape/shape-by-model.ts';
import { SubjectIndexes } from './subject-indexes.ts';
import { countSubjects, type Subject, subjectsOf } from './subjects.ts';

export type AnalyzeOptions = { signal: AbortSignal; onEvent: (event: AnalysisEvent) => void };

/** Where the findings of a run are stored: a run of many files keeps no finding in memory that is stored elsewhere. */
export type FindingKeeper = {
  /** Called once for each finding. `place` counts from 0, by rule and then by subject. */
  keep(finding: Finding, place: number): void;
  /** All stored findings, in the order of their places. */
  all(): Promise<readonly Finding[]>;
};

/** The fields of a result apart from its findings. */
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
 * Checks every rule of the job against its files and shows for each answer the words it rests on. The result lists
 * unreadable files and unassessed rules by name and reason; they do not affect the rest of the job. Throws the
 * signal's reason when it is aborted.
 */
export async function analyzeInto(
  keeper: FindingKeeper,
  job: Job,
  ports: Ports,
  options: AnalyzeOptions,
): Promise<ResultHead> {
  const held = new RetainedFiles();
  const texts = new TextSpillCache();
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
  { held, texts }: { held: RetainedFiles; texts: TextSpillCache },
  { signal, onEvent }: AnalyzeOptions,
): Promise<ResultHead> {
  // Every step of every active rule adds a listener; Node would report more than ten as a leak.
  setMaxListeners(0, signal);
  const startedAt = ports.clock.now().toISOString();
  const checker = ports.checker.forRun?.(job, ports.answers) ?? ports.checker;
  const vision = ports.vision?.forRun?.(checker.budget);
  const report = new ReadingReport();
  const readers = { ...ports, ...(vision && { vision }) };
  const reading = readFiles(job, readers, { signal, onEvent, report, held });
  const pages = createBoxLocator(held, job.limits);
  const embedder = ports.embedder?.forRun(ports.answers, checker.budget);
  const meaning =
    embedder && embedder.share > 0 ? createMeaningSearch(embedder, checker.passages ?? defaultMost) : null;
  const checkRule = createRuleCheck({ runId: job.runId, checker, meaning });

  const libraries = new SubjectIndexes(checker);
  const answers = new Map<Subject, number>();
  const answered = (subject: Subject) => {
    const given = (answers.get(subject) ?? 0) + 1;
    answers.set(subject, given);
    if (given < job.rules.length) return;
    answers.delete(subject);
    meaning?.forget(subject.inputs);
    checker.forget?.(subject);
    for (const { content } of subject.inputs) forgetIndex(content);
  };
  const earlier = new Map(job.earlier.map((finding) => [finding.id, finding]));
  const total = countSubjects(job) * job.rules.length;
  let done = 0;
  const tasks = tasksOf(job, subjectsOf(job, reading, texts), libraries);
  const traces = await inParallel(tasks, checker.concurrency, async (task): Promise<Trace> => {
    signal.throwIfAborted();
    const { rule, subject } = task;
    const known = earlier.get(findingId(job.runId, rule.key, subject.subject));
    const sources = [...subject.authorities, ...subject.inputs];
    const finding = known ?? (await withBoxes(await checkRule(task, signal), sources, pages, signal));
    assertSound(finding, subject);
    keeper.keep(finding, task.place);
    done += 1;
    if (!known) onEvent({ type: 'finding', finding, done, total });
    answered(subject);
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

/** Warnings of a run: enough for ten from each of 100 files. */
const mostWarnings = 1_000;

/** A task and the place of its finding, which counts from 0 by rule and then by subject. */
type Placed = Task & { place: number };

/** Every rule for one subject after the other, in reading order. */
async function* tasksOf(
  job: Job,
  subjects: AsyncIterable<Subject>,
  libraries: SubjectIndexes,
): AsyncGenerator<Placed, void, undefined> {
  const count = countSubjects(job);
  for await (const subject of subjects) {
    const passageIndex = await libraries.open(subject);
    for (const [index, rule] of job.rules.entries())
      yield { rule, subject, passageIndex, place: index * count + subject.place };
  }
}

/** What the result needs of a finding that is stored elsewhere. */
type Trace = Counted & Pick<Finding, 'checker'> & { place: number; complete: boolean };

/** Rule and subject are those of the task: a copy of them for each finding would need more memory than the rest. */
function traceOf(
  { label, outcome, checker, assessed, search }: Finding,
  { rule, subject, place }: Placed,
): Trace {
  const complete = assessed && search.complete;
  return { place, rule, subject: subject.subject, label, outcome, checker, complete };
}

const noFiles: Warning = {
  code: 'no_files',
  message: 'There are no input files: every rule was checked against nothing.',
};

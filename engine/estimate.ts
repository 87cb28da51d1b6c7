import { setImmediate } from 'node:timers/promises';
import type { Checker } from './check/checker.ts';
import { notAssessed } from './finding-of.ts';
import type { AnalyzeOptions, Job } from './job.ts';
import { readFiles } from './load/read-files.ts';
import { ReadingReport } from './load/reading-report.ts';
import type { Finding } from './model/finding.ts';
import type { FileReport } from './model/result.ts';
import type { Source } from './model/source.ts';
import { type Effort, roundedCost } from './model/usage.ts';
import type { Ports } from './ports.ts';
import { checkedRules } from './positions.ts';
import { passagesEffort, rulesEffort } from './retrieve/dense/meaning-search.ts';
import { SubjectIndexes } from './retrieve/subject-indexes.ts';
import { RunSources } from './runtime/run-sources.ts';
import { withSignal } from './runtime/step.ts';
import { withTracingAsAllowed } from './runtime/tracing.ts';
import { shapeApart } from './shape/process/shape-apart.ts';
import { isUnreadable, subjectsOf } from './subjects.ts';

/** The model usage of a run, estimated before any request. */
export type Estimate = {
  /** Rules times subjects. */
  checks: number;
  /** The usage if the first call answers every rule and no question about fields of the output is needed. */
  least: Effort;
  /**
   * The usage if the model has to read all documents for every rule, and a question about fields of the output is
   * needed.
   */
  most: Effort;
  files: FileReport[];
};

/** Reads the files and estimates the model usage of checking them. It calls no model. */
export async function estimateRun(job: Job, ports: Ports, options: AnalyzeOptions = {}): Promise<Estimate> {
  const sources = new RunSources(job.rules.length);
  try {
    return await withTracingAsAllowed(() => estimated(job, ports, sources, options));
  } finally {
    await sources.close();
  }
}

async function estimated(
  job: Job,
  ports: Ports,
  sources: RunSources,
  { signal: given, onEvent = () => {}, config: base }: AnalyzeOptions,
): Promise<Estimate> {
  const report = new ReadingReport();
  const checker = ports.checker.forRun?.(job, ports.answers) ?? ports.checker;
  const embedder = ports.embedder?.forRun(undefined, undefined);
  const indexes = new SubjectIndexes({ ...ports, most: checker.passages });
  const estimate: Estimate = { checks: 0, least: nothing(), most: nothing(), files: [] };
  const both = (effort: Effort) => {
    add(estimate.least, effort);
    add(estimate.most, effort);
  };
  const unanswered: Finding[] = [];
  let embeds = false;
  const config = withSignal(base, given);
  const { signal } = config;
  const files = readFiles({ job, ports, onEvent }, report, config);
  const prepare = (source: Source) => indexes.prepare(source, config);
  for await (const subject of subjectsOf(job, files, sources, prepare)) {
    if (isUnreadable(subject)) continue;
    const { searched, inputs } = subject;
    const passageIndex = await indexes.open(subject, config);
    const { passages } = passageIndex;
    for (const rule of job.rules) {
      // Finding the evidence for a rule can take long, and a server has other requests to answer in between.
      await setImmediate(undefined, { signal });
      if (job.outputFormat !== null)
        unanswered.push(
          notAssessed(job.runId, { rule, subject }, { method: checker.method }, 'checker_failed', ''),
        );
      estimate.checks += 1;
      if (!checker.effort) continue;
      for (const [at, position] of checkedRules(rule).entries()) {
        const evidence = await passageIndex.retrieve(position, searched);
        const effort = checker.effort({ rule: position, evidence, searched, passages });
        // The first position can be met; the fallbacks are then not checked.
        if (at === 0 || position.description === rule.never) add(estimate.least, effort.least);
        add(estimate.most, effort.most);
      }
    }
    if (embedder && (checker.choosesPassages?.({ searched, passages }) ?? true)) {
      embeds = true;
      for (const input of inputs) both(passagesEffort(passageIndex.passagesOf(input), embedder));
    }
    checker.forget?.(subject);
  }
  if (embedder && embeds)
    for (const effort of rulesEffort(job.rules.flatMap(checkedRules), embedder)) both(effort);
  const choice = await choiceEffortOf(job, unanswered, checker, signal);
  if (choice) add(estimate.most, choice);
  return { ...estimate, files: report.files() };
}

/**
 * The cost of asking which finding belongs in which field; undefined if the names of all fields show it. The actual
 * findings can make the question unnecessary, because their values can have the names of fields.
 */
async function choiceEffortOf(
  { outputFormat, limits }: Job,
  unanswered: readonly Finding[],
  checker: Checker,
  signal: AbortSignal,
): Promise<Effort | undefined> {
  if (outputFormat === null || unanswered.length === 0 || !checker.choiceEffort) return undefined;
  const { unnamed } = await shapeApart(outputFormat, unanswered, [], limits, { signal });
  return unnamed.length > 0 ? checker.choiceEffort(unnamed, unanswered) : undefined;
}

function nothing(): Effort {
  return { calls: 0, inputTokens: 0, outputTokens: 0 };
}

function add(sum: Effort, { calls, inputTokens, outputTokens, cost }: Effort): void {
  sum.calls += calls;
  sum.inputTokens += inputTokens;
  sum.outputTokens += outputTokens;
  if (cost !== undefined) sum.cost = roundedCost((sum.cost ?? 0) + cost);
}

import type { Checker, Effort } from './check/checker.ts';
import { notAssessed } from './check-rule.ts';
import type { AnalysisEvent, Job } from './job.ts';
import { readFiles } from './load/read-files.ts';
import type { FileReport } from './model/result.ts';
import type { Ports } from './ports.ts';
import { createLibrary, defaultMost } from './retrieve/library.ts';
import { meaningEffort } from './retrieve/meaning-search.ts';
import { shapeOutput } from './shape/shape.ts';
import { isUnreadable, type Matter, mattersOf } from './subjects.ts';

/** What a run would take of its models, before anything is sent to one. */
export type Estimate = {
  /** Rules times subjects. */
  checks: number;
  /** When every rule is answered at the first reading, and what is found tells where it belongs in the output. */
  least: Effort;
  /** When nothing is found anywhere and everything has to be read for every rule. */
  most: Effort;
  files: FileReport[];
};

type EstimateOptions = { signal: AbortSignal; onEvent: (event: AnalysisEvent) => void };

/** Reads the files and reckons what checking them would take. Nothing is asked of a model. */
export async function estimateRun(
  job: Job,
  ports: Ports,
  { signal, onEvent }: EstimateOptions,
): Promise<Estimate> {
  const reading = await readFiles(job, ports, { signal, onEvent });
  const matters = mattersOf(job, reading).filter((matter) => !isUnreadable(matter));
  const checker = ports.checker.forRun?.(job, ports.answers) ?? ports.checker;
  const library = await createLibrary(
    matters.flatMap(({ searched }) => searched),
    checker.passages ?? defaultMost,
  );
  const { passages } = library;
  const estimate: Estimate = { checks: 0, least: nothing(), most: nothing(), files: reading.files };
  for (const rule of job.rules) {
    for (const { searched } of matters) {
      signal.throwIfAborted();
      const evidence = await library.retrieve(rule, searched);
      const effort = checker.effort?.({ rule, evidence, searched, passages });
      estimate.checks += 1;
      if (!effort) continue;
      add(estimate.least, effort.least);
      add(estimate.most, effort.most);
    }
  }
  const embedder = ports.embedder?.forRun(undefined, undefined);
  const chosen = matters.filter(({ searched }) => checker.choosesPassages?.({ searched, passages }) ?? true);
  if (embedder && chosen.length > 0) {
    const sources = new Set(chosen.flatMap(({ inputs }) => inputs));
    const effort = meaningEffort(job.rules, sources, passages, embedder);
    add(estimate.least, effort);
    add(estimate.most, effort);
  }
  const choice = choiceEffortOf(job, matters, checker);
  if (choice) add(estimate.most, choice);
  return estimate;
}

/** What the question takes which finding belongs where, if it may have to be asked: what is found can name the fields too. */
function choiceEffortOf(
  { runId, rules, outputFormat }: Job,
  matters: readonly Matter[],
  checker: Checker,
): Effort | undefined {
  const unanswered = rules.flatMap((rule) =>
    matters.map((matter) =>
      notAssessed(runId, { rule, matter }, { method: checker.method }, 'checker_failed', ''),
    ),
  );
  const { unnamed } = shapeOutput(outputFormat, unanswered);
  return unnamed.length > 0 && unanswered.length > 0
    ? checker.choiceEffort?.(unnamed, unanswered)
    : undefined;
}

function nothing(): Effort {
  return { calls: 0, inputTokens: 0, outputTokens: 0 };
}

function add(sum: Effort, { calls, inputTokens, outputTokens, cost }: Effort): void {
  sum.calls += calls;
  sum.inputTokens += inputTokens;
  sum.outputTokens += outputTokens;
  if (cost !== undefined) sum.cost = (sum.cost ?? 0) + cost;
}

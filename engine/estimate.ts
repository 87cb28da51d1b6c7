import type { Effort } from './check/checker.ts';
import type { AnalysisEvent, Job } from './job.ts';
import { readFiles } from './load/read-files.ts';
import type { FileReport } from './model/result.ts';
import type { Ports } from './ports.ts';
import { createLibrary } from './retrieve/library.ts';
import { isUnreadable, mattersOf } from './subjects.ts';

/** What a run would take of a model, before anything is sent to one. */
export type Estimate = {
  /** Rules times subjects. */
  checks: number;
  /** When every rule is answered at the first reading. */
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
    checker.passages,
  );
  const estimate: Estimate = { checks: 0, least: nothing(), most: nothing(), files: reading.files };
  for (const rule of job.rules) {
    for (const { searched } of matters) {
      signal.throwIfAborted();
      const evidence = await library.retrieve(rule, searched);
      const effort = checker.effort?.({ rule, evidence, searched, passages: library.passages });
      estimate.checks += 1;
      if (!effort) continue;
      add(estimate.least, effort.least);
      add(estimate.most, effort.most);
    }
  }
  return estimate;
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

import {
  type AnalyzeOptions,
  type AnswerCache,
  analyze,
  closeLoading,
  type Estimate,
  estimateRun,
  inMemorySourceCache,
  type Job,
  openLocalFile,
  type Ports,
} from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import { growHeapSlowly } from '../../process/heap-growth.ts';
import type { RunModels } from '../../services/dependencies.ts';
import { wantsColor } from '../terminal/terminal.ts';
import { showProgress } from './output/progress.ts';

type Here = {
  models: RunModels;
  answers: AnswerCache | null;
  color: boolean;
  signal: AbortSignal;
};

/** Runs the job with this machine's files and clock, and shows progress on standard error. */
export function analyzeHere(job: Job, here: Here): Promise<Result> {
  return withPorts(job, here, analyze);
}

/** Reads the files and estimates the calls to the model. */
export function estimateHere(job: Job, here: Here): Promise<Estimate> {
  return withPorts(job, here, estimateRun);
}

async function withPorts<Outcome>(
  job: Job,
  { models, answers, color, signal }: Here,
  run: (job: Job, ports: Ports, options: AnalyzeOptions) => Promise<Outcome>,
): Promise<Outcome> {
  growHeapSlowly();
  const each = job.scope === 'each';
  const totals = {
    files: job.knowledge.length + job.inputs.length,
    checks: job.rules.length * (each ? job.inputs.length : 1),
    each,
  };
  const progress = showProgress(process.stderr, totals, wantsColor(process.stderr, color, process.env));
  const ports = {
    openSource: openLocalFile,
    sourceCache: inMemorySourceCache(),
    clock: { now: () => new Date() },
    ...models,
    ...(answers && { answers }),
  };
  try {
    return await run(job, ports, { signal, onEvent: progress.show });
  } finally {
    progress.end();
    closeLoading();
  }
}

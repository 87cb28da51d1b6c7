import {
  type AnalysisEvent,
  type AnalyzeOptions,
  type AnswerCache,
  analyze,
  closeLoading,
  type Estimate,
  estimateRun,
  type Job,
  openLocalFile,
  type Ports,
} from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import { growHeapSlowly } from '../../process/v8-options.ts';
import type { RunModels } from '../../services/dependencies.ts';
import { wantsColor } from '../terminal/output.ts';
import type { RunRecording } from './bundle.ts';
import type { FileTexts } from './file-texts.ts';
import { showProgress } from './output/progress.ts';

type Here = {
  models: RunModels;
  answers: AnswerCache | null;
  texts: FileTexts;
  color: boolean;
  /** Whether to show no progress. */
  isQuiet: boolean;
  signal: AbortSignal;
  /** Whether the citations need boxes. */
  boxes: boolean;
  /** Records the run, so that it can be written as a bundle. */
  recording?: RunRecording;
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
  { models, answers, texts, color, isQuiet, signal, boxes, recording }: Here,
  run: (job: Job, ports: Ports, options: AnalyzeOptions) => Promise<Outcome>,
): Promise<Outcome> {
  growHeapSlowly();
  const each = job.scope === 'each';
  const totals = {
    files: job.knowledge.length + job.inputs.length,
    checks: job.rules.length * (each ? job.inputs.length : 1),
    each,
  };
  const stream = isQuiet ? null : process.stderr;
  const progress = showProgress(stream, totals, wantsColor(process.stderr, color, process.env));
  const ports = {
    openSource: recording?.openSource ?? openLocalFile,
    sourceCache: texts.sourceCache,
    clock: { now: () => new Date() },
    ...models,
    ...(answers && { answers }),
  };
  try {
    const onEvent = (event: AnalysisEvent) => {
      progress.show(event);
      recording?.note(event);
    };
    return await run(job, ports, { signal, onEvent, boxes });
  } finally {
    progress.end();
    closeLoading();
  }
}

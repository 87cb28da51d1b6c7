import { analyze, closeLoading, createLexicalChecker, type Job } from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import { inMemorySourceCache, openLocalFile } from '../local-files.ts';
import { wantsColor } from '../terminal.ts';
import { showProgress } from './progress.ts';

/** Runs the job with what this machine has: its files, its clock, and no model. Progress goes to standard error. */
export async function analyzeHere(job: Job, color: boolean, signal: AbortSignal): Promise<Result> {
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
    checker: createLexicalChecker(),
  };
  try {
    return await analyze(job, ports, { signal, onEvent: progress.show });
  } finally {
    progress.end();
    closeLoading();
  }
}

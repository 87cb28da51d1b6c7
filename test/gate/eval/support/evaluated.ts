import { type Checker, closeLoading, createWordsChecker } from '../../../../engine/index.ts';
import { inMemorySourceCache, openLocalFile } from '../../../../engine/load/local-files.ts';
import { caseReaders } from '../../../../src/cli/eval/checking.ts';
import { type EvalCase, readCases } from '../../../../src/eval/cases/read-cases.ts';
import type { Report } from '../../../../src/eval/report/report.ts';
import { readThresholds } from '../../../../src/eval/report/thresholds.ts';
import { inThisProcess } from '../../../../src/eval/run/run-case.ts';
import { runCases } from '../../../../src/eval/run/run-cases.ts';
import { caseMeasures } from '../../../../src/eval/score/case-measures.ts';

const sourceCache = inMemorySourceCache();

export function ourCases(): Promise<EvalCase[]> {
  return readCases(['prompts/cases'], caseReaders);
}

let good: Promise<Report> | null = null;

/** The report on the repository's cases, checked without a model. It is created once. */
export function goodReport(): Promise<Report> {
  good ??= ourCases().then((cases) => evaluated(cases));
  return good;
}

/** The report on a run of the cases, with the thresholds of the repository. */
export async function evaluated(
  cases: readonly EvalCase[],
  checker: Checker = createWordsChecker(),
): Promise<Report> {
  const known = caseMeasures.map(({ id }) => id);
  const { primary, ...limits } = await readThresholds('prompts/thresholds.yaml', known);
  const run = inThisProcess({
    openSource: openLocalFile,
    sourceCache,
    clock: { now: () => new Date() },
    checker,
  });
  try {
    return await runCases(cases, run, {
      settings: { repeat: 1 },
      primary,
      limits,
      now: () => new Date(),
      signal: new AbortController().signal,
    });
  } finally {
    closeLoading();
  }
}

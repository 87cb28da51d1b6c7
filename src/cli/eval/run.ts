import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeLoading } from '../../../engine/index.ts';
import { readCases } from '../../eval/cases/read-cases.ts';
import { noThresholds, readThresholds } from '../../eval/report/thresholds.ts';
import { inThisProcess } from '../../eval/run/run-case.ts';
import { runCases } from '../../eval/run/run-cases.ts';
import { caseMeasures } from '../../eval/score/case-measures.ts';
import type { ExitCode } from '../exit-codes.ts';
import { badInput } from '../failure.ts';
import { interruptible } from '../interruption.ts';
import { readRules } from '../rules/read.ts';
import { asOperator } from '../settings.ts';
import { checkingFor } from './checking.ts';
import type { RunOptions } from './options.ts';
import { ensureReportable, showReport } from './show.ts';

const defaultCases = join('prompts', 'cases');

/** `proviso eval run`. */
export function evalRun(paths: readonly string[], options: RunOptions): Promise<ExitCode> {
  return asOperator(async () => {
    await ensureReportable(options);
    const given = paths.length > 0 ? paths : [defaultCases];
    const figures = caseMeasures.map(({ id }) => id);
    const thresholdsFile = options.thresholds ?? besides(given[0] ?? defaultCases);
    const thresholds = thresholdsFile === null ? noThresholds : await readThresholds(thresholdsFile, figures);
    const primary = options.primary ?? thresholds.primary;
    if (!figures.includes(primary))
      throw badInput(`--primary ${primary} is no figure; there are ${figures.join(', ')}`);
    const cases = await readCases(given, readRules);
    const { ports, checker, model, recorded } = await checkingFor(options, process.env);
    const run = inThisProcess(ports);
    const report = await interruptible((signal) =>
      runCases(cases, run, {
        settings: { checker: checker.method, ...(model !== null && { model }), repeat: options.repeat },
        primary,
        limits: thresholds[checker.method],
        now: () => new Date(),
        ...(recorded && { calls: recorded.tally }),
        signal,
      }),
    ).finally(closeLoading);
    return showReport(report, options);
  });
}

/** The thresholds that lie beside the folder of cases, where there are any. */
function besides(cases: string): string | null {
  const path = join(dirname(cases), 'thresholds.yaml');
  return existsSync(path) ? path : null;
}

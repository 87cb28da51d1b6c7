import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeLoading } from '../../../engine/index.ts';
import { readCases } from '../../eval/cases/read-cases.ts';
import { noThresholds, readThresholds } from '../../eval/report/thresholds.ts';
import type { RecordedAnswers } from '../../eval/run/answers.ts';
import { inThisProcess, type RunCase } from '../../eval/run/run-case.ts';
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
    const { run, recorded } = await runnerFor(options);
    const report = await interruptible((signal) =>
      runCases(cases, run, {
        settings: { repeat: options.repeat, ...(options.server !== undefined && { server: options.server }) },
        primary,
        limits: thresholds,
        now: () => new Date(),
        prices: options.prices,
        ...(recorded && { calls: recorded.tally }),
        signal,
      }),
    ).finally(closeLoading);
    return showReport(report, options);
  });
}

type Runner = { run: RunCase; recorded: RecordedAnswers | null };

/** A service when one is named, else this process. */
async function runnerFor(options: RunOptions): Promise<Runner> {
  const { server, model, baseUrl, promptVersion, budgetTokens, answers } = options;
  if (server === undefined) {
    const { ports, recorded } = await checkingFor(options, process.env);
    return { run: inThisProcess(ports), recorded };
  }
  if ((model ?? baseUrl ?? promptVersion ?? budgetTokens ?? answers) !== undefined)
    throw badInput('who answers is for the service at --server to say: leave out the options for a model');
  const token = options.token ?? process.env.PROVISO_TOKEN?.trim();
  if (!token) throw badInput('--server needs an API token: give --token or set PROVISO_TOKEN');
  const { inService } = await import('../../eval/run/in-service.ts');
  return { run: inService({ url: server, token }), recorded: null };
}

/** The thresholds that lie beside the folder of cases, where there are any. */
function besides(cases: string): string | null {
  const path = join(dirname(cases), 'thresholds.yaml');
  return existsSync(path) ? path : null;
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeLoading } from '../../../engine/index.ts';
import { readCases } from '../../eval/cases/read-cases.ts';
import { matrixOf, type NamedReport } from '../../eval/report/matrix.ts';
import type { Report } from '../../eval/report/report.ts';
import { noThresholds, readThresholds } from '../../eval/report/thresholds.ts';
import type { RecordedAnswers } from '../../eval/run/answers.ts';
import { inThisProcess, type RunCase } from '../../eval/run/run-case.ts';
import { runCases } from '../../eval/run/run-cases.ts';
import { caseMeasures } from '../../eval/score/case-measures.ts';
import { asOperator } from '../settings/settings.ts';
import { badInput, type ExitCode, interruptible } from '../terminal/ending.ts';
import { caseReaders, checkingFor } from './checking.ts';
import type { CheckingOptions, RunOptions, Varied } from './options.ts';
import { ensureMatrixReportable, ensureReportable, showMatrix, showReport } from './show.ts';

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
      throw badInput(`--primary ${primary} is not a figure: use one of ${figures.join(', ')}`);
    const cases = await readCases(given, caseReaders);
    const variants = variantsOf(options);
    if (variants.length > 1) ensureMatrixReportable(options);
    // All checkers are created before the first request: if one is not available, the command ends before a request has
    // cost anything.
    const ready = await Promise.all(
      variants.map(async ({ name, options: chosen }) => ({ name, runner: await runnerFor(chosen) })),
    );
    const reportOf = ({ run, recorded }: Runner): Promise<Report> =>
      interruptible((signal) =>
        runCases(cases, run, {
          settings: {
            repeat: options.repeat,
            ...(options.server !== undefined && { server: options.server }),
          },
          primary,
          limits: thresholds,
          now: () => new Date(),
          prices: options.prices,
          ...(recorded && { calls: recorded.tally }),
          signal,
        }),
      );
    const runs: NamedReport[] = [];
    try {
      for (const { name, runner } of ready) runs.push({ name, report: await reportOf(runner) });
    } finally {
      closeLoading();
    }
    const [only, ...others] = runs;
    return only && others.length === 0
      ? showReport(only.report, options)
      : showMatrix(matrixOf(runs), options);
  });
}

type Runner = { run: RunCase; recorded: RecordedAnswers | null };

/** Returns what runs the cases: the service that `--server` names, or this process if the option is not given. */
async function runnerFor(options: RunVariant['options']): Promise<Runner> {
  const { server, model, baseUrl, promptVersion, budgetTokens, answers } = options;
  const { embeddingModel, embeddingShare } = options;
  if (server === undefined) {
    const { ports, recorded } = await checkingFor(options, process.env);
    return { run: inThisProcess(ports), recorded };
  }
  if (
    (model ?? baseUrl ?? promptVersion ?? budgetTokens ?? answers ?? embeddingModel ?? embeddingShare) !==
    undefined
  )
    throw badInput('the service at --server selects the model: leave out the options for a model');
  const token = options.token ?? process.env.PROVISO_TOKEN?.trim();
  if (!token) throw badInput('--server needs an API token: use --token or set PROVISO_TOKEN');
  const { inService } = await import('../../eval/run/in-service.ts');
  return { run: inService({ url: server, token }), recorded: null };
}

/** The path of `thresholds.yaml` beside the folder of cases; null if there is no such file. */
function besides(cases: string): string | null {
  const path = join(dirname(cases), 'thresholds.yaml');
  return existsSync(path) ? path : null;
}

type Others = Omit<RunOptions, keyof Varied>;

/** One combination of model, prompts and embedding share, with all other options. */
type RunVariant = { name: string; options: Others & Pick<CheckingOptions, keyof Varied> };

/**
 * Returns every combination of the values of repeated options, in the order given. For an option that was not given,
 * the value of the environment applies.
 */
function variantsOf({
  model,
  promptVersion,
  embeddingShare,
  ...others
}: RunOptions): [RunVariant, ...RunVariant[]] {
  const variant = (one?: string, prompts?: string, share?: number): RunVariant => {
    const parts = [one, prompts, share === undefined ? undefined : `share ${share}`];
    return {
      name: parts.filter((part) => part !== undefined).join(', ') || 'as set',
      options: {
        ...others,
        ...(one !== undefined && { model: one }),
        ...(prompts !== undefined && { promptVersion: prompts }),
        ...(share !== undefined && { embeddingShare: share }),
      },
    };
  };
  const [first = variant(), ...more] = (model ?? [undefined]).flatMap((one) =>
    (promptVersion ?? [undefined]).flatMap((prompts) =>
      (embeddingShare ?? [undefined]).map((share) => variant(one, prompts, share)),
    ),
  );
  return [first, ...more];
}

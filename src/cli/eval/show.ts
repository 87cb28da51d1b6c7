import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { compareReports } from '../../eval/compare/compare.ts';
import { comparisonText } from '../../eval/compare/say.ts';
import { missedIn } from '../../eval/report/figures.ts';
import { reportJunit } from '../../eval/report/junit.ts';
import { type Matrix, matrixTable, missedInMatrix } from '../../eval/report/matrix.ts';
import { reportPage } from '../../eval/report/page.ts';
import { type Report, reportSchema } from '../../eval/report/report.ts';
import { missedText, reportTable } from '../../eval/report/table.ts';
import { asOperator } from '../settings/settings.ts';
import { badInput, type ExitCode, exitCodes } from '../terminal/ending.ts';
import { ensureWritable, writeOut, writeWhole } from '../terminal/output.ts';
import type { CompareOptions, ReportOptions } from './options.ts';

/**
 * Throws `bad_input` if a report could not be written or the baseline cannot be read. It is called before the run,
 * because a failure after the run would lose the report.
 */
export async function ensureReportable({ json, junit, html, baseline }: ReportOptions): Promise<void> {
  if (baseline !== undefined) await readReport(baseline);
  for (const path of [json, junit, html]) if (path !== undefined) await ensureWritable(path);
}

/** Shows the report on the terminal, writes the requested files, and returns the exit code. */
export async function showReport(report: Report, options: ReportOptions): Promise<ExitCode> {
  const { json, junit, html, baseline } = options;
  const before = baseline === undefined ? null : await readReport(baseline);
  await writeOut(reportTable(report));
  if (json !== undefined) await writeWhole(json, `${JSON.stringify(report, null, 1)}\n`);
  if (junit !== undefined) await writeWhole(junit, reportJunit(report));
  if (html !== undefined) await writeWhole(html, reportPage(report, before));
  const missed = missedIn(report);
  for (const figure of missed) process.stderr.write(`proviso: threshold missed: ${missedText(figure)}\n`);
  return missed.length > 0 ? exitCodes.found : exitCodes.done;
}

/** Throws `bad_input` if an option is given that works for a single run only, although several are compared. */
export function ensureMatrixReportable({ junit, html, baseline }: ReportOptions): void {
  if ((junit ?? html ?? baseline) !== undefined)
    throw badInput(
      '--junit, --html and --baseline show one run: give one --model, --prompt-version and --embedding-share',
    );
}

/** Shows runs side by side, writes the requested file, and returns the exit code. */
export async function showMatrix(matrix: Matrix, { json }: ReportOptions): Promise<ExitCode> {
  await writeOut(matrixTable(matrix));
  if (json !== undefined) await writeWhole(json, `${JSON.stringify(matrix, null, 1)}\n`);
  const missed = missedInMatrix(matrix);
  for (const { name, ...figure } of missed)
    process.stderr.write(`proviso: threshold missed by ${name}: ${missedText(figure)}\n`);
  return missed.length > 0 ? exitCodes.found : exitCodes.done;
}

/** Reads a report that `--json` wrote. Throws `bad_input`. */
export async function readReport(path: string): Promise<Report> {
  const parsed = reportSchema.safeParse(await readJson(path, 'a report'));
  if (!parsed.success)
    throw badInput(`${path} is not a report of proviso eval`, z.prettifyError(parsed.error));
  return parsed.data;
}

/**
 * Reads a JSON file; the caller validates the value. `what` names the expected content in messages. Throws `bad_input`
 * if the file cannot be read or is not JSON.
 */
export async function readJson(path: string, what: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw badInput(
      `${path} cannot be read as ${what}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** `proviso eval compare`. Exits with 1 if the second run is worse. */
export function evalCompare(before: string, after: string, { format }: CompareOptions): Promise<ExitCode> {
  return asOperator(async () => {
    const comparison = compareReports(await readReport(before), await readReport(after));
    await writeOut(
      format === 'json' ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonText(comparison),
    );
    return comparison.verdict === 'worse' ? exitCodes.found : exitCodes.done;
  });
}

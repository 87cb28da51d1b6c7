import type { Job } from '../../../../engine/job.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { clean } from '../../../services/report/clean.ts';
import type { FindingFilter } from '../../../services/report/finding-filter.ts';
import { writtenWords } from '../../../services/report/words.ts';
import { columnsOf, wantsColor } from '../../terminal/terminal.ts';
import type { FileTexts } from '../file-texts.ts';
import type { CheckOptions, Format } from '../options.ts';
import { writeOut, writeWhole } from './output.ts';
import { reportWithPlaces } from './places.ts';
import { render, reportOf } from './render.ts';

/** `out` is undefined for standard output. */
type Output = { out: string | undefined; format: Format };

type Parts = {
  job: Job;
  texts: FileTexts;
  filter: FindingFilter;
  options: CheckOptions;
  signal: AbortSignal;
};

/** Writes the report in one format to its file, or to standard output, where `--quiet` leaves out the table. */
export async function writeReport(
  result: Result,
  { out, format }: Output,
  { job, texts, filter, options, signal }: Parts,
): Promise<void> {
  const isQuiet = options.quiet ?? false;
  if (isQuiet && out === undefined && format === 'table') return;
  const { out: _, ...others } = options;
  const report = reportOf(result, { ...others, ...(out !== undefined && { out }) }, filter, job);
  const shown = await reportWithPlaces(report, format, { job, texts, isQuiet, signal });
  const content = await render(shown, format, {
    width: columnsOf(process.stdout, process.stderr, process.env),
    color: out === undefined && wantsColor(process.stdout, options.color, process.env),
  });
  signal.throwIfAborted();
  await (out === undefined ? writeOut(content) : writeWhole(out, content, signal));
  if (out !== undefined && process.stderr.isTTY && !isQuiet)
    process.stderr.write(`${clean(writtenWords(out, report.result))}\n`);
}

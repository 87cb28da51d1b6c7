import { basename, dirname, relative, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { closeLoading, openLocalFile } from '../../../../engine/index.ts';
import type { Job } from '../../../../engine/job.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { packageVersion } from '../../../process/package-version.ts';
import { clean } from '../../../services/report/clean.ts';
import { scopeFact } from '../../../services/report/facts.ts';
import type { FindingFilter } from '../../../services/report/finding-filter.ts';
import { reportFormats } from '../../../services/report/formats.ts';
import { type ReportParts, renderReport } from '../../../services/report/render-report.ts';
import { buildReport, type Fact, type Report } from '../../../services/report/report.ts';
import { writtenWords } from '../../../services/report/words.ts';
import { lookOf, writeTo } from '../../terminal/output.ts';
import type { FileTexts } from '../file-texts.ts';
import type { CheckOptions, Format } from '../options.ts';

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
  const content = await render(shown, format, lookOf(out, options.color));
  signal.throwIfAborted();
  await writeTo(out, content, signal);
  if (out !== undefined && process.stderr.isTTY && !isQuiet)
    process.stderr.write(`${clean(writtenWords(out, report.result))}\n`);
}

/** The largest number of cited places in a report of the command line, and the most bytes that they have together. */
const limits = { pictures: 1_000, pictureBytes: 6_500_000 };

/**
 * Adds the cited places to the report, if its format shows them, and shows the progress of the pictures on standard
 * error. Throws the reason of the signal.
 */
async function reportWithPlaces(
  report: Report,
  format: Format,
  { job, texts, isQuiet, signal }: { job: Job; texts: FileTexts; isQuiet: boolean; signal: AbortSignal },
): Promise<Report> {
  if (format === 'table' || !reportFormats[format].showsPlaces) return report;
  const { withPlaces } = await import('../../../services/report/places/places.ts');
  const bar = new SingleBar({
    ...{ stream: process.stderr, clearOnComplete: true, gracefulExit: false, noTTYOutput: false },
    format: ' pictures of the cited places {value}/{total}',
  });
  let isShown = false;
  try {
    return await withPlaces(report, {
      fileOf: ({ role, fileIndex }) => (role === 'input' ? job.inputs : job.knowledge)[fileIndex] ?? null,
      openSource: openLocalFile,
      textsOf: texts.textsOf,
      limits,
      signal,
      onProgress(done, total) {
        if (isQuiet) return;
        if (!isShown && process.stderr.isTTY) bar.start(total, done);
        isShown = true;
        bar.update(done);
      },
    });
  } finally {
    if (isShown) bar.stop();
    closeLoading();
  }
}

type Look = { width: number; color: boolean };

/** The options of `proviso check` that a report shows or depends on. */
type Chosen = Pick<CheckOptions, 'rules' | 'scope' | 'out' | 'promptVersion' | 'budgetTokens'>;

/** Builds the report of a result, with links that work from the folder of the report, which is that of `options.out`. */
export function reportOf(
  result: Result,
  options: Chosen,
  filter: FindingFilter,
  { rules, inputs, knowledge }: Pick<Job, 'rules' | 'inputs' | 'knowledge'>,
): Report {
  return buildReport(result, {
    name: basename(options.rules),
    decision: [],
    settings: settingsOf(options),
    ...{ filter, rules, runs: [] },
    total: result.findings.length,
    version: packageVersion(),
    madeAt: new Date(),
    linkFrom: (link) => linkFrom(options.out, link),
    pathOf: ({ role, fileIndex }) => (role === 'input' ? inputs : knowledge)[fileIndex]?.linkBase,
  });
}

/** Formats the report. A text ends with a line break. */
export async function render(report: Report, format: Format, look: Look): Promise<ReportParts> {
  if (format !== 'table') return renderReport(report, format);
  const { renderTerminal } = await import('../../render/terminal/report.ts');
  return [renderTerminal(report, look)];
}

function settingsOf({ rules, scope, promptVersion, budgetTokens }: Chosen): Fact[] {
  return [
    { name: 'Rules', value: rules },
    scopeFact(scope),
    ...(promptVersion === undefined ? [] : [{ name: 'Prompt versions', value: promptVersion }]),
    ...(budgetTokens === undefined ? [] : [{ name: 'Maximum tokens', value: String(budgetTokens) }]),
  ];
}

/** Converts a link that is relative to the current folder to one that is relative to the folder of the report. */
function linkFrom(out: string | undefined, link: string): string {
  if (out === undefined || dirname(out) === '.') return link;
  const moved = relative(resolve(dirname(out)), resolve(link));
  return moved.startsWith('.') ? moved : `./${moved}`;
}

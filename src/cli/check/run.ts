import { resolve } from 'node:path';
import { defaultLimits, type Job } from '../../../engine/job.ts';
import type { Result } from '../../../engine/model/result.ts';
import { compilePatternsOnce, optimizeLater } from '../../process/v8-options.ts';
import { clean } from '../../services/report/clean.ts';
import { reportFormats } from '../../services/report/formats.ts';
import { plural } from '../../services/report/words.ts';
import { readRules } from '../rules/read.ts';
import { badInput, type ExitCode, exitCodes } from '../terminal/ending.ts';
import { ensureWritable, formatOfFile, showWarnings, writeTo } from '../terminal/output.ts';
import { applyBaselines } from './baseline/accept.ts';
import { type Entry, writeBaseline } from './baseline/file.ts';
import { type Baselines, baselinesOf } from './baseline/options.ts';
import { fileTexts } from './file-texts.ts';
import { bundleEnding, type CheckOptions, type Format, formatOfEnding } from './options.ts';
import { annotationLines } from './output/annotations.ts';
import { exitCodeOf, failureLines } from './output/failures.ts';
import { filterOf, isFiltered } from './output/filter.ts';
import { writeReport } from './output/write-report.ts';
import { Spool } from './spool.ts';

/**
 * `proviso check`: reads the files, checks them, and shows the result. Returns the exit code. Throws the reason of
 * `signal` when it is aborted.
 */
export async function check(
  args: readonly string[],
  options: CheckOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  optimizeLater();
  compilePatternsOnce();
  const { out, color } = options;
  const bundled = out?.toLowerCase().endsWith(bundleEnding) ?? false;
  const format = bundled ? bundleFormat(options) : formatOfFile(options.format, out, formatOfEnding, 'table');
  if (options.withSources && !bundled)
    throw badInput(`--with-sources is only for bundles: set --out to a name that ends in ${bundleEnding}`);
  if (isFiltered(options) && (bundled || options.estimate))
    throw badInput(
      `--only-… selects the findings of a report: leave it out for ${bundled ? 'a bundle' : 'an estimate'}`,
    );
  const alsoOut = alsoWritten(options);
  if (out !== undefined) await ensureWritable(out);
  for (const { file } of alsoOut) await ensureWritable(file, '--also-out');
  const baselines = await baselinesOf(options, dayOf(new Date()));
  const ruleSet = await readRules(options.rules);
  // The engine is imported after the rules are read: the import takes a while, and errors in the rules are reported
  // without this wait.
  const [
    { analyzeHere, estimateHere, estimateText, jobOf },
    { answersHere, modelSettings, modelsHere, requireServers, secretHere },
  ] = await Promise.all([import('./analysis.ts'), import('./model.ts')]);
  const kept = await answersHere(options.keepAnswers);
  const settings = modelSettings(options, process.env);
  // An estimate sends nothing. In recordings and pictures, it therefore counts only the text that this machine can read
  // without a model.
  const models = modelsHere(
    options.estimate ? { ...settings, TRANSCRIPTION_MODEL: null, VISION_MODEL: null } : settings,
    secretHere(process.env, kept),
  );
  const spool = new Spool(defaultLimits.fileBytes);
  try {
    // The model servers are not required if answers are recorded, because the recorded answers can be enough for the
    // run.
    if (!options.estimate && kept === null) await requireServers(settings, signal);
    const { job, warnings } = await jobOf(args, options, ruleSet, (named) => spool.take(named, signal));
    const filter = filterOf(options, job);
    const texts = fileTexts();
    const recording = bundled
      ? await (await import('./bundle.ts')).recordingOf(job, texts, process.env)
      : null;
    const outputs = [
      ...(bundled ? [] : [{ out, format }]),
      ...alsoOut.map(({ file, format }) => ({ out: file, format })),
    ];
    const here = {
      ...{ models, answers: kept?.answers ?? null, texts, color, signal, isQuiet: options.quiet ?? false },
      boxes: bundled || outputs.some(({ format }) => hasBoxes(format)),
      ...(recording && { recording }),
    };
    if (options.estimate) {
      const estimated = estimateText(await estimateHere(job, here), settings.MODEL ?? '', format);
      await writeTo(out, estimated);
      return exitCodes.done;
    }
    const found = await analyzeHere(job, here);
    const checked = { ...found, warnings: [...warnings, ...found.warnings] };
    const { result, added } = applyBaselines(checked, baselines, options.failOn, dayOf(new Date()));
    if (recording !== null && out !== undefined) {
      // The chain of a bundle has the hashes of the findings as they were checked.
      await recording.write(out, checked, options.withSources ?? false, signal);
    }
    if (!options.quiet) showWarnings(result.warnings);
    for (const output of outputs) await writeReport(result, output, { job, texts, filter, options, signal });
    await addToBaseline(baselines, added, signal);
    return conclude(result, options, job);
  } finally {
    await spool.clear();
  }
}

/** Whether a report in a format lists the boxes of its citations, or shows them on pictures of pages. */
function hasBoxes(format: Format): boolean {
  return format === 'json' || (format !== 'table' && reportFormats[format].showsPlaces);
}

/** The day of a time in UTC: `2026-12-31`. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

async function addToBaseline({ written }: Baselines, added: readonly Entry[], signal: AbortSignal) {
  if (written === null) return;
  // The file is also written without entries, so that --baseline can name it in the next run.
  if (added.length > 0 || written.text === null) await writeBaseline(written, added, signal);
  const count = plural(added.length, 'accepted finding', 'accepted findings');
  process.stderr.write(`proviso: ${count} added to ${clean(written.path)}\n`);
}

/** The files of `--also-out` with their formats. Throws `bad_input` for an unknown extension or a repeated file. */
function alsoWritten({ out, alsoOut, estimate }: CheckOptions): { file: string; format: Format }[] {
  if (estimate && alsoOut.length > 0) throw badInput('an estimate has no result: leave --also-out out');
  const used = new Set(out === undefined ? [] : [resolve(out)]);
  return alsoOut.map((file) => {
    if (used.has(resolve(file))) throw badInput(`--also-out ${file} is written already: use another name`);
    used.add(resolve(file));
    return { file, format: formatOfFile(undefined, file, formatOfEnding, 'table') };
  });
}

/** A bundle contains the result in one format. Throws `bad_input` if the user chose a format or an estimate. */
function bundleFormat({ out, format, estimate }: CheckOptions): Format {
  if (format !== undefined)
    throw badInput(`--out ${out} is a bundle: leave --format out, or use another name`);
  if (estimate) throw badInput(`an estimate has no result: leave --out ${out} out`);
  return 'table';
}

/**
 * Says on standard error what `--fail-on` found, in annotations too if they are wanted. Returns the exit code.
 */
function conclude(
  result: Result,
  { failOn, annotations }: Pick<CheckOptions, 'failOn' | 'annotations'>,
  { inputs }: Pick<Job, 'inputs'>,
): ExitCode {
  const lines = [
    ...(annotations ? annotationLines(result, failOn, { inputs, environment: process.env }) : []),
    ...failureLines(result, failOn),
  ];
  for (const line of lines) process.stderr.write(`${line}\n`);
  return exitCodeOf(result, failOn);
}

import { defaultLimits, type JobFile } from '../../../engine/job.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Verification } from '../../../engine/model/verification.ts';
import { clean } from '../../services/report/clean.ts';
import { filesBehind } from '../check/input-files.ts';
import { ensureWritable, writeOut, writeWhole } from '../check/output/output.ts';
import { isOwnReport } from '../check/output/own-report.ts';
import { Spool } from '../check/spool.ts';
import { ensureReplacesNone } from '../files/ensure-replaces-none.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { badInput } from '../terminal/failure.ts';
import { formatOfFile } from '../terminal/format-of-file.ts';
import { interruptible } from '../terminal/interruption.ts';
import { columnsOf, wantsColor } from '../terminal/terminal.ts';
import type { FailOn, Format, VerifyOptions } from './options.ts';
import { readText } from './read-text.ts';

/** `proviso verify`: reads citations and their sources, and shows the verdicts. Returns the exit code. */
export async function verify(answers: string, options: VerifyOptions): Promise<ExitCode> {
  const { out, color } = options;
  const format = formatOfFile(options.format, out, formatOfEnding, 'table');
  if (out !== undefined) await ensureWritable(out);
  if (options.sources.length === 0)
    throw badInput(
      'there are no sources to compare the citations with: name files or folders with --sources',
    );
  return interruptible(async (signal) => {
    const text = await readText(answers, signal);
    const [{ readAnswers, supportedExtensions }, { verifyHere }] = await Promise.all([
      import('../../../engine/index.ts'),
      import('./verify-here.ts'),
    ]);
    const read = orBadInput(() => readAnswers(text, options.form));
    const spool = new Spool(defaultLimits.fileBytes);
    try {
      // An earlier report at the place of the output is left out silently. Another file there is a source or the
      // answers, which the output must not replace.
      const isReplaced = out !== undefined && (await isOwnReport(out));
      const sources = await filesBehind(options.sources, {
        supported: supportedExtensions,
        except: [answers, ...(isReplaced ? [out] : [])],
        spool: (named) => takeOnce(answers, named, spool, signal),
      });
      if (out !== undefined) {
        await ensureReplacesNone(out, [answers, ...options.sources, ...sources.files.map(({ ref }) => ref)]);
      }
      const { citations, warnings } = read;
      const verified = await verifyHere({ citations, sources: sources.files }, { color, signal });
      const result = {
        ...verified,
        warnings: [
          ...warnings.map((message) => ({ code: 'no_quote', message })),
          ...sources.warnings,
          ...verified.warnings,
        ],
      };
      await show(result, format, options);
      return exitCodeOf(result, read.unread, options.failOn);
    } finally {
      await spool.clear();
    }
  });
}

function takeOnce(answers: string, named: string, spool: Spool, signal: AbortSignal): Promise<JobFile> {
  if (named === '-' && answers === '-')
    throw badInput('standard input is read for the answers, so it cannot be a source too: name a file');
  return spool.take(named, signal);
}

async function show(result: Verification, format: Format, { out, color }: VerifyOptions): Promise<void> {
  const { render } = await import('./render.ts');
  const text = await render(result, format, {
    width: columnsOf(process.stdout, process.stderr, process.env),
    color: out === undefined && wantsColor(process.stdout, color, process.env),
  });
  for (const { message } of result.warnings) process.stderr.write(`proviso: warning: ${clean(message)}\n`);
  await (out === undefined ? writeOut(text) : writeWhole(out, text));
  const { passed, citations } = result.counts;
  if (out !== undefined && process.stderr.isTTY)
    process.stderr.write(`${clean(`${out}: ${passed} of ${citations} citations pass`)}\n`);
}

const formatOfEnding: Record<string, Format> = {
  '.json': 'json',
  '.html': 'html',
  '.htm': 'html',
  '.sarif': 'sarif',
  '.txt': 'table',
};

function orBadInput<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof ProvisoError ? badInput(error.message) : error;
  }
}

/** If no source could be read, nothing was verified, whatever `--fail-on` says. */
export function exitCodeOf(
  { citations, counts, files }: Verification,
  unread: number,
  failOn: readonly FailOn[],
): ExitCode {
  if (!files.some(({ status }) => status === 'read')) return exitCodes.nothingAssessed;
  const found = failOn.some((what) => {
    if (what === 'any') return counts.passed < citations.length || unread > 0;
    return what === 'claim' ? counts.claimsThatDiffer > 0 : (counts.verdicts[what] ?? 0) > 0;
  });
  return found ? exitCodes.found : exitCodes.done;
}

import { defaultLimits, type JobFile } from '../../../engine/job.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Verification } from '../../../engine/model/verification.ts';
import { clean } from '../../services/report/clean.ts';
import { filesBehind } from '../check/input-files.ts';
import { isOwnReport } from '../check/output/own-report.ts';
import { Spool } from '../check/spool.ts';
import { badInput, type ExitCode, exitCodes, interruptible, orBadInput } from '../terminal/ending.ts';
import {
  ensureReplacesNone,
  ensureWritable,
  formatOfFile,
  lookOf,
  showWarnings,
  writeTo,
} from '../terminal/output.ts';
import { readAtMost } from '../written/read.ts';
import type { FailOn, Format, VerifyOptions } from './options.ts';

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
    const text = await readAtMost(answers, 'the file with the answers', { mostBytes, signal });
    const [{ readAnswers, supportedExtensions, verifyCitations }, { readingHere }] = await Promise.all([
      import('../../../engine/index.ts'),
      import('../files/reading.ts'),
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
      const job = { citations, sources: sources.files };
      const verified = await readingHere(job.sources.length, color, (ports, onEvent) =>
        verifyCitations(job, ports, { signal, onEvent }).catch((error: unknown) => {
          throw error instanceof ProvisoError && limitCodes.has(error.code) ? badInput(error.message) : error;
        }),
      );
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

/** The codes of the errors for citations that exceed a limit. */
const limitCodes: ReadonlySet<string> = new Set(['no_sources', 'too_many_citations', 'quote_too_long']);

function takeOnce(answers: string, named: string, spool: Spool, signal: AbortSignal): Promise<JobFile> {
  if (named === '-' && answers === '-')
    throw badInput('standard input is read for the answers, so it cannot be a source too: name a file');
  return spool.take(named, signal);
}

async function show(result: Verification, format: Format, { out, color }: VerifyOptions): Promise<void> {
  const { render } = await import('./render.ts');
  const text = render(result, format, lookOf(out, color));
  showWarnings(result.warnings);
  await writeTo(out, text);
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

/** Maximum size of the answers, in bytes: 100,000 citations of some 600 characters. */
const mostBytes = 64 * 1024 * 1024;

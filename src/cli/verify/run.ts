import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
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
    const text = await readText(answers, signal);
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

/**
 * Reads the answers from a file, or from standard input for `-`. Throws `bad_input` if they cannot be read, are not
 * UTF-8, or have more than 64 MB; a larger file is not read at all.
 */
async function readText(path: string, signal: AbortSignal): Promise<string> {
  if (path === '-') return decoded(await bytesOf(process.stdin, 'standard input', signal), 'standard input');
  const stats = await stat(path).catch((error: unknown) => {
    throw badInput(`the answers ${path} ${whyUnreadable(error)}`);
  });
  if (stats.isDirectory()) throw badInput(`the answers ${path} are a folder: name one file`);
  if (stats.size > mostBytes) throw tooLarge(path);
  const bytes = await bytesOf(createReadStream(path), path, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof Error && 'syscall' in error
      ? badInput(`the answers ${path} ${whyUnreadable(error)}`)
      : error;
  });
  return decoded(bytes, path);
}

async function bytesOf(stream: AsyncIterable<unknown>, name: string, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    signal.throwIfAborted();
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > mostBytes) throw tooLarge(name);
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badInput(`the answers in ${name} are not UTF-8 text: save them as JSON or Markdown in UTF-8`);
  }
}

function tooLarge(name: string) {
  return badInput(`the answers in ${name} have more than ${mostBytes / 1024 / 1024} MB: split them`);
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'do not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'are not readable for this user';
  return `cannot be read (${String(code ?? error)})`;
}

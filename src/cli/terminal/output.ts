import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { clean } from '../../services/report/clean.ts';
import type { ReportParts } from '../../services/report/render-report.ts';
import { badInput, CommandFailure } from './ending.ts';

/**
 * Returns the requested format. If no format is requested, the extension of the output file determines the format by
 * `endings` (such as `.json`, in the order in which an error names them); without an output file, the format is
 * `otherwise`. Throws `bad_input` for an unknown extension.
 */
export function formatOfFile<Format extends string>(
  requested: Format | undefined,
  out: string | undefined,
  endings: Readonly<Record<string, Format>>,
  otherwise: Format,
): Format {
  if (requested !== undefined || out === undefined) return requested ?? otherwise;
  const ending = extname(out).toLowerCase();
  const meant = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (meant !== undefined) return meant;
  throw badInput(
    `the extension of --out ${out} is not a known format: use ${endingWords(endings, ' or ')}, or add --format`,
  );
}

/** The first extension of each format, such as `.txt, .json or .md`. */
export function endingWords(endings: Readonly<Record<string, string>>, last: string): string {
  const all = Object.entries(endings);
  const first = all.filter(([, format], at) => all.findIndex(([, other]) => other === format) === at);
  const names = first.map(([ending]) => ending);
  return `${names.slice(0, -1).join(', ')}${last}${names.at(-1)}`;
}

type Stream = { isTTY?: boolean };

/**
 * Whether to write colour. The first of these that is set decides: `--no-color`, NO_COLOR, FORCE_COLOR. If none is set,
 * colour is written to terminals only.
 */
export function wantsColor(stream: Stream, asked: boolean, env: NodeJS.ProcessEnv): boolean {
  if (!asked || env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

const defaultColumns = 100;

type Terminal = { columns?: number };

/**
 * The number of columns of the output, from the first of these that is known: the output terminal, COLUMNS, the
 * terminal that shows messages. If none is known, 100.
 */
export function columnsOf(output: Terminal, messages: Terminal, env: NodeJS.ProcessEnv): number {
  const columns = Number(env.COLUMNS);
  return (
    output.columns ??
    (Number.isInteger(columns) && columns > 0 ? columns : (messages.columns ?? defaultColumns))
  );
}

/** How a text for people is drawn: its width in columns, and whether it has colours. A file has none. */
export function lookOf(out: string | undefined, color: boolean): { width: number; color: boolean } {
  const { stdout, stderr, env } = process;
  return {
    width: columnsOf(stdout, stderr, env),
    color: out === undefined && wantsColor(stdout, color, env),
  };
}

/** Shows warnings on standard error, one line each. */
export function showWarnings(warnings: readonly { message: string }[]): void {
  for (const { message } of warnings) warn(message);
}

/** Shows a warning on standard error. */
export function warn(message: string): void {
  process.stderr.write(`proviso: warning: ${clean(message)}\n`);
}

/**
 * Throws `bad_input` if the output would replace one of these files, which the command reads. Files are compared by
 * device and inode, so another spelling of the path or a link does not hide a file. The path `-` is standard input.
 */
export async function ensureReplacesNone(out: string, read: readonly string[]): Promise<void> {
  const identity = async (path: string) => {
    const stats = await stat(path === '-' ? '/dev/stdin' : path, { bigint: true }).catch(() => null);
    return stats === null ? null : `${stats.dev} ${stats.ino}`;
  };
  const target = await identity(out);
  if (target === null) return;
  for (const path of read)
    if ((await identity(path)) === target)
      throw badInput(`--out ${out} would replace a file that this command reads: use another name`);
}

/**
 * Throws `bad_input` if the result could not be written to this path. It is called before the run, because a failure
 * after the run would lose the result. `option` names the path in errors.
 */
export async function ensureWritable(out: string, option = '--out'): Promise<void> {
  const folder = dirname(out);
  const there = await stat(folder).catch(() => null);
  if (!there?.isDirectory()) throw badInput(`${option} ${out}: the folder ${folder} does not exist`);
  const target = await stat(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw badInput(`${option} ${out} cannot be used as the name of a file: ${reasonOf(error)}`);
  });
  if (target && !target.isFile()) throw badInput(`${option} ${out} is not a file`);
  const temporary = temporaryBeside(out);
  try {
    await (await open(temporary, 'wx')).close();
    await rm(temporary);
  } catch (error) {
    throw badInput(`${option} ${out}: no file can be written in ${folder}: ${reasonOf(error)}`);
  }
}

/** Writes the whole file or nothing; nothing if the signal is aborted. Throws `cannot_write`. */
export async function writeWhole(
  out: string,
  content: string | ReportParts,
  signal?: AbortSignal,
): Promise<void> {
  await replaceFile(out, signal, async (file) => {
    for await (const part of typeof content === 'string' ? [content] : content) {
      signal?.throwIfAborted();
      await file.write(Buffer.from(part));
    }
    await file.sync();
  });
}

/**
 * Lets `write` fill a new file and puts it at the place of `out`. A reader never finds a part of the content, and an
 * earlier file stays until the new one is complete. Throws the `CommandFailure` of `write`, or `cannot_write`.
 */
export async function replaceFile(
  out: string,
  signal: AbortSignal | undefined,
  write: (file: FileHandle) => Promise<unknown>,
): Promise<void> {
  const temporary = temporaryBeside(out);
  try {
    const file = await open(temporary, 'wx');
    try {
      await write(file);
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await rename(temporary, out);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    signal?.throwIfAborted();
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure('cannot_write', `could not write ${out}: ${reasonOf(error)}`, { cause: error });
  }
}

/** A path in the folder of the output. The name is short, since the name of the output can have the maximum length. */
function temporaryBeside(out: string): string {
  return join(dirname(out), `.proviso-${randomBytes(6).toString('hex')}.tmp`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Writes to standard output and waits until the content is written. It is not an error if the reader has closed the
 * pipe.
 */
export async function writeOut(content: string | ReportParts): Promise<void> {
  for await (const part of typeof content === 'string' ? [content] : content) {
    await new Promise<void>((resolve) => process.stdout.write(part, () => resolve()));
  }
}

/** Writes to the file, or to standard output without one. Throws `cannot_write`. */
export async function writeTo(
  out: string | undefined,
  content: string | ReportParts,
  signal?: AbortSignal,
): Promise<void> {
  await (out === undefined ? writeOut(content) : writeWhole(out, content, signal));
}

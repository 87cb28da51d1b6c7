import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReportParts } from '../../../services/report/render-report.ts';
import { badInput, CommandFailure } from '../../terminal/failure.ts';

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

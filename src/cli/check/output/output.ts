import { constants } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { badInput, CommandFailure } from '../../terminal/failure.ts';
import type { Format } from '../options.ts';

const formatOfEnding: Record<string, Format> = {
  '.json': 'json',
  '.md': 'md',
  '.markdown': 'md',
  '.txt': 'table',
};

/**
 * Returns the requested format. If no format is requested, the extension of the output file determines the format;
 * without an output file, the format is `table`.
 */
export function chooseFormat(format: Format | undefined, out: string | undefined): Format {
  if (format !== undefined || out === undefined) return format ?? 'table';
  const meant = formatOfEnding[extname(out).toLowerCase()];
  if (meant) return meant;
  throw badInput(
    `the extension of --out ${out} is not a known format: use .txt, .json or .md, or add --format`,
  );
}

/**
 * Throws `bad_input` if the result could not be written to this path. It is called before the run, because a failure
 * after the run would lose the result.
 */
export async function ensureWritable(out: string): Promise<void> {
  const folder = dirname(out);
  const there = await stat(folder).catch(() => null);
  if (!there?.isDirectory()) throw badInput(`--out ${out}: the folder ${folder} does not exist`);
  const target = await stat(out).catch(() => null);
  if (target && !target.isFile()) throw badInput(`--out ${out} is not a file`);
  await access(folder, constants.W_OK).catch(() => {
    throw badInput(`--out ${out}: you may not write in ${folder}`);
  });
}

/**
 * Writes the whole file or nothing. A reader never finds a part of the content, and an earlier file stays until the new
 * one is complete.
 */
export async function writeWhole(out: string, content: string): Promise<void> {
  const temporary = join(dirname(out), `.${basename(out)}.${process.pid}.tmp`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, out);
  } catch (error) {
    await rm(temporary, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailure('cannot_write', `could not write ${out}: ${why}`, { cause: error });
  }
}

/**
 * Writes to standard output and waits until the content is written. It is not an error if the reader has closed the
 * pipe.
 */
export async function writeOut(content: string): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write(content, () => resolve()));
}

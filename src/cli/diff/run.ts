import { writeOut } from '../check/output/output.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { diffOf } from './compare.ts';
import type { DiffOptions } from './options.ts';
import { readResult } from './read.ts';
import { diffText } from './render.ts';

/** `proviso diff`: compares two results of `proviso check`. Returns the exit code. Throws `bad_input`. */
export async function diff(before: string, after: string, options: DiffOptions): Promise<ExitCode> {
  const { maxBytes } = options;
  const found = diffOf(await readResult(before, maxBytes), await readResult(after, maxBytes));
  await writeOut(options.format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : diffText(found));
  return options.failOn === 'worse' && found.counts.worse > 0 ? exitCodes.found : exitCodes.done;
}

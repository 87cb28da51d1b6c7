import { stat } from 'node:fs/promises';
import { badInput } from '../terminal/failure.ts';

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

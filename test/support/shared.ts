import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = process.env.PROVISO_SHARED ?? resolve(import.meta.dirname, '../../../shared');

/** Path of a real document or data set that is not part of the repository, or null where it is not at hand. */
export function sharedPath(path: string): string | null {
  const full = resolve(root, path);
  if (existsSync(full)) return full;
  process.stderr.write(`SKIPPED for lack of ${path}: set PROVISO_SHARED to the folder that holds it\n`);
  return null;
}

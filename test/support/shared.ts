import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = process.env.PROVISO_SHARED ?? resolve(import.meta.dirname, '../../../shared');

/** The path of a real document or data set that is not part of the repository; null if it is not available. */
export function sharedPath(path: string): string | null {
  const full = resolve(root, path);
  if (existsSync(full)) return full;
  process.stderr.write(
    `SKIPPED because ${path} is missing: set PROVISO_SHARED to the folder that contains it\n`,
  );
  return null;
}

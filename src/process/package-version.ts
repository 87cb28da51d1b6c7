import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

/** The version of Proviso in its package.json; `unknown` if the file names none. */
export function packageVersion(): string {
  const found: unknown = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'));
  return found && typeof found === 'object' && 'version' in found ? String(found.version) : 'unknown';
}

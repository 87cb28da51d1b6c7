import { readFile, writeFile } from 'node:fs/promises';
import { writeUnlinkedPackage } from './unlinked-package.ts';
import { unlinkedRtf } from './unlinked-rtf.ts';

/** The types of office files that can be copied without their links, by their usual extension. */
export const unlinkable = ['.docx', '.odt', '.rtf', '.pptx', '.odp'] as const;

/**
 * Writes a copy of an office file without anything that makes a program open another file. `to` must not exist and must
 * have one of the extensions in `unlinkable`. Throws a `ReadFailure`.
 */
export async function writeUnlinked(from: string, to: string): Promise<void> {
  if (to.endsWith('.rtf'))
    await writeFile(to, unlinkedRtf(await readFile(from)), { flag: 'wx', mode: 0o600 });
  else await writeUnlinkedPackage(from, to);
}

import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Folder } from './folder.ts';
import { run } from './programs.ts';

/**
 * Makes LibreOffice save files in a different format, all in one start of the program. `filter` is LibreOffice's name
 * of the format, such as `pdf` or `txt:Text (encoded):UTF8`. Returns the paths of the new files.
 */
export async function saveAs(folder: Folder, filter: string, paths: readonly string[]): Promise<string[]> {
  const profile = `-env:UserInstallation=file://${folder.path('office-profile')}`;
  const into = folder.path('saved');
  await run('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', into, ...paths]);
  const ending = filter.split(':')[0];
  const saved = paths.map((path) => folder.path(`saved/${basename(path, extname(path))}.${ending}`));
  const missing = saved.find((path) => !existsSync(path));
  if (missing !== undefined)
    throw new Error(`LibreOffice did not save ${missing}: install its Writer, Calc and Impress`);
  return saved;
}

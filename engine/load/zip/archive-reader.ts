import type { FilesInside } from '../formats/format.ts';
import { type Part, type Reading, wholeReading } from '../part.ts';
import type { ReadingHints } from '../sandbox/reading-budget.ts';
import { Archive } from './archive.ts';
import { NestedFiles } from './nested-files.ts';

/** A pattern for the names of files that operating systems add to archives. */
const ofSystems = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Opens a ZIP archive. The parts are those of the files in the archive, in the order of the file names. Throws a
 * `ReadFailure`.
 */
export async function openArchive(path: string, hints: ReadingHints, inside: FilesInside): Promise<Reading> {
  const archive = await Archive.open(path, hints.budget);
  const files = new NestedFiles(inside, hints);
  const { warnings, unread } = files;
  const parts = () => partsOf(archive, files);
  return wholeReading({ countedAs: 'file', parts, warnings, unread, close: () => archive.close() });
}

async function* partsOf(archive: Archive, files: NestedFiles): AsyncGenerator<Part> {
  const names = archive.names().filter((name) => !name.endsWith('/') && !ofSystems.test(name));
  for (const name of names.sort()) {
    const content = await archive.read(name);
    if (content !== null) yield* files.parts(name, content);
  }
}

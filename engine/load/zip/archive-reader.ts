import type { FilesInside } from '../formats/format.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
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
  return new ArchiveReading(await Archive.open(path, hints.budget), new NestedFiles(inside, hints));
}

class ArchiveReading implements Reading {
  readonly countedAs = 'file';
  readonly pageCount = null;
  readonly #archive: Archive;
  readonly #files: NestedFiles;

  constructor(archive: Archive, files: NestedFiles) {
    this.#archive = archive;
    this.#files = files;
  }

  async *parts(): AsyncGenerator<Part> {
    const names = this.#archive.names().filter((name) => !name.endsWith('/') && !ofSystems.test(name));
    for (const name of names.sort()) {
      const content = await this.#archive.read(name);
      if (content !== null) yield* this.#files.parts(name, content);
    }
  }

  warnings(): ReadingWarning[] {
    return this.#files.warnings;
  }

  unread(): { where: string; reason: string }[] {
    return this.#files.unread;
  }

  async close(): Promise<void> {
    this.#archive.close();
  }
}

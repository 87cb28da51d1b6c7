import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ReadFailure } from '../../model/errors.ts';
import type { ReadingBudget } from '../sandbox/reading-budget.ts';

/** Limits that an Office document stays far below, and that an archive built to exhaust memory exceeds. */
const limits = {
  entries: 5_000,
  nameBytes: 1_024,
  entryBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  /**
   * Maximum expanded size of an entry divided by its packed size. The ratio is checked only above `ratioFromBytes`,
   * because small entries, for example of spaces, can exceed it.
   */
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
};

/** A ZIP archive. The archive's directory is checked against the limits before anything is expanded. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #budget: ReadingBudget;
  readonly #expanded = new Set<string>();

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, budget: ReadingBudget) {
    this.#zip = zip;
    this.#entries = entries;
    this.#budget = budget;
  }

  /**
   * `budget` is the budget of the file that is read, which is this archive or contains it. Throws a `ReadFailure` with
   * the code `archive_limits`, `encrypted` or `damaged`.
   */
  static async open(path: string, budget: ReadingBudget): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
      throw damaged(error);
    });
    try {
      const entries = await checkedEntries(zip);
      budget.takeEntries(entries.size);
      return new Archive(zip, entries, budget);
    } catch (error) {
      zip.close();
      throw error instanceof ReadFailure ? error : damaged(error);
    }
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Expands one entry, counting its actual bytes. Null if there is no such entry, or if the entry declares more than
   * `most` bytes. Throws a `ReadFailure`.
   */
  async read(name: string, most: number = limits.entryBytes): Promise<Buffer | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined || entry.uncompressedSize > most) return null;
    // A repeated expansion counts as a further entry, because a workbook can list one sheet a million times.
    if (this.#expanded.has(name)) this.#budget.takeEntries(1);
    this.#expanded.add(name);
    const pieces: Buffer[] = [];
    let bytes = 0;
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream) {
        bytes += piece.length;
        this.#budget.takeBytes(piece.length);
        if (bytes > limits.entryBytes) {
          stream.destroy();
          throw overLimit(`its part ${name} expands to more than ${megabytes(limits.entryBytes)} MB`);
        }
        pieces.push(piece);
      }
    } catch (error) {
      if (error instanceof ReadFailure) throw error;
      if (bytes > entry.uncompressedSize || /too many bytes/.test(String(error))) {
        throw overLimit(`its part ${name} expands to more than it declares`);
      }
      throw damaged(error);
    }
    return Buffer.concat(pieces);
  }

  close(): void {
    this.#zip.close();
  }
}

async function checkedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw overLimit(`it has ${zip.entryCount} parts`);
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) {
      throw new ReadFailure('encrypted', 'The document is encrypted. Save a copy of it without a password.');
    }
    const { uncompressedSize: size, compressedSize: packed, fileName } = entry;
    if (entry.fileNameLength > limits.nameBytes)
      throw overLimit(`one of its parts has a name of more than ${limits.nameBytes} bytes`);
    total += size;
    if (size > limits.entryBytes) {
      throw overLimit(`its part ${fileName} expands to ${megabytes(size)} MB`);
    }
    if (total > limits.totalBytes) {
      throw overLimit(`it expands to more than ${megabytes(limits.totalBytes)} MB`);
    }
    if (size > limits.ratioFromBytes && size > packed * limits.ratio) {
      throw overLimit(`its part ${fileName} expands to more than ${limits.ratio} times its packed size`);
    }
    // Programs differ in which of two entries with the same name they open, so a person could see words other than
    // those that Proviso cites.
    if (entries.has(fileName)) throw damaged(new Error(`two parts are named ${fileName}`));
    entries.set(fileName, entry);
    if (entries.size > limits.entries) throw overLimit(`it has more than ${limits.entries} parts`);
  }
  refuseOverlap([...entries.values()]);
  return entries;
}

/** Bytes of the header before each entry in the archive, without the name. */
const headerBytes = 30;

/**
 * Throws a `ReadFailure` with the code `archive_limits` if two entries share packed bytes: with many such entries, a
 * small archive expands to a huge amount of data. No ordinary program writes such an archive.
 */
function refuseOverlap(entries: Entry[]): void {
  const placed = entries.sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  for (const [index, entry] of placed.entries()) {
    const next = placed[index + 1];
    const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize, fileName } = entry;
    const end = start + headerBytes + fileNameLength + compressedSize;
    if (next && end > next.relativeOffsetOfLocalHeader) {
      throw overLimit(`its parts ${fileName} and ${next.fileName} share the same bytes`);
    }
  }
}

function overLimit(what: string): ReadFailure {
  return new ReadFailure(
    'archive_limits',
    `The document is packed like an archive meant to exhaust memory: ${what}. Save it again from Word, or as PDF.`,
  );
}

function damaged(error: unknown): ReadFailure {
  return new ReadFailure('damaged', 'The document is damaged or incomplete. Save or download it again.', {
    cause: error,
  });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

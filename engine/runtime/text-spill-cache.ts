import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { SourceText } from '../model/source.ts';

/** The large fields of a source's text. */
type Bulk = Pick<SourceText, 'text' | 'ranges' | 'skips' | 'headings'>;
/** A text of the run, and its position in the spill file, in bytes. */
type Entry = { stored: { at: number; length: number } | null };

/** Maximum size of the texts in memory, in UTF-16 code units: about 400 pages. */
const mostInMemory = 2 ** 20;
/**
 * Maximum length of a text that can be moved to the file, in UTF-16 code units. Reading a longer text back each time
 * would take too long.
 */
const longest = 2 ** 18;

/**
 * The texts of a run over many files. The most recently used ones are in memory, the others in an unnamed temporary
 * file that disappears with the process. A text that is not in memory is read from that file on demand, which takes
 * about 0.1 ms for a few pages.
 */
export class TextSpillCache {
  readonly #inMemory: LRUCache<Entry, Bulk>;
  #file: number | null = null;
  #length = 0;

  constructor(most: number = mostInMemory) {
    this.#inMemory = new LRUCache({
      maxSize: most,
      sizeCalculation: sizeOf,
      dispose: (bulk, entry, reason) => {
        if (reason === 'evict') entry.stored ??= this.#write(bulk);
      },
    });
  }

  /**
   * Returns an equal text whose large fields are stored in this cache and read from it on access. A very long text is
   * returned unchanged.
   */
  store(content: SourceText): SourceText {
    const { text, ranges, skips, headings, ...rest } = content;
    const whole = { text, ranges, skips, headings };
    if (sizeOf(whole) > Math.min(longest, this.#inMemory.maxSize)) return content;
    const entry: Entry = { stored: null };
    this.#inMemory.set(entry, whole);
    const bulk = () => this.#bulkOf(entry);
    return {
      ...rest,
      get text() {
        return bulk().text;
      },
      get ranges() {
        return bulk().ranges;
      },
      get skips() {
        return bulk().skips;
      },
      get headings() {
        return bulk().headings;
      },
    };
  }

  /** Closes the file. Afterwards only the texts that are still in memory can be read; reading any other text throws. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #bulkOf(entry: Entry): Bulk {
    const known = this.#inMemory.get(entry);
    if (known) return known;
    const bulk = this.#read(entry);
    this.#inMemory.set(entry, bulk);
    return bulk;
  }

  #read({ stored }: Entry): Bulk {
    if (stored === null || this.#file === null) throw new Error('the texts of the run were released');
    const bytes = Buffer.allocUnsafe(stored.length);
    const count = readSync(this.#file, bytes, 0, stored.length, stored.at);
    if (count !== stored.length) throw new Error('a text of the run could not be read again');
    const bulk: Bulk = deserialize(bytes);
    return bulk;
  }

  #write(bulk: Bulk): { at: number; length: number } {
    this.#file ??= openUnnamed();
    const bytes = serialize(bulk);
    const at = this.#length;
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#file, bytes, written, undefined, at + written);
    this.#length += bytes.length;
    return { at, length: bytes.length };
  }
}

/** The approximate size in memory, in UTF-16 code units. */
function sizeOf({ text, ranges, skips, headings }: Bulk): number {
  return text.length + 100 * (1 + ranges.length + skips.length + headings.length);
}

function openUnnamed(): number {
  const path = join(tmpdir(), `proviso-texts-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** The size of an entry in bytes, and the SHA-256 of its content in hex. */
export type WrittenEntry = { path: string; bytes: number; sha256: string };

type Placed = WrittenEntry & { offset: number; crc: number };

const [localHeader, centralHeader, endOfDirectory] = [0x04034b50, 0x02014b50, 0x06054b50];
/** The version of the format that is needed to read the file (2.0), names in UTF-8, and 1980-01-01 as every date. */
const [version, utf8Names, date] = [20, 0x0800, 0x21];

/**
 * Writes a ZIP file in which every byte follows from the names and contents of its entries: stored without compression,
 * one after another, with a constant date, and without extra fields and comments. Therefore a checker can compare each
 * byte of the structure with the only value that it may have, and no data can hide between the entries. Libraries for
 * ZIP do not promise this, and each writes other headers. `file` must be empty; the caller closes it. The whole file has
 * at most `mostBytes`, below 4 GiB; `onTooLarge` must throw.
 */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #mostBytes: number;
  readonly #onTooLarge: () => never;
  readonly #entries: Placed[] = [];
  #position = 0;

  constructor(file: FileHandle, mostBytes: number, onTooLarge: () => never) {
    this.#file = file;
    this.#mostBytes = mostBytes;
    this.#onTooLarge = onTooLarge;
  }

  async add(path: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<WrittenEntry> {
    const offset = this.#position;
    const hash = createHash('sha256');
    let [bytes, crc] = [0, 0];
    // The header is written again when the size of the entry is known.
    await this.#append(headerOf({ path, bytes, sha256: '', offset, crc }, localHeader));
    for await (const chunk of content) {
      hash.update(chunk);
      crc = crc32(chunk, crc);
      bytes += chunk.byteLength;
      await this.#append(chunk);
    }
    const entry = { path, bytes, sha256: hash.digest('hex'), offset, crc };
    await this.#write(headerOf(entry, localHeader), offset);
    this.#entries.push(entry);
    return { path, bytes, sha256: entry.sha256 };
  }

  /** Writes the directory of the entries and makes sure that the file is on the disk. Returns the size of the file. */
  async end(): Promise<number> {
    const directory = Buffer.concat(this.#entries.map((entry) => headerOf(entry, centralHeader)));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(endOfDirectory, 0);
    for (const at of [8, 10]) end.writeUInt16LE(this.#entries.length, at);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#position, 16);
    await this.#append(Buffer.concat([directory, end]));
    await this.#file.sync();
    return this.#position;
  }

  async #append(chunk: Uint8Array): Promise<void> {
    if (this.#position + chunk.byteLength > this.#mostBytes) this.#onTooLarge();
    await this.#write(chunk, this.#position);
    this.#position += chunk.byteLength;
  }

  async #write(chunk: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < chunk.byteLength; ) {
      const { bytesWritten } = await this.#file.write(chunk, done, chunk.byteLength - done, position + done);
      done += bytesWritten;
    }
  }
}

/** The header of an entry: before its content, or in the directory at the end of the file. */
function headerOf({ path, bytes, offset, crc }: Placed, kind: number): Buffer {
  const name = Buffer.from(path);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(version, 0);
  common.writeUInt16LE(utf8Names, 2);
  common.writeUInt16LE(date, 8);
  common.writeUInt32LE(crc, 10);
  for (const at of [14, 18]) common.writeUInt32LE(bytes, at);
  common.writeUInt16LE(name.length, 22);
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(kind);
  if (kind === localHeader) return Buffer.concat([signature, common, name]);
  const madeBy = Buffer.from([version, 0]);
  const more = Buffer.alloc(14);
  more.writeUInt32LE(offset, 10);
  return Buffer.concat([signature, madeBy, common, more, name]);
}

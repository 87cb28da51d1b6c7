import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { defaultLimits } from '../job.ts';
import { codeOf, ReadFailure } from '../model/errors.ts';
import type { OpenSource, SourceCache } from '../ports.ts';

/**
 * Opens a local file; its `ref` is its absolute path. The SHA-256 is computed from a stream, to save memory, and only
 * if the file is not too large to be read. Throws a `ReadFailure` if the file is empty, too large, missing or not
 * readable.
 */
export const openLocalFile: OpenSource = async (file, signal) => {
  try {
    const { size } = await stat(file.ref);
    checkFileSize(size, defaultLimits.fileBytes);
    const hash = createHash('sha256');
    await pipeline(createReadStream(file.ref), hash, { signal });
    return { path: file.ref, bytes: size, sha256: hash.digest('hex'), close: async () => {} };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ReadFailure) throw error;
    const code = codeOf(error) || 'unknown error';
    if (code === 'ENOENT')
      throw new ReadFailure('not_found', `${file.name} no longer exists.`, { cause: error });
    throw new ReadFailure('not_reachable', `${file.name} cannot be read (${code}).`, { cause: error });
  }
};

/** A cache of extracted text in memory, so that a process reads the same content only once. */
export function inMemorySourceCache(): SourceCache {
  const kept = new Map<string, Awaited<ReturnType<SourceCache['get']>>>();
  return {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => {
      kept.set(key, value);
    },
  };
}

/** A cache that stores nothing, for work that reads each file only once: its memory does not grow with the files. */
export const noSourceCache: SourceCache = {
  get: async () => null,
  put: async () => {},
};

/**
 * Throws a `ReadFailure` with the code `empty_file` for a file without bytes, and with the code `too_large` for a file
 * with more than `mostBytes`.
 */
export function checkFileSize(bytes: number, mostBytes: number): void {
  if (bytes === 0) {
    throw new ReadFailure('empty_file', 'The file is empty (0 bytes). Download or export it again.');
  }
  if (bytes <= mostBytes) return;
  const [has, may] = [bytes, mostBytes].map((count) => Math.ceil(count / 1024 / 1024));
  throw new ReadFailure(
    'too_large',
    `The file has ${has} MB, and the limit for one file is ${may} MB. Split it.`,
  );
}

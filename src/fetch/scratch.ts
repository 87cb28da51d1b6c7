import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file that is removed by `close`; `sha256` is in hex. */
export type ScratchFile = { path: string; bytes: number; sha256: string; close(): Promise<void> };

const ending = '.scratch';

/**
 * Writes a stream to a new file in `folder`, completely or not at all. Only the operating system user of this process
 * can read the file.
 */
export async function writeScratch(
  folder: string,
  body: Readable,
  steps: readonly Transform[],
  signal: AbortSignal,
): Promise<ScratchFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomBytes(16).toString('hex')}${ending}`);
  const close = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  // The file is opened before any bytes arrive. If the stream opened the file, the stream could create the file again
  // after `close` has removed it.
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline([body, ...steps, measure, file.createWriteStream()], { signal });
  } catch (error) {
    await close();
    throw error;
  }
  return { path, bytes, sha256: hash.digest('hex'), close };
}

/**
 * Removes the scratch files and folders in `folder` that were last written before `time`: the processes that wrote them have died.
 * Returns the number of removed files.
 */
export async function removeOldScratch(folder: string, time: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(ending)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || found.mtime >= time) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that exists until `close` is called. */
export type MadeFile = { path: string; close(): Promise<void> };

/** Has a new file written, and removes it if that fails. */
export async function madeFile<More extends object>(
  folder: string,
  write: (path: string) => Promise<More>,
): Promise<MadeFile & More> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomBytes(16).toString('hex')}.scratch`);
  const close = () => rm(path, { force: true });
  try {
    return { ...(await write(path)), path, close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * A new prefix for the names of a reader's folders. The parent process chooses the prefix and can therefore remove the
 * folders of a reader that was killed.
 */
export function newScratchName(): string {
  return join(tmpdir(), `proviso-reader-${randomBytes(8).toString('hex')}-`);
}

let ownName: string | null = null;

/** Sets the prefix for the folders of this process. */
export function nameScratch(name: string): void {
  ownName = name;
}

/** Creates a folder that only the system user of this process can read. The caller removes the folder. */
export function makeScratch(): Promise<string> {
  return mkdtemp(ownName ?? newScratchName());
}

/** Removes every folder whose name has the prefix. Never rejects: a folder that cannot be removed remains. */
export async function removeScratch(name: string): Promise<void> {
  const all = await readdir(dirname(name)).catch(() => []);
  const left = all.filter((one) => one.startsWith(basename(name)));
  await Promise.allSettled(left.map((one) => rm(join(dirname(name), one), { recursive: true, force: true })));
}

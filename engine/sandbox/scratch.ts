import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** What the names of a reader's folders begin with: known to its parent, which removes what a killed reader left. */
export function newScratchName(): string {
  return join(tmpdir(), `proviso-reader-${randomBytes(8).toString('hex')}-`);
}

let ownName: string | null = null;

/** Sets what the folders of this process are called from now on. */
export function nameScratch(name: string): void {
  ownName = name;
}

/** A new folder, readable by this user alone. Whoever asks for it removes it. */
export function makeScratch(): Promise<string> {
  return mkdtemp(ownName ?? newScratchName());
}

/** Removes every folder whose name begins so. Never rejects: what can't be removed stays. */
export async function removeScratch(name: string): Promise<void> {
  const all = await readdir(dirname(name)).catch(() => []);
  const left = all.filter((one) => one.startsWith(basename(name)));
  await Promise.allSettled(left.map((one) => rm(join(dirname(name), one), { recursive: true, force: true })));
}

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url));

/** A text file of the repository; `path` is relative to its root, with forward slashes. */
export type TextFile = { path: string; text: string };

/** Every text file that git tracks. Without git, every text file that is neither built nor installed. */
export function textFiles(): TextFile[] {
  return (trackedPaths() ?? walkedPaths(repositoryRoot)).flatMap((path) => {
    const text = readFileSync(join(repositoryRoot, path), 'utf8');
    return text.includes('\0') || text.includes('\uFFFD') ? [] : [{ path, text }];
  });
}

function trackedPaths(): string[] | null {
  try {
    const deleted = gitPaths('--deleted');
    return gitPaths('--cached').filter((path) => !deleted.includes(path));
  } catch {
    return null;
  }
}

function gitPaths(which: '--cached' | '--deleted'): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', which], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return listed.split('\0').filter((path) => path !== '');
}

const madeHere = new Set(['.git', 'node_modules', 'dist', 'coverage', 'data']);

function walkedPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (madeHere.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walkedPaths(path);
    return entry.isFile() ? [relative(repositoryRoot, path).split(sep).join('/')] : [];
  });
}

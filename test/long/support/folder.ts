import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Folder = {
  path(name: string): string;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
};

export function makeFolder(): Folder {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-matrix-'));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

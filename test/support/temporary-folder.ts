import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder that is removed after the tests around the call, and after what those tests themselves end by. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `proviso-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

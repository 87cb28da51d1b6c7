import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filesBehind } from '../../../src/cli/check/input-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'proviso-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const selection = {
  supported: ['.md'],
  except: [],
  spool: () => Promise.reject(new Error('no stream was named')),
};

describe('a folder', () => {
  it('gives a broken link too, so that it is named as not read, and ends where a link leads back', async () => {
    writeFileSync(join(folder, 'a.md'), 'Notice is 30 days.');
    symlinkSync('nowhere', join(folder, 'broken.md'));
    symlinkSync('.', join(folder, 'loop'));
    const { files, warnings } = await filesBehind([folder], selection);
    expect(files.map(({ name }) => name)).toEqual(['a.md', 'broken.md']);
    expect(warnings).toEqual([]);
  });
});

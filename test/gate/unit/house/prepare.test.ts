import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const manifest = new URL('../../../../package.json', import.meta.url);
const { scripts } = z
  .object({ scripts: z.object({ prepare: z.string() }) })
  .parse(JSON.parse(readFileSync(manifest, 'utf8')));

/**
 * In a checkout, `npx proviso` makes npm run the prepare script, even while a server uses the build to start readers.
 */
it('the prepare script builds what is missing or older than its sources, and otherwise leaves the build as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const written = (path: string, seconds: number, content = '') => {
    writeFileSync(join(folder, path), content);
    utimesSync(join(folder, path), seconds, seconds);
  };
  const builds = () => {
    execFileSync('sh', ['-c', scripts.prepare], { cwd: folder });
    const built = existsSync(join(folder, 'built'));
    rmSync(join(folder, 'built'), { force: true });
    return built;
  };
  for (const name of ['src', 'engine', 'dashboard', 'dist', 'dist/dashboard']) {
    mkdirSync(join(folder, name));
    utimesSync(join(folder, name), 1, 1);
  }
  for (const name of ['bundle.ts', 'openapi.json', 'tsconfig.json', 'engine/index.ts']) written(name, 1);
  written('package.json', 1, JSON.stringify({ scripts: { build: 'touch built' } }));
  expect(builds()).toBe(true);
  written('dist/dashboard/index.html', 2);
  for (const name of ['src', 'engine', 'dashboard']) utimesSync(join(folder, name), 1, 1);
  expect(builds()).toBe(false);
  written('engine/index.ts', 3);
  expect(builds()).toBe(true);
});

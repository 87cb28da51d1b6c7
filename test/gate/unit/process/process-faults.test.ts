import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

it('a process continues after an unhandled rejection and shuts down cleanly after an uncaught error; it logs both', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
      join(import.meta.dirname, 'faulty-child.ts'),
    ],
    { encoding: 'utf8' },
  );
  expect(stdout).toBe('still working\nruns were handed back\n');
  expect(status).toBe(1);
  const logged = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(logged).toMatchObject([
    { level: 50, error: { message: 'planted rejection', stack: expect.stringContaining('faulty-child') } },
    { level: 60, error: { message: 'planted error', stack: expect.stringContaining('faulty-child') } },
  ]);
});

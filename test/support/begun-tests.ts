import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterEach, beforeEach, type RunnerTestCase } from 'vitest';

/**
 * Writes to the file TEST_LOG when a test begins and ends, in the process of the test: a test that never gives the
 * processor back could not report it. `test-log.ts` writes the rest.
 */
const path = process.env.TEST_LOG;
if (path !== undefined) {
  beforeEach(({ task }) => write(path, 'begun', task));
  afterEach(({ task }) => write(path, 'ended', task));
}

function write(path: string, event: 'begun' | 'ended', { file, fullTestName }: RunnerTestCase): void {
  const name = `${relative(process.cwd(), file.filepath)} > ${fullTestName}`;
  appendFileSync(path, `${event} ${name.replaceAll('\n', ' ')}\n`);
}

import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Writes to the file TEST_LOG which files of tests begin and end, and how each test ended. `test/steps.mjs` reads from it
 * which test was running when a step reached its time limit, and how many tests have run. See `begun-tests.ts`.
 */
export default class TestLog implements Reporter {
  readonly #path = process.env.TEST_LOG;

  onTestModuleStart(module: TestModule): void {
    this.#write('begun', fileOf(module));
  }

  onTestModuleEnd(module: TestModule): void {
    this.#write('ended', fileOf(module));
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    this.#write(state === 'pending' ? 'ended' : state, nameOf(test));
  }

  #write(event: 'begun' | 'ended' | 'passed' | 'failed' | 'skipped', name: string): void {
    if (this.#path !== undefined) appendFileSync(this.#path, `${event} ${name.replaceAll('\n', ' ')}\n`);
  }
}

function fileOf(module: TestModule): string {
  return relative(process.cwd(), module.moduleId);
}

function nameOf(test: TestCase): string {
  return `${fileOf(test.module)} > ${test.fullName}`;
}

import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { closeLoading, localPorts, type TestedExample, testExamples } from '../../../../engine/index.ts';

const rule = {
  name: 'Notice of a data breach',
  description: 'The Supplier shall notify the Customer of a data breach within 24 hours.',
};
const right = 'The Supplier shall notify the Customer of a data breach within 12 hours.';
const wrong = 'The Supplier shall notify the Customer of a data breach within 72 hours.';

const verdicts = (tested: readonly TestedExample[]) =>
  tested.map(({ ruleIndex, kind, index, verdict }) => [ruleIndex, kind, index, verdict]);

afterEach(() => vi.unstubAllEnvs());
afterAll(() => closeLoading());

describe('the examples of rules', () => {
  it('are compared with the answers of the checker, each as a document of its own', async () => {
    const rules = [
      { name: 'No examples', description: 'The Supplier shall keep a log.' },
      { ...rule, examples: { satisfies: [right, wrong], violates: [wrong, right] } },
      {
        ...rule,
        examples: { satisfies: ['Breaches are a serious matter for the Supplier and the Customer.'] },
      },
    ];
    expect(verdicts(await testExamples(rules, localPorts()))).toEqual([
      [1, 'satisfies', 0, 'right'],
      [1, 'satisfies', 1, 'wrong'],
      [1, 'violates', 0, 'right'],
      [1, 'violates', 1, 'wrong'],
      [2, 'satisfies', 0, 'undecided'],
    ]);
  });

  it('are removed from the disk after the check, also if it is aborted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proviso-test-'));
    vi.stubEnv('TMPDIR', folder);
    const stopped = testExamples([{ ...rule, examples: { satisfies: [right] } }], localPorts(), {
      signal: AbortSignal.abort(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await readdir(folder)).toEqual([]);
  });
});

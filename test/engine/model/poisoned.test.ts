import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloads } from './support/payloads.ts';
import { docx, html, pdf } from './support/poisoned-files.ts';
import { expectUnmoved, type PoisonedRuns, startPoisonedRuns } from './support/poisoned-run.ts';

let runs: PoisonedRuns;
beforeAll(async () => {
  runs = await startPoisonedRuns();
});
afterAll(() => runs.close());

describe.each([pdf, docx, html])(
  'instructions hidden in a $ending, and a model that obeys what it reads',
  (carrier) => {
    it('the same document without them is answered correctly', async () => {
      const { findings } = await runs.check(carrier, null);
      expect(findings.map(({ label, outcome }) => [label, outcome])).toEqual([
        ['CONFIRMED', 'satisfied'],
        ['CONFIRMED', 'violated'],
        ['NOT FOUND', 'undetermined'],
      ]);
    });

    it.each(payloads)(
      '$name: no label rises, nothing becomes satisfied, and lowered labels have a reason',
      async (payload) => {
        const clean = await runs.check(carrier, null);
        const poisoned = await runs.check(carrier, payload);
        expectUnmoved(poisoned.findings, clean.findings);
      },
    );
  },
);

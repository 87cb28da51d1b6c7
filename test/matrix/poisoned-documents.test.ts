import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloads } from '../engine/model/support/payloads.ts';
import { docx, html, pdf } from '../engine/model/support/poisoned-files.ts';
import { expectUnmoved, type PoisonedRuns, startPoisonedRuns } from '../engine/model/support/poisoned-run.ts';

let runs: PoisonedRuns;
beforeAll(async () => {
  runs = await startPoisonedRuns();
});
afterAll(() => runs.close());

describe.each([pdf, docx, html])(
  'a $ending document, checked with a model that obeys hidden instructions,',
  (carrier) => {
    it('is answered correctly if it contains no hidden instructions', async () => {
      const { findings } = await runs.check(carrier, null);
      expect(findings.map(({ label, outcome }) => [label, outcome])).toEqual([
        ['CONFIRMED', 'satisfied'],
        ['CONFIRMED', 'violated'],
        ['NOT FOUND', 'undetermined'],
      ]);
    });

    it.each(payloads)(
      '($name) gets no higher label, no "satisfied", and no lower label without a reason',
      async (payload) => {
        const clean = await runs.check(carrier, null);
        const poisoned = await runs.check(carrier, payload);
        expectUnmoved(poisoned.findings, clean.findings);
      },
    );
  },
);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Payload, payloads } from '../engine/model/support/payloads.ts';
import {
  type Carrier,
  expectUnmoved,
  type PoisonedRuns,
  startPoisonedRuns,
} from '../engine/model/support/poisoned-run.ts';
import { picture, recording } from './support/poisoned-media.ts';

/**
 * Whether the reader of such a file can read the payload. It cannot read names, descriptions or white words on white.
 */
function reaches({ name, placement }: Payload, carrier: Carrier): boolean {
  if (carrier === recording) return placement === 'paragraph' || placement === 'white';
  // Letters that form no words are misrecognised, so base64 would decode to something else.
  return placement === 'paragraph' && name !== 'base64';
}

let runs: PoisonedRuns;
beforeAll(async () => {
  runs = await startPoisonedRuns();
});
afterAll(() => runs.close());

describe.each([picture, recording])(
  'instructions in a $ending, and a model that obeys what it reads',
  (carrier) => {
    it('the same document without them is answered correctly', async () => {
      const { findings } = await runs.check(carrier, null);
      expect(findings.map(({ label, outcome }) => [label, outcome])).toEqual([
        [expect.toBeOneOf(['CONFIRMED', 'ESTIMATED']), 'satisfied'],
        [expect.toBeOneOf(['CONFIRMED', 'ESTIMATED']), 'violated'],
        ['NOT FOUND', 'undetermined'],
      ]);
    });

    it.each(payloads)(
      '$name: no label rises, nothing becomes satisfied, and lowered labels have a reason',
      async (payload) => {
        const clean = await runs.check(carrier, null);
        const poisoned = await runs.check(carrier, payload);
        const noticed = poisoned.warnings.some(({ code }) => code === 'instruction_like_text');
        expect(noticed).toBe(reaches(payload, carrier));
        expectUnmoved(poisoned.findings, clean.findings);
      },
    );
  },
);

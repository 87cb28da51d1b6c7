import { afterAll, describe, expect, it } from 'vitest';
import { type Payload, payloads } from '../../gate/engine/model/support/payloads.ts';
import { docx, html, pdf } from '../../gate/engine/model/support/poisoned-files.ts';
import {
  type Carrier,
  expectUnmoved,
  startPoisonedRuns,
} from '../../gate/engine/model/support/poisoned-run.ts';
import { picture, recording } from '../support/poisoned-media.ts';

/** Words are recognised in a picture and transcribed from a recording, so a quote of them is not always exact. */
const media: readonly Carrier[] = [picture, recording];

/** Whether the payload can be read in such a file. Names, descriptions and white words on white cannot be read. */
function reaches({ name, placement }: Payload, carrier: Carrier): boolean {
  if (carrier === recording) return placement === 'paragraph' || placement === 'white';
  // Base64 is recognised with errors, because its letters form no words, and then decodes to something else.
  return placement === 'paragraph' && name !== 'base64';
}

const runs = await startPoisonedRuns();
afterAll(() => runs.close());

describe.each([pdf, docx, html, ...media])(
  'a $ending file, checked with a model that obeys hidden instructions,',
  (carrier) => {
    const isMedia = media.includes(carrier);

    it('is answered correctly if it contains no hidden instructions', async () => {
      const { findings } = await runs.check(carrier, null);
      const found = isMedia ? expect.toBeOneOf(['CONFIRMED', 'ESTIMATED']) : 'CONFIRMED';
      expect(findings.map(({ label, outcome }) => [label, outcome])).toEqual([
        [found, 'satisfied'],
        [found, 'violated'],
        ['NOT FOUND', 'undetermined'],
      ]);
    });

    it.each(payloads)(
      '($name) gets no higher label, no "satisfied", and no lower label without a reason',
      async (payload) => {
        const clean = await runs.check(carrier, null);
        const poisoned = await runs.check(carrier, payload);
        if (isMedia) {
          const noticed = poisoned.warnings.some(({ code }) => code === 'instruction_like_text');
          expect(noticed).toBe(reaches(payload, carrier));
        }
        expectUnmoved(poisoned.findings, clean.findings);
      },
    );
  },
);

import { describe, expect, it } from 'vitest';
import { keyRules } from '../../../../engine/model/keys.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../support/sources.ts';

const clauses = Array.from(
  { length: 60 },
  (_, at) =>
    `${at + 1}. The parties may change the date of a delivery by a notice that names this contract. The name of the carrier, the title to the goods and the date when it is effective are stated in the order of week ${at + 1}.`,
);
const opening =
  'Framework for Cold Storage. Made as of 4 March 2025 by Tilbury Foods Ltd ("Tilbury") and Ostrava Chill s.r.o. ("Ostrava").';
const file = source([opening, ...clauses]);

async function firstFor(description: string): Promise<string[]> {
  const passageIndex = await createPassageIndex([file]);
  const [rule] = keyRules([{ name: 'Question', description }]);
  if (!rule) throw new Error('expected one rule');
  const { inputs } = await passageIndex.retrieve(rule, [file]);
  return inputs.slice(0, 3).map(({ passage }) => file.content.text.slice(passage.start, passage.end));
}

describe('the passage at the beginning of a document', () => {
  it.each([
    'The name of the contract',
    'The two or more parties who signed the contract',
    'The date of the contract',
    'The date when the contract is effective',
  ])('is ranked among the first three for the rule "%s"', async (description) => {
    expect((await firstFor(description)).some((text) => text.includes('Tilbury Foods'))).toBe(true);
  });

  it('is not promoted for other rules', async () => {
    const found = await firstFor('The parties may change the date of a delivery by a notice.');
    expect(found.some((text) => text.includes('Tilbury Foods'))).toBe(false);
  });
});

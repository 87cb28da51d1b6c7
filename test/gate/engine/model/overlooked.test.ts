import { describe, expect, it } from 'vitest';
import { overlooked } from '../../../../engine/check/model/overlooked.ts';
import { keyRules } from '../../../../engine/model/keys.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../support/sources.ts';

async function found(description: string, text: string) {
  const file = source([
    `Agreement\n\nThe records are kept in the archive.\n\n${text}\n\nThe office is open.\n`,
  ]);
  const [rule] = keyRules([{ name: 'Rule', description }]);
  if (rule === undefined) throw new Error('there must be a rule');
  const index = await createPassageIndex([file]);
  return overlooked(rule, await index.retrieve(rule, [file]))?.quote ?? null;
}

describe('a sentence that a model has overlooked', () => {
  it.each([
    [
      'The supplier must report each security incident.',
      'Security incidents are reported by the Supplier without delay.',
    ],
    [
      'The customer pays each invoice within 45 days.',
      'An invoice falls due 45 days after the Customer has received it.',
    ],
  ])('has the rarest words of the rule, or many and its number: “%s”', async (rule, sentence) => {
    expect(await found(rule, sentence)).toBe(sentence);
  });

  it.each([
    [
      'The supplier must report each security incident.',
      'The Supplier reports its turnover to the Customer.',
    ],
    [
      'The supplier must keep a register of subcontractors.',
      'The register of the court has the name of the Supplier.',
    ],
  ])('is none that has only other words of “%s”', async (rule, sentence) => {
    expect(await found(rule, sentence)).toBeNull();
  });
});

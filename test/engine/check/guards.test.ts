import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

/** Sentences that were once taken for the rule because one guard was missing. */
describe('a sentence that a single guard keeps from confirming a rule', () => {
  it.each([
    [
      'has a condition with "where"',
      'The tenant must pay the rent.',
      'The tenant shall pay the rent where the premises can be used.',
    ],
    [
      'is a list item whose lead-in has an exception',
      'The contractor must not disclose the drawings.',
      'Except with consent, the contractor shall not:\n(a) copy the reports;\n(b) disclose the drawings; or\n(c) sell the tools.',
    ],
    [
      'has the preposition before another word',
      'The goods must be sent to the seller.',
      'The goods shall be sent to offices from seller.',
    ],
  ])('it %s', async (_, rule, text) => {
    expect((await ask(rule, text)).support).not.toBe('entails');
  });

  it.each([
    ['The tenant must pay the rent.', 'The tenant shall pay the rent.'],
    ['The goods must be sent to the seller.', 'The goods shall be sent to the seller.'],
  ])('and without it the sentence confirms the rule: %s', async (rule, text) => {
    expect((await ask(rule, text)).support).toBe('entails');
  });

  it('and without it an item of a list meets the rule', async () => {
    const list =
      'The contractor shall not:\n(a) copy the reports;\n(b) disclose the drawings; or\n(c) sell the tools.';
    expect(await ask('The contractor must not disclose the drawings.', list)).toMatchObject({
      outcome: 'satisfied',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

/** Each of these sentences was once accepted as stating its rule, because one condition of the checker was missing. */
describe('a sentence that almost says what the rule requires', () => {
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
      'has the preposition of the rule before a different word',
      'The goods must be sent to the seller.',
      'The goods shall be sent to offices from seller.',
    ],
  ])('does not confirm the rule if it %s', async (_, rule, text) => {
    expect((await ask(rule, text)).support).not.toBe('entails');
  });

  it.each([
    ['The tenant must pay the rent.', 'The tenant shall pay the rent.'],
    ['The goods must be sent to the seller.', 'The goods shall be sent to the seller.'],
  ])('confirms the rule if the difference is removed: %s', async (rule, text) => {
    expect((await ask(rule, text)).support).toBe('entails');
  });

  it('meets the rule as a list item without an exception', async () => {
    const list =
      'The contractor shall not:\n(a) copy the reports;\n(b) disclose the drawings; or\n(c) sell the tools.';
    expect(await ask('The contractor must not disclose the drawings.', list)).toMatchObject({
      outcome: 'satisfied',
    });
  });
});

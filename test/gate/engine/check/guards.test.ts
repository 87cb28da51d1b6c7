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
    [
      'has another sentence beside it that comes close to the rule',
      'The buyer must pay each invoice within 30 days.',
      'The buyer shall pay each invoice within 30 days.\nThe buyer shall pay each invoice within one month.',
    ],
  ])('does not confirm the rule if it %s', async (_, rule, text) => {
    expect((await ask(rule, text)).support).not.toBe('entails');
  });

  it.each([
    ['The tenant must pay the rent.', 'The tenant shall pay the rent.'],
    ['The goods must be sent to the seller.', 'The goods shall be sent to the seller.'],
    [
      'The buyer must pay each invoice within 30 days.',
      'The buyer shall pay each invoice within 30 days.\nThe buyer shall store the goods for one month.',
    ],
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

describe('a clause that a passage ends', () => {
  const clause = '7. The tenant shall pay the rent.';
  it.each([
    ['', '8. Clause 7 is no longer in force.'],
    [' This clause remains in force.', '8. Clause 7 is no longer in force.'],
  ])('leaves the rule undecided: “%s”, “%s”', async (more, ending) => {
    const answer = await ask('The tenant must pay the rent.', `${clause}${more}\n${ending}`);
    expect(answer).toMatchObject({ outcome: 'undetermined', support: 'partial' });
  });
});

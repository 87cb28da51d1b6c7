import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const rule = 'The caterer must send the menu to the school within 5 days after the end of each term.';

describe('a clause with a phrase in front of its subject', () => {
  it.each([
    [
      'Not later than five days following the end of each term, the Caterer shall forward the menu to the School.',
      'satisfied',
    ],
    [
      'Not later than nine days following the end of each term, the Caterer shall forward the menu to the School.',
      'violated',
    ],
  ])('is compared as if the phrase came last: %s', async (text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });

  it.each([
    [
      'Where the Keeper becomes aware of a loss of samples, it is obliged to inform the Museum thereof no later than 12 hours after discovery.',
      'satisfied',
    ],
    [
      'Where the Keeper becomes aware of a loss of samples, it is obliged to inform the Museum thereof no later than 36 hours after discovery.',
      'violated',
    ],
    [
      'If the Museum so requests, the Keeper shall inform the Museum of a loss of samples within 12 hours.',
      'partly_satisfied',
    ],
  ])('has the case of the rule if it repeats the rule: %s', async (text, outcome) => {
    const asks = 'The keeper must report a loss of samples to the museum within 12 hours.';
    expect((await ask(asks, text)).outcome).toBe(outcome);
  });

  it('means the thing in its case by a pronoun', async () => {
    const asks = 'The dealer must replace defective batteries free of charge.';
    const text = 'Where a battery proves to be defective, the Dealer is bound to replace it at its own cost.';
    expect((await ask(asks, text)).outcome).toBe('satisfied');
  });

  it('does not meet the rule with “after” instead of “before”', async () => {
    const asks = 'The builder must obtain the written approval of the owner before starting any work.';
    const text = (when: string) =>
      `For all work beyond the drawings, the Builder shall secure the Owner’s approval in writing, in each case ${when} it.`;
    expect((await ask(asks, text('prior to starting'))).outcome).toBe('satisfied');
    expect((await ask(asks, text('after completing'))).outcome).not.toBe('satisfied');
  });

  it('limits the rule if the phrase names only a part of all cases', async () => {
    const asks = 'The lodge must clean every cabin daily.';
    const { outcome } = await ask(
      asks,
      'In the months of June and July, the lodge must clean every cabin daily.',
    );
    expect(outcome).not.toBe('satisfied');
  });
});

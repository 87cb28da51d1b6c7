import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a ban with a number', () => {
  it.each([
    [
      'for a longer time',
      'The seller must not compete for at least 18 months.',
      'The seller shall not compete for not less than 24 months.',
      'satisfied',
    ],
    [
      'for a shorter time',
      'The seller must not compete for at least 18 months.',
      'The seller shall not compete for not less than 12 months.',
      'violated',
    ],
    [
      'from a higher amount on',
      'The clerk must not accept gifts worth at least EUR 20.',
      'The clerk shall not accept gifts worth at least EUR 50.',
      'violated',
    ],
  ])('is compared by what it forbids: %s', async (_, rule, text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });
});

describe('a clause about another party', () => {
  const rule = 'The receiving party must return the documents.';
  it('breaks the rule if the document also mentions the party of the rule', async () => {
    const text =
      'The Disclosing Party shall return the documents.\n\nThe Receiving Party keeps a list of all documents.';
    expect(await ask(rule, text)).toMatchObject({ outcome: 'violated' });
  });

  it.each(['The Bidder shall return the documents.', 'The parties shall return the documents.'])(
    'leaves the rule undecided if that party could be the party of the rule under another name: %s',
    async (text) => {
      expect(await ask(rule, text)).toMatchObject({ outcome: 'undetermined' });
    },
  );
});

describe('a clause about a part of a party', () => {
  it.each(['Each former supplier shall pay the fee.', 'The Parent Supplier shall pay the fee.'])(
    'does not meet a rule about the party: %s',
    async (text) => {
      const answer = await ask('The supplier must pay the fee.', `${text}\n\nThe Supplier keeps a list.`);
      expect(answer.outcome).not.toBe('satisfied');
    },
  );
});

describe('a clause that explicitly includes a case', () => {
  it.each([
    'Whether or not it is winter, the tenant shall pay the rent.',
    'In all cases including those in which it is winter, the tenant shall pay the rent.',
  ])('meets the rule: %s', async (text) => {
    expect(await ask('The tenant must pay the rent.', text)).toMatchObject({ outcome: 'satisfied' });
  });
});

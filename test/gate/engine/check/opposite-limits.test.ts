import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a limit in the opposite direction of the rule', () => {
  it.each([
    [
      'breaks the rule if it cannot be reached',
      'The Buyer shall keep the goods in stock for at least 30 days.',
      'The Buyer shall keep the goods in stock for at most 20 days.',
      'violated',
    ],
    [
      'leaves the rule undecided if it can be reached',
      'The Buyer shall keep the goods in stock for at least 30 days.',
      'The Buyer shall keep the goods in stock for at most 45 days.',
      'undetermined',
    ],
    [
      'leaves a maximum undecided if the minimum is below it',
      'The Buyer shall keep the goods in stock for at most 30 days.',
      'The Buyer shall keep the goods in stock for at least 20 days.',
      'undetermined',
    ],
    [
      'leaves a payment period undecided if the clause only says by when to pay',
      'The Buyer shall pay each invoice within no less than 30 days after receipt.',
      'The Buyer shall pay each invoice within 45 days after receipt.',
      'undetermined',
    ],
  ])('%s', async (_, rule, text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome });
  });
});

describe('a limit that the rule wants to be exceeded', () => {
  const stock = (limit: string) => `The Buyer shall keep the goods in stock for ${limit} days.`;
  it.each([
    ['at least 30', 'undetermined'],
    ['more than 30', 'satisfied'],
    ['30', 'violated'],
  ])('is not met by a clause that allows the limit itself: %s', async (limit, outcome) => {
    expect(await ask(stock('more than 30'), stock(limit))).toMatchObject({ outcome });
  });
});

describe('a rule about the height of a maximum', () => {
  const rule =
    'The liability of the Seller in a contract year is limited to no less than 100% of the annual fees.';
  it.each([
    ['150%', 'satisfied'],
    ['50%', 'violated'],
  ])('compares the maximum of the clause: %s', async (height, outcome) => {
    const text = `The liability of the Seller in a contract year is limited to ${height} of the annual fees.`;
    expect(await ask(rule, text)).toMatchObject({ outcome });
  });
});

describe('a right that needs notice', () => {
  const rule = "The Buyer may end the contract with no more than 30 days' notice.";
  it.each([
    ["with 90 days' notice", 'violated'],
    ["with at least 90 days' notice", 'violated'],
    ["with at least 14 days' notice", 'satisfied'],
    ["with 30 days' written notice", 'satisfied'],
  ])('meets a rule only if no longer notice is needed: %s', async (notice, outcome) => {
    const { outcome: given } = await ask(rule, `The Buyer may end the contract ${notice}.`);
    expect(given).toBe(outcome);
  });
});

describe('a number below zero', () => {
  const rule = 'The samples must be kept at -30 °C or colder.';

  it.each([
    ['The samples must be kept at -30 °C or colder.', 'satisfied'],
    ['The samples shall be kept at minus 35 °C or below.', 'satisfied'],
    ['The samples must be kept at -20 °C or colder.', 'violated'],
    ['The samples must be kept at 30 °C or colder.', 'violated'],
  ])('is not the same number above zero: %s', async (text, outcome) => {
    expect((await ask(rule, text)).outcome).toBe(outcome);
  });
});

describe('a minimum or a maximum of a thing', () => {
  const rule = 'The salt content of the cheese must be 2 percent or less.';

  it('has the direction of its adjective', async () => {
    const text = (word: string) =>
      `The cheese so supplied shall have a ${word} salt content of 2 percent by weight.`;
    expect((await ask(rule, text('maximum'))).outcome).toBe('satisfied');
    expect((await ask(rule, text('minimum'))).outcome).not.toBe('satisfied');
  });
});

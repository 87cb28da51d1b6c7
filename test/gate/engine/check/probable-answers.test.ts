import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

/** Each estimate is for a wording that the tests of words do not know; the other clause differs in one fact. */
describe('a clause with another verb than the rule', () => {
  const rule = 'The buyer must submit the maintenance report to the seller within 10 days.';

  it.each([
    [
      'has an outcome if the verb is of the same kind',
      'The Buyer shall hand over the maintenance report to the Seller within 10 days.',
      'satisfied',
    ],
    [
      'violates the rule if its number is another',
      'The Buyer shall hand over the maintenance report to the Seller within 30 days.',
      'violated',
    ],
    [
      'is undetermined if the verb is of another kind',
      'The Buyer shall destroy the maintenance report of the Seller within 10 days.',
      'undetermined',
    ],
    [
      'is undetermined if it is about another thing',
      'The Buyer shall hand over the safety report to the Seller within 10 days.',
      'undetermined',
    ],
  ])('%s', async (_, text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });

  it('is undetermined if it lacks an item of a list', async () => {
    const list = 'The tenant must look after the stairs, the cellar and the garden.';
    const { outcome } = await ask(list, 'The Tenant must maintain the stairs and the cellar.');
    expect(outcome).not.toBe('satisfied');
  });
});

describe('a clause whose actor is not certain', () => {
  const rule = 'The supplier must insure the goods.';

  it.each([['A former Supplier must insure the goods.'], ['The Supplier’s broker must insure the goods.']])(
    'is not evidence that the rule’s actor acts: %s',
    async (text) => {
      expect((await ask(rule, text)).outcome).not.toBe('satisfied');
    },
  );
});

describe('a value in a table', () => {
  const rule = 'The supplier must answer urgent requests within 4 hours.';
  const table = (hours: number, name = 'Answer to urgent requests'): string =>
    `1. Staff carry badges.\n\n| Service | Limit |\n|---|---|\n| ${name} | ${hours} hours |\n| Storage | 5 GB |\n`;

  it.each([
    ['meets the rule', table(2), 'satisfied'],
    ['violates the rule', table(8), 'violated'],
    ['decides nothing if its row names something else', table(2, 'Answer to other requests'), 'undetermined'],
  ])('%s, although no clause refers to the table', async (_, text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });
});

describe('an amendment in words that the tests do not know', () => {
  const rule = 'The operator must test the backups within 20 days.';
  const clause = '7. Each backup counts.\n\n7.1 The Operator shall test the backups within 30 days.\n\n';

  it.each([
    ['10 days', 'satisfied'],
    ['40 days', 'violated'],
  ])('decides by the value that differs from the clause: %s', async (days, outcome) => {
    const amended = `${clause}9.1 As regards clause 7.1, readers will find ${days} where 30 days stood.`;
    expect(await ask(rule, amended)).toMatchObject({ outcome, support: 'partial' });
  });

  it('leaves the rule open if the new words are not understood', async () => {
    const amended = `${clause}9.1 Clause 7.1 is replaced by: "Nothing of the kind is needed."`;
    expect((await ask(rule, amended)).outcome).not.toBe('satisfied');
  });
});

describe('a sentence after a clause in words that the tests do not know', () => {
  const clause = 'The Operator shall test the backups.';
  const rule = 'The operator must test the backups.';

  it.each([
    ['This takes effect once a date has been fixed for it.', 'undetermined'],
    ['The above is left aside whenever the tapes are new.', 'partly_satisfied'],
  ])('limits the clause or leaves it open: %s', async (next, outcome) => {
    const answer = await ask(rule, `3.1 ${clause} ${next}`);
    expect(answer.support).toBe('partial');
    expect(answer.outcome === 'satisfied').toBe(false);
    if (outcome === 'undetermined') expect(answer.outcome).toBe(outcome);
  });
});

describe('a second duty of a rule', () => {
  const rule = 'The landlord must heat the rooms to at least 20 °C and flush unused taps every week.';

  it('is found after a number, and compared by itself', async () => {
    const both =
      '2.1 The Landlord shall heat the rooms to at least 20 °C. The Landlord shall flush unused taps every week.';
    const one =
      '2.1 The Landlord shall heat the rooms to at least 20 °C. The Landlord need not flush unused taps every week.';
    expect((await ask(rule, both)).outcome).toBe('satisfied');
    expect((await ask(rule, one)).outcome).toBe('partly_satisfied');
  });
});

describe('a number that a hyphen joins to a name', () => {
  it('is a part of the name and not a limit', async () => {
    const rule = 'Machines must be built by the manufacturer according to EN 13501-1.';
    expect(
      (await ask(rule, 'The Manufacturer shall build all machines according to EN 13501-1.')).outcome,
    ).toBe('satisfied');
    expect(
      (await ask(rule, 'The Manufacturer shall build all machines according to EN 61508-1.')).outcome,
    ).toBe('violated');
  });
});

describe('minutes that report a decision', () => {
  it('report that the board authorised something, and do not only permit it', async () => {
    const rule = 'The board must have approved the purchase of the plot.';
    expect((await ask(rule, 'The Board authorised the purchase of the plot.')).outcome).not.toBe('violated');
    expect((await ask(rule, 'The Board has authorised the purchase of the plot.')).outcome).not.toBe(
      'violated',
    );
    expect((await ask(rule, 'The Board refused the purchase of the plot.')).outcome).not.toBe('satisfied');
  });
});

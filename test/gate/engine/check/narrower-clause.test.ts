import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a clause about only some of those that the rule names', () => {
  const rule = 'Suppliers must keep records.';

  it.each([
    'Suppliers located in France must keep records.',
    'French suppliers must keep records.',
    'Suppliers who trade abroad must keep records.',
    'Some suppliers must keep records.',
    'Most suppliers must keep records.',
    'One of the suppliers must keep records.',
    'Suppliers with more than 50 employees must keep records.',
  ])('does not meet the rule: %s', async (text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'undetermined' });
  });

  it.each(['Suppliers of software must keep records.', 'Suppliers, if asked, must keep records.'])(
    'is not certain: %s',
    async (text) => {
      expect((await ask(rule, text)).support).not.toBe('entails');
    },
  );

  it.each(['All suppliers shall keep records.', 'The suppliers shall always keep records.'])(
    'is certain if it leaves no supplier out: %s',
    async (text) => {
      expect(await ask(rule, text)).toMatchObject({ outcome: 'satisfied', support: 'entails' });
    },
  );

  it('names the ones that the clause is about', async () => {
    const { statement } = await ask(rule, 'Suppliers located in France must keep records.');
    expect(statement).toContain(
      'it says this of “Suppliers located in France”, and the rule names “Suppliers”',
    );
  });
});

describe('a clause with more than the rule asks for', () => {
  const rule = 'The supplier must notify the customer of a data breach within 48 hours.';

  it.each([
    'The Supplier shall notify the Customer of a data breach within 48 hours or as soon as it can.',
    'The Supplier shall notify the Customer of a data breach within 48 hours plus transit time.',
    'From 2090 the Supplier shall notify the Customer of a data breach within 48 hours.',
    'The Supplier shall notify the Customer’s insurer of a data breach within 48 hours.',
    'Must the Supplier notify the Customer of a data breach within 48 hours?',
  ])('does not meet the rule: %s', async (text) => {
    expect((await ask(rule, text)).outcome).not.toBe('satisfied');
  });
});

describe('a line beside a clause', () => {
  const rule = 'The supplier must notify the customer of a data breach within 48 hours.';
  const clause = 'The Supplier shall notify the Customer of a data breach within 48 hours.';

  it.each([
    `Option B. ${clause}`,
    `Your wish list\n${clause}`,
    `What we asked for\n\n${clause}\n\nWhat was agreed\n\nNothing.`,
    `Customer’s proposal of 3 May\n\n${clause}`,
    `The following text is void.\n\n${clause}`,
    `${clause}\n\nThe paragraph above is void.`,
    `${clause}\n\nStatus: rejected`,
    `Status: rejected\n\n${clause}`,
    `Below is what a competitor offers.\n\n${clause}`,
    `A model clause reads as follows.\n\n${clause}`,
    `We could not agree on the next sentence.\n${clause}`,
    `${clause}\n\nThis was the wording until May.`,
    `${clause} Free accounts are excluded.`,
    `${clause} The parties may agree otherwise.`,
    `${clause} Clause 9 prevails.`,
    `${clause} Free accounts need none.`,
    `${clause} Since May an agency does it.`,
    `${clause}\n\nThe Customer has agreed that this can wait until a later phase.`,
    `${clause}\n\nThe board suspended the above in March.`,
    `We quote from the terms of another company.\n\n${clause}`,
    `Article 2\n\n${clause}\n\nArticle 3\n\nFees are paid monthly.\n\nWe release you from Article 2.`,
  ])('that may say that it is not in force leaves the rule open: %s', async (text) => {
    expect((await ask(rule, text)).outcome).not.toBe('satisfied');
  });

  it.each([
    `Some suppliers promise more\n\n${clause}`,
    `[${clause}]`,
    `${clause}\nThe Supplier refused.`,
    `${clause}\n\nThe Supplier refused.`,
    `${clause}\n\nData breaches of test systems follow a procedure of their own with longer times.`,
    `${clause}\n\nNight shift\n\nHere the office takes three days to inform anybody.`,
    `4. ${clause}\n\n5. Trains are booked by the office.\n\n6. Instead of the duty in 4 the Customer reads the log.`,
  ])('that is not understood leaves it uncertain: %s', async (text) => {
    expect((await ask(rule, text)).support).not.toBe('entails');
  });

  it.each([
    `7. Security incidents\n\n7.1 ${clause}\n\n7.2 The Supplier shall keep a list of them.`,
    `Data breaches\n\n${clause}`,
    `6. Trains are booked by the office.\n\n7. ${clause}\n\nExpenses\n\n8. Receipts are kept.`,
  ])('that begins another clause leaves it certain: %s', async (text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'satisfied', support: 'entails' });
  });
});

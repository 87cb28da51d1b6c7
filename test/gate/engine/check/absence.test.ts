import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { ask, filler, modelClient } from './support/ask.ts';

describe('a rule is not NOT FOUND', () => {
  it.each([
    [
      'if a heading consists of its words',
      'All intellectual property created under the agreement must belong to the customer.',
      '8. Intellectual property\n\nEach of them stays with whoever had it before the start.',
    ],
    [
      'if a sentence has all words of what the rule is about',
      'The initial term must not exceed three years.',
      'This arrangement has an initial term from the first day of May until the earlier of sale and closure.',
    ],
    [
      'if a clause uses another word for the same subject',
      'Confidential Information may include verbally conveyed details.',
      'Particulars that somebody gives in spoken form count as well once a note of it is made.',
    ],
    [
      'if a clause names the thing that the rule is about, in the middle of a sentence',
      'The license must be perpetual and irrevocable.',
      'The owner hereby grants to the operator a license to copy the firmware for the time of the works.',
    ],
    [
      'if a clause has the only thing that the rule names, even if its word is common',
      'Neither party must be obliged to enter into a transaction.',
      'Talks on the transaction go on.\n\nThe transaction is secret.\n\nEach hears of the transaction first.',
    ],
    [
      'if a clause uses another verb for the act',
      'The Receiving Party shall return the specimens at the end of the test.',
      'Drawings and other media are surrendered to the office upon completion of the trials.',
    ],
    [
      'if a clause says how long its duty lasts',
      'The duty of confidentiality must last at least five years.',
      'The obligation not to use what was learned survives the end of the test.',
    ],
    [
      'if it asks for what a document states at its beginning',
      'The two or more parties who signed the contract',
      'deep systems and AstroNutrition.com',
    ],
    [
      'if a clause uses verbs for what the rule names by a noun',
      'On what date will the initial term of the contract expire?',
      'The initial period shall commence on 1 March 2003 and terminate on 28 February 2004.',
    ],
  ])('%s', async (_, rule, text) => {
    const answer = await ask(rule, text);
    expect(answer.support).not.toBe('unrelated');
    expect(answer.quotes.length).toBeGreaterThan(0);
  });
});

describe('a rule is NOT FOUND', () => {
  it.each([
    ['The company must publish a target for its greenhouse gas emissions.'],
    ['Data must be encrypted at rest.'],
    ['The Receiving Party shall not reverse engineer any objects.'],
    ['Neither party may disparage the other party.'],
  ])('if no passage contains its rarest words or other words for its subject: %s', async (rule) => {
    expect((await ask(rule, 'The supplier sends a list of its offices to the customer.')).support).toBe(
      'unrelated',
    );
  });
});

describe('an absence', () => {
  it('is certain if no passage has the act or one of the rarest words', async () => {
    const answer = await ask('Neither party may disparage the other party.', 'The parties meet each week.');
    expect(answer.support).toBe('unrelated');
    expect(answer.mayBear).toBeUndefined();
  });

  /** A document with more sentences than a short one. */
  const long = (text: string) => [text, ...filler, ...filler, ...filler, ...filler];

  it('is not prevented by a word that only sometimes means the same', async () => {
    const rule = 'The supplier must report the greenhouse gas emissions of its services once a year.';
    const text = 'Updates are installed after their release.';
    expect((await ask(rule, long(text))).support).toBe('unrelated');
    expect((await ask(rule, long('The release of gas is measured once a week.'))).support).not.toBe(
      'unrelated',
    );
  });

  it('is not certain if a passage of a long document has only the act, and says so', async () => {
    const rule = 'The supplier must lodge the source code with an escrow agent.';
    const answer = await ask(rule, long('Guests may lodge at the inn beside the harbour.'));
    expect(answer.support).toBe('unrelated');
    expect(answer.mayBear).toBe(true);
    expect(answer.toSettle.join(' ')).toContain('Read the nearest passages');
  });

  it('says of the nearest passages which words of the description they lack, not which words of the name', async () => {
    const rule = 'The supplier must lodge the source code with an escrow agent.';
    const answer = await ask(rule, long('Guests may lodge at the inn.'), { name: 'Zebra 7' });
    const whys = answer.nearest.map(({ why }) => why).join(' ');
    expect(whys).toContain('“source”');
    expect(whys).not.toMatch(/zebra|“7”/i);
  });
});

describe('a rule about which a short document has one word or one number', () => {
  it.each([
    ['The minimum age of drivers must be 21.', 'Nobody under 21 may take the wheel of our cars.'],
    [
      'The host must offer data export in an open format.',
      'We hand over your data as CSV files at any time.',
    ],
  ])('is left to the reader: %s', async (rule, text) => {
    const ofShort = await modelClient([source([`Welcome.\n\n${text}\n\nParking is free.`])]);
    expect((await ofShort(rule)).support).toBe('partial');
  });
});

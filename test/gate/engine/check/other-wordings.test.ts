import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const notify =
  'The supplier must notify the customer of every accident within 24 hours after its occurrence.';

describe('who must act', () => {
  it.each([
    [
      'an adverb',
      'Likewise the Supplier shall notify the Customer of every accident within 24 hours after its occurrence.',
    ],
    [
      'a harmless introduction',
      'Without being asked, the Supplier shall notify the Customer of every accident within 24 hours after its occurrence.',
    ],
    [
      'the subject of the sentence',
      'As regards any accident, the Supplier shall notify the Customer within 24 hours after its occurrence.',
    ],
    [
      'an adjective and the duty',
      'A contractual duty rests on the Supplier to notify the Customer of every accident within 24 hours after its occurrence.',
    ],
    [
      'a duty that is not released',
      'Nothing relieves the Supplier of its duty to notify the Customer of every accident within 24 hours after its occurrence.',
    ],
    [
      'two denials',
      'The Supplier shall not omit to notify the Customer of every accident within 24 hours after its occurrence.',
    ],
    [
      'the words “without fail”',
      'The Supplier shall without fail notify the Customer of every accident within 24 hours after its occurrence.',
    ],
    [
      'the exclusion of others',
      'The Supplier, and no one else, shall notify the Customer of every accident within 24 hours after its occurrence.',
    ],
  ])('is found after %s', async (_, clause) => {
    expect(await ask(notify, `3.1 ${clause}`)).toMatchObject({ outcome: 'satisfied', support: 'partial' });
    const swapped = clause
      .replace('Supplier', 'PARTY')
      .replace('Customer', 'Supplier')
      .replace('PARTY', 'Customer');
    expect((await ask(notify, `3.1 ${swapped}`)).outcome).not.toBe('satisfied');
  });

  it('is not the party that the sentence excludes', async () => {
    const clause =
      'The Customer, and not the Supplier, shall notify the Insurer of every accident within 24 hours after its occurrence.';
    expect((await ask(notify, `3.1 ${clause}`)).outcome).not.toBe('satisfied');
  });

  it('is the actor of the sentence before for a pronoun', async () => {
    const rule = 'The supplier must encrypt every backup.';
    const [own, other] = ['Supplier', 'Customer'].map(
      (who) => `4.1 The ${who} shall pay the fee in time. It shall also encrypt every backup.`,
    );
    expect(await ask(rule, own ?? '')).toMatchObject({ outcome: 'satisfied', support: 'partial' });
    expect((await ask(rule, other ?? '')).outcome).not.toBe('satisfied');
  });
});

describe('the act', () => {
  it.each([
    [
      'The customer may terminate the contract at any time with a notice of 3 months.',
      'The Customer may bring this contract to an end at any time with a notice of 3 months.',
    ],
    [
      'The landlord must return the deposit to the tenant within 28 days.',
      'The Landlord shall pay the deposit back to the Tenant within 28 days.',
    ],
    [
      'The operator must make its records available to the auditor within 2 days.',
      'The Operator shall present its records to the Auditor within 2 days.',
    ],
    [
      'The operator must not remove the guard of a machine.',
      'The Operator shall not take the guard of a machine off.',
    ],
    ['The supplier must have liability insurance.', 'The Supplier shall maintain liability insurance.'],
    ['There must be a fire alarm in the building.', 'The Owner has installed a fire alarm in the building.'],
  ])('“%s” is met by “%s”', async (rule, clause) => {
    expect(await ask(rule, `5.1 ${clause}`)).toMatchObject({ outcome: 'satisfied', support: 'partial' });
  });

  it.each([
    [
      'The supplier must delete all data of the customer within 30 days.',
      'The Supplier shall retain all data of the Customer for 30 days.',
    ],
    [
      'The operator must not remove the guard of a machine.',
      'The Operator shall not put on the guard of a machine.',
    ],
    ['The supplier must have liability insurance.', 'The Supplier may cancel its liability insurance.'],
    [
      'The customer shall approve the project plan within 10 days.',
      'The Customer shall read the project plan within 10 days.',
    ],
    [
      'The tenant must clean the premises, the stairs, the cellar and the garden.',
      'The Tenant must clean the premises, the stairs and the cellar.',
    ],
    [
      'The tenant shall paint the premises every five years.',
      'The Tenant shall inspect the premises every five years.',
    ],
  ])('“%s” is not met by “%s”', async (rule, clause) => {
    expect((await ask(rule, `5.1 ${clause}`)).outcome).not.toBe('satisfied');
  });
});

describe('a goal or a choice', () => {
  it.each([
    '5.1 The Supplier will do its best to notify the Customer of every accident within 24 hours.',
    '5.1 The Supplier shall be in a position to notify the Customer of every accident within 24 hours.',
    '5.1 The Supplier shall notify the Customer of every accident within 24 hours; this is a target.',
    '5.1 The Supplier shall notify the Customer of every accident within a target of 24 hours.',
    '5.1 The Supplier shall notify the Customer of every accident within 24 hours at its discretion.',
    '5.1 The Supplier shall notify the Customer of every accident within 24 hours, circumstances permitting.',
    '5.1 Goal: The Supplier shall notify the Customer of every accident within 24 hours.',
  ])('does not meet a rule that states a duty: “%s”', async (text) => {
    const answer = await ask(
      'The Supplier shall notify the Customer of every accident within 24 hours.',
      text,
    );

    expect(answer.outcome).not.toBe('satisfied');
    expect(answer.support).not.toBe('entails');
  });
});

describe('a case to which a clause does not apply', () => {
  it('limits the clause and does not take it out of force', async () => {
    const text =
      '5.1 The Supplier shall notify the Customer within 24 hours. This does not apply to a notice on Sunday.';
    const answer = await ask('The Supplier shall notify the Customer within 24 hours.', text);

    expect(answer.outcome).toBe('partly_satisfied');
  });
});

describe('a short line about a clause', () => {
  it.each([
    ['8: withdrawn', '8.'],
    ['11 (2): withdrawn', '(2)'],
  ])('“%s” takes the clause out of force', async (line, number) => {
    const heading = number === '(2)' ? '§ 11 Accidents\n\n' : '';
    const text = `${heading}${number} The Supplier shall notify the Customer of every accident within 24 hours after its occurrence.`;
    expect((await ask(notify, [text, `Record of changes:\n\n${line}`])).outcome).not.toBe('satisfied');
    expect((await ask(notify, text)).outcome).toBe('satisfied');
  });
});

describe('a rule that makes an act depend on consent', () => {
  it.each([
    [
      'The processor must obtain the controller’s consent before engaging a sub-processor.',
      'The Processor shall not engage any sub-processor without the Controller’s prior written consent.',
      'satisfied',
    ],
    [
      'The processor must obtain the controller’s consent before engaging a sub-processor.',
      'The engagement of a sub-processor requires the prior written consent of the Controller.',
      'satisfied',
    ],
    [
      'The tenant must not make alterations without the landlord’s consent.',
      'The Tenant may carry out alterations only with the prior written consent of the Landlord.',
      'satisfied',
    ],
    [
      'The tenant must not make alterations without the landlord’s consent.',
      'The Tenant may carry out alterations only with the prior written consent of the neighbour.',
      'undetermined',
    ],
    [
      'Subletting must not be allowed without the landlord’s consent.',
      'Subletting the flat does not require the Landlord’s consent.',
      'undetermined',
    ],
  ])('is compared with other wordings of it: %s / %s', async (rule, text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });
});

describe('a clause that names the act as a noun, or denies its thing', () => {
  it.each([
    [
      'Invoices must be paid within 30 days of receipt.',
      'Every invoice falls due for payment 30 days after its receipt.',
      'satisfied',
    ],
    [
      'Invoices must be paid within 30 days of receipt.',
      'Every invoice falls due for payment 45 days after its receipt.',
      'violated',
    ],
    [
      'The carrier must deliver within 48 hours.',
      'Delivery takes place no later than 48 hours after collection.',
      'satisfied',
    ],
    [
      'The carrier must deliver within 48 hours.',
      'Delivery takes place no later than 72 hours after collection.',
      'violated',
    ],
    [
      'The agent must not accept gifts from suppliers.',
      'Agents accept no gifts from suppliers.',
      'satisfied',
    ],
    [
      'The agent must not accept gifts from suppliers.',
      'Agents accept no gifts from suppliers other than pens.',
      'partly_satisfied',
    ],
  ])('has an outcome: %s / %s', async (rule, text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });
});

describe('a value or a duty of another time', () => {
  it('is compared with the rule if a letter changes the value of a clause', async () => {
    const text = '3. The monthly fee is EUR 1,800.\n\n4. Travel is charged at cost.';
    const letter = 'Letter of 4 May: from June onward the monthly fee under clause 3 rises to EUR 2,300.';
    const rule = 'The monthly fee must not exceed 2,000 euros.';
    expect((await ask(rule, text)).outcome).toBe('satisfied');
    expect((await ask(rule, [text, letter])).outcome).toBe('violated');
  });

  it('does not meet a rule of today', async () => {
    const rule = 'Staff must work from the office at least two days a week.';
    const text = 'In 2022 staff had to work from the office on at least two days a week.';
    expect((await ask(rule, text)).outcome).not.toBe('satisfied');
  });
});

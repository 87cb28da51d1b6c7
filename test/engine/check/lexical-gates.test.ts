import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a sentence that says what the rule asks', () => {
  it.each([
    [
      'The supplier must notify the customer within 24 hours.',
      'The supplier shall notify the customer within 24 hours.',
    ],
    [
      'The supplier must notify the customer within 24 hours.',
      'The supplier will notify the customer within twenty-four (24) hours.',
    ],
    ['Records must be kept for at least 90 days.', 'Records are kept for no less than 90 days.'],
    ['The buyer may inspect the plant.', 'The buyer may inspect the plant.'],
    ['The buyer may inspect the plant.', 'The buyer shall inspect the plant.'],
    ['The tenant must not sublet the premises.', 'The tenant may not sublet the premises.'],
    ['The tenant must not sublet the premises.', 'The premises shall not be sublet by the tenant.'],
    ['The tenant must not sublet the premises.', 'In no event shall the tenant sublet the premises.'],
    ['The error rate must be 1 in 1,000 or better.', 'The error rate shall be 1 in 1000 or better.'],
    ['The fee must be at most 5 million dollars.', 'The fee shall be no more than $5,000,000.'],
    [
      'The data shall not be used for any purpose other than research.',
      'The data shall be used only for the purpose of research.',
    ],
  ])('%s ← %s', async (rule, text) => {
    const answer = await ask(rule, text);
    expect(answer.toSettle).toEqual([]);
    expect(answer).toMatchObject({ support: 'entails', outcome: 'satisfied', reasons: [] });
    expect(answer.quotes).toMatchObject([{ quote: text, stance: 'supports' }]);
  });

  it('is quoted with the lead-in of its list', async () => {
    const answer = await ask(
      'The contractor must not disclose the drawings.',
      'The contractor shall not:\n(a) copy the reports;\n(b) disclose the drawings; or\n(c) sell the tools.',
    );
    expect(answer.support).toBe('entails');
    expect(answer.quotes.map(({ quote }) => quote)).toEqual([
      '(b) disclose the drawings; or',
      'The contractor shall not:',
    ]);
  });
});

describe('a rule that states a fact', () => {
  it.each([
    [
      'Customer data is encrypted at rest.',
      'All customer data is encrypted at rest with AES-256.',
      'entails',
    ],
    ['Customer data is encrypted at rest.', 'Customer data must be encrypted at rest.', 'entails'],
    ['Customer data is encrypted at rest.', 'Customer data is not encrypted at rest.', 'partial'],
    ['Customer data is encrypted at rest.', 'Customer data was encrypted at rest.', 'partial'],
    ['Customer data is not sold.', 'Customer data is sold.', 'partial'],
    ['The provider does not sell customer data.', 'The provider shall not sell customer data.', 'entails'],
    ['The provider does not sell customer data.', 'The provider may sell customer data.', 'partial'],
  ])('%s ← %s', async (rule, text, support) => {
    expect(await ask(rule, text)).toMatchObject({ support });
  });
});

describe('a rule that covers some and not all', () => {
  const text = 'Except for clause 4, the obligations of this agreement shall survive its termination.';

  it('stays true with an exception', async () => {
    expect(await ask('Some obligations of this agreement may survive termination.', text)).toMatchObject({
      support: 'entails',
    });
  });

  it('does not excuse a rule that covers all', async () => {
    expect(await ask('The obligations of this agreement may survive termination.', text)).toMatchObject({
      support: 'partial',
    });
  });
});

describe('a sentence whose number differs from the limit of the rule', () => {
  const leave = (days: number) => `Every employee is entitled to at least ${days} days of paid leave.`;
  const given = 'Every employee is entitled to 30 days of paid leave.';

  it('likely meets it from within', async () => {
    expect(await ask(leave(28), given)).toMatchObject({ support: 'partial', outcome: 'satisfied' });
  });

  it.each([
    [
      'a right',
      'The buyer may return the goods within 30 days.',
      'The buyer may return the goods within 14 days.',
    ],
    ['a fact', 'Invoices are payable within 30 days.', 'Invoices are payable within 14 days.'],
  ])('leaves %s under a limit open, because a shorter time may be less', async (_, rule, text) => {
    expect(await ask(rule, text)).toMatchObject({ support: 'partial', outcome: 'undetermined' });
  });

  it('contradicts it from without', async () => {
    expect(await ask(leave(35), given)).toMatchObject({ support: 'partial', outcome: 'violated' });
  });
});

describe('a sentence that is not quite what the rule asks is never called satisfied for certain', () => {
  const notify = 'The supplier must notify the customer within 24 hours.';
  it.each([
    [
      'a larger number',
      'PBKDF2 must use at least 600,000 iterations.',
      'PBKDF2 shall use at least 10,000 iterations.',
      '"at least 10,000 iterations"',
    ],
    ['another unit', notify, 'The supplier shall notify the customer within 24 days.', 'number'],
    [
      'another kind of the unit',
      'Invoices must be paid within 30 days.',
      'Invoices shall be paid within 30 business days.',
      '30 business days',
    ],
    [
      'another currency',
      'The insurance must cover at least $5,000,000.',
      'The insurance shall cover at least €5,000,000.',
      'number',
    ],
    [
      'the other direction',
      'Records must be kept for at least 90 days.',
      'Records shall be kept for at most 90 days.',
      'another kind of limit',
    ],
    [
      'a stricter number',
      'Records must be kept for at least 90 days.',
      'Records shall be kept for at least 120 days.',
      "within the rule's limit",
    ],
    ['a missing number', notify, 'The supplier shall notify the customer without delay.', 'number'],
    [
      'another section number',
      'The fee must be paid under section 5.',
      'The fee shall be paid under section 6.',
      'number',
    ],
    ['a recommendation', notify, 'The supplier should notify the customer within 24 hours.', 'recommends'],
    ['a permission', notify, 'The supplier may notify the customer within 24 hours.', 'permits'],
    ['a denial', notify, 'The supplier shall not notify the customer within 24 hours.', 'forbids or denies'],
    [
      'no denial',
      'The tenant must not sublet the premises.',
      'The tenant shall sublet the premises.',
      'the rule forbids',
    ],
    [
      'a denial within',
      'Requests completed within 10 minutes must be accepted.',
      'Requests not completed within 10 minutes shall be accepted.',
      'negated in one',
    ],
    ['two denials', 'No tenant must sublet the premises.', 'No tenant shall not sublet the premises.', ''],
    [
      'another verb',
      'The tenant must insure the premises.',
      'The tenant shall clean the premises and may insure the car.',
      '',
    ],
    [
      'the verb as a noun',
      'The tenant must return the keys.',
      'After the return of the keys the tenant shall be free of duties.',
      '"return"',
    ],
    [
      'another one who acts',
      'The seller must pay the buyer.',
      'The buyer shall pay the seller.',
      'name different actors',
    ],
    [
      'nobody who acts',
      'The operator must train the staff.',
      'The carrier shall train the staff.',
      '"operator"',
    ],
    [
      'another name',
      'The agreement must be governed by the laws of Delaware.',
      'The agreement shall be governed by the laws of Ontario.',
      '"delaware"',
    ],
    [
      'another object',
      'Backups must be encrypted at rest.',
      'Backups must be encrypted in transit.',
      '"rest"',
    ],
    [
      'another code',
      'At AAL3 the session must be encrypted.',
      'At AAL2 the session shall be encrypted.',
      '"aal3"',
    ],
    [
      'an exception',
      'The tenant must not sublet the premises.',
      'Except with consent, the tenant shall not sublet the premises.',
      'exception',
    ],
    [
      'an exception after it',
      'The tenant must pay the rent.',
      'The tenant shall pay the rent, provided that the premises can be used.',
      'exception',
    ],
    [
      'a condition',
      'The tenant must pay the rent.',
      'The tenant shall pay the rent if the premises can be used.',
      'condition',
    ],
    [
      'another condition',
      'The keys must be returned upon termination.',
      'The keys shall be returned upon request, the day of termination being free.',
      'condition',
    ],
    ['some for all', 'All invoices must be numbered.', 'Invoices shall be numbered.', 'all'],
    [
      'more for only',
      'The data must only include names.',
      'The data shall include names, including nicknames.',
      'only',
    ],
    [
      'the other way',
      'Data must be moved from the office to the archive.',
      'Data shall be moved from the archive to the office.',
      'preposition',
    ],
    [
      'one of two',
      'The drawings must be returned and destroyed.',
      'The drawings shall be returned or destroyed.',
      '"and" and "or"',
    ],
    [
      'a second act not put so',
      'The tenant must clean the premises and must not sublet the premises.',
      'The tenant shall clean the premises and may sublet the premises.',
      'second act',
    ],
  ])('%s', async (_, rule, text, why) => {
    const answer = await ask(rule, text);
    expect(answer.support).not.toBe('entails');
    expect(answer.quotes.length).toBeGreaterThan(0);
    expect(answer.reasons).toContain('lexical_match');
    expect(answer.toSettle.join(' ')).toContain(why);
  });

  it('also when another sentence limits it', async () => {
    const answer = await ask('The tenant must not sublet the premises.', [
      'The tenant shall not sublet the premises. This does not apply where the tenant sublets the premises to a relative.',
    ]);
    expect(answer.support).toBe('partial');
    expect(answer.quotes.map(({ stance }) => stance)).toEqual(['supports', 'qualifies']);
  });

  it('also when another sentence sets another number, and then both are shown', async () => {
    const answer = await ask('The rent must be paid within 30 days.', [
      'The rent shall be paid within 30 days.',
      'The rent shall be paid within 60 days.',
    ]);
    expect(answer).toMatchObject({ support: 'partial', outcome: 'conflicting' });
    expect(answer.quotes.map(({ stance }) => stance)).toEqual(['supports', 'contradicts']);
    expect(answer.reasons).toContain('conflicting_evidence');
  });

  it('also when the language of the text is not known well enough', async () => {
    const german = 'Der Mieter darf die Räume nicht ohne die Zustimmung des Vermieters an Dritte vermieten. ';
    const answer = await ask('Der Mieter darf die Räume nicht vermieten.', german.repeat(20));
    expect(answer.support).not.toBe('entails');
  });
});

import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { ask, modelClient } from './support/ask.ts';

const notify = 'The supplier must notify the customer within 24 hours.';
const sublet = 'The tenant must not sublet the premises.';

describe('a sentence that says exactly what the rule requires', () => {
  it.each([
    [notify, 'The supplier shall notify the customer within 24 hours.'],
    [notify, 'The supplier will notify the customer within twenty-four (24) hours.'],
    [notify, 'The customer shall be notified by the supplier within 24 hours.'],
    ['The buyer may inspect the plant.', 'The buyer may inspect the plant.'],
    [sublet, 'The tenant may not sublet the premises.'],
    [sublet, 'The premises shall not be sublet by the tenant.'],
    [sublet, 'In no event shall the tenant sublet the premises.'],
    ['The fee must be at most 5 million dollars.', 'The fee shall be no more than $5,000,000.'],
    ['Records must be kept for at least 2 years.', 'Records shall be kept for at least 24 months.'],
    [
      'Access rights must be reviewed at least twice a year.',
      'Access rights shall be reviewed at least once every 6 months.',
    ],
  ])('confirms the rule “%s”: “%s”', async (rule, text) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ support: 'entails', outcome: 'satisfied', reasons: [], toSettle: [] });
    expect(answer.quotes).toMatchObject([{ quote: text, stance: 'supports' }]);
  });
});

describe('a sentence that differs from the rule in one part only, and violates it there', () => {
  it.each([
    [
      'a number',
      'PBKDF2 must use at least 600,000 iterations.',
      'PBKDF2 shall use at least 10,000 iterations.',
      'The document says at least 10,000 iterations; the rule requires at least 600,000 iterations.',
    ],
    [
      'a unit',
      notify,
      'The supplier shall notify the customer within 24 days.',
      'The document says within 24 days; the rule requires within 24 hours.',
    ],
    [
      '"at most" instead of "at least"',
      'Records must be kept for at least 90 days.',
      'Records shall be kept for at most 90 days.',
      'The document says at most 90 days; the rule requires at least 90 days.',
    ],
    [
      'a longer period of notice',
      'The buyer may end the contract with notice given at least 2 months before its end.',
      'The buyer may end the contract with notice given at least 6 months before its end.',
      'The document says at least 6 months; the rule allows at least 2 months.',
    ],
    [
      'a permission instead of a duty',
      notify,
      'The supplier may notify the customer within 24 hours.',
      'The document permits this but does not require it (“may notify”); the rule requires it (“must notify”).',
    ],
    [
      'a prohibition instead of a duty',
      notify,
      'The supplier shall not notify the customer within 24 hours.',
      'The document forbids this (“shall not notify”); the rule requires it (“must notify”).',
    ],
    [
      'a denied duty instead of a duty',
      notify,
      'The supplier is not obliged to notify the customer within 24 hours.',
      'The document says that this is not required (“not obliged to notify”); the rule requires it (“must notify”).',
    ],
    [
      'a duty instead of a prohibition',
      sublet,
      'The tenant shall sublet the premises.',
      'The document requires this (“shall sublet”); the rule forbids it (“must not sublet”).',
    ],
    [
      'a fact that the rule denies',
      'Customer data is not sold.',
      'Customer data is sold.',
      'The document says that this is done; the rule says that it is not done (“not sold”).',
    ],
  ])('is a confirmed violation that names the difference: %s', async (_, rule, text, statement) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ support: 'entails', outcome: 'violated', statement });
    expect(answer.quotes).toMatchObject([{ quote: text, stance: 'contradicts' }]);
  });
});

describe('a sentence that differs from the rule in one part', () => {
  it.each([
    [
      'only recommends the act',
      notify,
      'The supplier should notify the customer within 24 hours.',
      'partly_satisfied',
      'recommends',
    ],
    [
      'only states a goal',
      notify,
      'The supplier aims to notify the customer within 24 hours.',
      'violated',
      'goal',
    ],
    [
      'is about another actor',
      'The finance department must train the staff.',
      'The carrier shall train the staff.',
      'violated',
      'requires this of “the carrier”; the rule requires it of “the finance department”',
    ],
    [
      'swaps the two parties',
      'The seller must pay the buyer.',
      'The buyer shall pay the seller.',
      'violated',
      'requires this of “the buyer”; the rule requires it of “the seller”',
    ],
    [
      'names another law',
      'The agreement must be governed by the laws of Delaware.',
      'The agreement shall be governed by the laws of Ontario as they are on the date of delivery.',
      'violated',
      'chooses the law of Ontario; the rule names the law of Delaware',
    ],
    [
      'names another level',
      'At AAL3 the session must be encrypted.',
      'At AAL2 the session shall be encrypted.',
      'violated',
      'names “AAL2”; the rule names “AAL3”',
    ],
    [
      'starts with an exception',
      sublet,
      'Except with consent, the tenant shall not sublet the premises.',
      'partly_satisfied',
      'with an exception: “Except with consent”',
    ],
    [
      'has a proviso',
      'The tenant must pay the rent.',
      'The tenant shall pay the rent, provided that the premises can be used.',
      'partly_satisfied',
      'with a condition: “provided that',
    ],
    [
      'has a condition',
      'The tenant must pay the rent.',
      'The tenant shall pay the rent if the premises can be used.',
      'partly_satisfied',
      'with a condition: “if the premises',
    ],
  ])('is an estimate that names the part if it %s', async (_, rule, text, outcome, says) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ support: 'partial', outcome, reasons: ['lexical_match'] });
    expect(answer.statement).toContain(says);
    expect(answer.quotes[0]).toMatchObject({ quote: text });
  });

  it.each([
    [
      'a shorter period for a right',
      'The buyer may return the goods within 30 days.',
      'The buyer may return the goods within 14 days.',
    ],
    [
      'business days instead of days',
      'Invoices must be paid within 30 days.',
      'Invoices shall be paid within 30 business days.',
    ],
    [
      'another currency',
      'The insurance must cover at least $5,000,000.',
      'The insurance shall cover at least €5,000,000.',
    ],
    ['a missing number', notify, 'The supplier shall notify the customer without delay.'],
    [
      'a denial of one part',
      'Requests completed within 10 minutes must be accepted.',
      'Requests not completed within 10 minutes shall be accepted.',
    ],
    ['a double denial', 'No tenant must sublet the premises.', 'No tenant shall not sublet the premises.'],
    [
      'another verb',
      'The tenant must insure the premises.',
      'The tenant shall clean the premises and may insure the car.',
    ],
    [
      'the verb as a noun',
      'The tenant must return the keys.',
      'After the return of the keys the tenant shall be free of duties.',
    ],
    ['another object', 'Backups must be encrypted at rest.', 'Backups must be encrypted in transit.'],
    ['the past tense', 'Customer data is encrypted at rest.', 'Customer data was encrypted at rest.'],
    [
      'another condition',
      'The keys must be returned upon termination.',
      'The keys shall be returned upon request, the day of termination being free.',
    ],
    [
      'more than an "only" allows',
      'The data must only include names.',
      'The data shall include names, including nicknames.',
    ],
    [
      'the opposite direction',
      'Data must be moved from the office to the archive.',
      'Data shall be moved from the archive to the office.',
    ],
    [
      '"or" instead of "and"',
      'The drawings must be returned and destroyed.',
      'The drawings shall be returned or destroyed.',
    ],
    [
      'an unnamed law',
      'The agreement must be governed by the laws of Germany.',
      'The agreement shall be governed by the applicable laws.',
    ],
  ])('is left undecided and quoted if the difference is %s', async (_, rule, text) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ support: 'partial', outcome: 'undetermined', reasons: ['lexical_match'] });
    expect(answer.quotes[0]?.quote).toBe(text);
    expect(answer.toSettle.join(' ')).toContain('Read the passages shown');
  });

  it('is an estimate that states both limits if its own limit is stricter', async () => {
    const answer = await ask(
      'Records must be kept for at least 90 days.',
      'Records shall be kept for at least 120 days.',
    );
    expect(answer).toMatchObject({ support: 'partial', outcome: 'satisfied' });
    expect(answer.statement).toBe(
      'The document says at least 120 days, which meets the rule: it requires at least 90 days.',
    );
  });

  it('is only an estimate if it says more than the rule', async () => {
    const answer = await ask(
      'Customer data is encrypted at rest.',
      'All customer data is encrypted at rest with AES-256.',
    );
    expect(answer).toMatchObject({ support: 'partial', outcome: 'satisfied' });
    expect(answer.toSettle.join(' ')).toContain('Check whether the other words of');
  });
});

describe('a sentence in a different form from the rule', () => {
  it.each([
    ['Records must be kept for at least 90 days.', 'Records are kept for no less than 90 days.'],
    ['The buyer may inspect the plant.', 'The buyer shall inspect the plant.'],
    ['The error rate must be 1 in 1,000 or better.', 'The error rate shall be 1 in 1000 or better.'],
    [
      'The data shall not be used for any purpose other than research.',
      'The data shall be used only for the purpose of research.',
    ],
    ['Customer data is encrypted at rest.', 'Customer data must be encrypted at rest.'],
    ['The provider does not sell customer data.', 'The provider shall not sell customer data.'],
    [
      'Every employee is entitled to at least 28 days of paid leave.',
      'Every employee is entitled to 30 days of paid leave.',
    ],
  ])('satisfies the rule if it means the same as the rule or more: “%s” ← “%s”', async (rule, text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'satisfied' });
  });

  it.each([
    ['Customer data is encrypted at rest.', 'Customer data is not encrypted at rest.', 'violated'],
    ['The provider does not sell customer data.', 'The provider may sell customer data.', 'violated'],
    [
      'Every employee is entitled to at least 35 days of paid leave.',
      'Every employee is entitled to 30 days of paid leave.',
      'violated',
    ],
    ['The fee must be paid under section 5.', 'The fee shall be paid under section 6.', 'violated'],
    [
      'The obligations of this agreement may survive termination.',
      'Except for clause 4, the obligations of this agreement shall survive its termination.',
      'partly_satisfied',
    ],
    [
      sublet,
      'The tenant shall not sublet the premises. This does not apply where the tenant sublets the premises to a relative.',
      'partly_satisfied',
    ],
    [
      'The tenant must clean the premises and must not sublet the premises.',
      'The tenant shall clean the premises and may sublet the premises.',
      'undetermined',
    ],
  ])(
    'does not satisfy the rule if it denies, limits or weakens the rule: “%s” ← “%s”',
    async (rule, text, outcome) => {
      expect(await ask(rule, text)).toMatchObject({ outcome });
    },
  );

  it('does not confirm a rule that says "all" if the sentence does not say "all"', async () => {
    const answer = await ask('All invoices must be numbered.', 'Invoices shall be numbered.');
    expect(answer.support).toBe('partial');
  });
});

describe('a clause that another clause refers to', () => {
  const clause = '7.1 The tenant shall not sublet the premises.';
  it.each([
    ['deletes it', '9.2 Clause 7.1 is deleted.', 'violated'],
    ['ends it', '9.2 Clause 7.1 no longer applies.', 'violated'],
    ['limits it', '9.2 Clause 7.1 does not apply where the tenant is a company.', 'partly_satisfied'],
    [
      'says something about it that no test understands',
      '9.2 Clause 7.1 rests on the usual terms.',
      'undetermined',
    ],
    ['keeps it in force', '9.2 Clause 7.1 remains in force.', 'satisfied'],
  ])('is only an estimate, which cites both clauses, if the other clause %s', async (_, other, outcome) => {
    const answer = await ask(sublet, [clause, other]);
    expect(answer).toMatchObject({ support: 'partial', outcome });
    expect(answer.quotes.map(({ quote }) => quote)).toContain(other);
  });

  it('still confirms the rule if the other clause deletes a third clause', async () => {
    const answer = await ask(sublet, [clause, '9.2 Clause 7.2 is deleted.']);
    expect(answer).toMatchObject({ support: 'entails', outcome: 'satisfied' });
  });

  it.each([
    ['is limited by the next sentence', `${clause} This does not apply to relatives where they live there.`],
    [
      'is quoted as a rejected draft',
      '7.1 The following wording was rejected: "The tenant shall not sublet the premises."',
    ],
    [
      'applied only until a past date',
      '7.1 Until 12 May 2019, the tenant was bound by this: The tenant shall not sublet the premises.',
    ],
  ])('never satisfies the rule if it %s', async (_, text) => {
    const answer = await ask(sublet, text);
    expect(answer.support).not.toBe('entails');
    expect(answer.outcome).not.toBe('satisfied');
  });

  it('is compared by its new value if the other clause amends it', async () => {
    const amended = (days: number) => [
      '7.1 The tenant shall pay the rent within 5 days.',
      `9.2 In clause 7.1, "5 days" is replaced by "${days} days".`,
    ];
    const rule = 'The tenant must pay the rent within 10 days.';
    expect(await ask(rule, amended(8))).toMatchObject({ support: 'partial', outcome: 'satisfied' });
    expect(await ask(rule, amended(30))).toMatchObject({ support: 'partial', outcome: 'violated' });
  });
});

it('two sentences with different limits are a conflict, and both are quoted', async () => {
  const answer = await ask('The rent must be paid within 30 days.', [
    'The rent shall be paid within 30 days.',
    'The rent shall be paid within 60 days.',
  ]);
  expect(answer).toMatchObject({ support: 'partial', outcome: 'conflicting' });
  expect(answer.quotes.map(({ stance }) => stance).sort()).toEqual(['contradicts', 'supports']);
  expect(answer.reasons).toContain('conflicting_evidence');
});

it('sentences of two files are a conflict although they begin at the same offset', async () => {
  const year = (days: number) => [`The rent shall be paid within ${days} days.`];
  const files = [source(year(30)), source(year(60), { name: 'next-year.pdf', fileIndex: 1 })];
  const answer = await (await modelClient(files))('The rent must be paid within 30 days.');
  expect(answer).toMatchObject({ support: 'partial', outcome: 'conflicting' });
  expect(answer.quotes.map(({ stance }) => stance).sort()).toEqual(['contradicts', 'supports']);
});

it('an item of a list is quoted together with the lead-in of the list', async () => {
  const answer = await ask(
    'The contractor must not disclose the drawings.',
    'The contractor shall not:\n(a) copy the reports;\n(b) disclose the drawings; or\n(c) sell the tools.',
  );
  expect(answer.outcome).toBe('satisfied');
  expect(answer.quotes.map(({ quote }) => quote)).toEqual([
    'The contractor shall not: (a) copy the reports; (b) disclose the drawings; or',
  ]);
});

it('a rule in a language without complete word lists is left undecided', async () => {
  const german = 'Der Mieter darf die Räume nicht ohne die Zustimmung des Vermieters an Dritte vermieten. ';
  const answer = await ask('Der Mieter darf die Räume nicht vermieten.', german.repeat(20));
  expect(answer).toMatchObject({ support: 'partial', outcome: 'undetermined' });
});

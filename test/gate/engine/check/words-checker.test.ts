import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { ask, filler, modelClient } from './support/ask.ts';

const notify = 'The supplier must notify the customer within 24 hours.';
const sublet = 'The tenant must not sublet the premises.';

describe('the rule’s own sentence', () => {
  it.each([
    [notify, 'The supplier shall notify the customer within 24 hours.'],
    [notify, '6.3 The Supplier (the “Processor”) will notify the Customer within twenty-four (24) hours.'],
    ['The buyer may inspect the plant.', 'The buyer may inspect the plant.'],
    [sublet, 'The tenant may not sublet the premises.'],
    ['The fee must be at most 5 million dollars.', 'The fee shall be no more than $5,000,000.'],
    ['Records must be kept for at least 2 years.', 'Records shall be kept for at least 24 months.'],
    ['The samples must be kept at -30 °C.', 'The samples must be kept at -30 °C.'],
  ])('confirms the rule “%s”: “%s”', async (rule, text) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ outcome: 'satisfied', support: 'entails', toSettle: [] });
    expect(answer.quotes).toMatchObject([{ quote: text, stance: 'supports' }]);
  });

  it.each([
    [
      'The operator must test the backups at least every 6 months.',
      'The operator shall test the backups at least every 3 months.',
    ],
    ['The supplier must reply within 72 hours.', 'The supplier shall reply within 48 hours.'],
    ['The supplier must reply within 72 hours.', 'The supplier shall reply within 2 days.'],
    ['Data must be backed up every 24 hours.', 'Data shall be backed up every 12 hours.'],
    [
      'Notice must be given no later than 30 days before the end.',
      'Notice shall be given no later than 60 days before the end.',
    ],
    ['Data must not be kept for longer than 24 months.', 'Data shall not be kept for longer than 12 months.'],
  ])('keeps the rule “%s” with a stricter number: “%s”', async (rule, text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'satisfied', support: 'partial' });
  });

  it.each([
    [
      'PBKDF2 must use at least 600,000 iterations.',
      'PBKDF2 shall use at least 10,000 iterations.',
      '“at least 600,000 iterations”',
    ],
    [notify, 'The supplier shall notify the customer within 24 days.', '“within 24 days”'],
    [
      'The operator must test the backups at least every 6 months.',
      'The operator shall test the backups at least every 9 months.',
      '“at least every 6 months”',
    ],
    ['The term must not exceed 5 years.', 'The term shall not exceed 7 years.', '7 years'],
    [notify, 'The supplier shall not notify the customer within 24 hours.', 'the opposite'],
    [sublet, 'The tenant shall sublet the premises.', 'the opposite'],
    ['Customer data is not sold.', 'Customer data is sold.', 'the opposite'],
  ])('confirms that the rule “%s” is broken by: “%s”', async (rule, text, said) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ outcome: 'violated', support: 'entails' });
    expect(answer.statement).toContain(said);
    expect(answer.quotes).toMatchObject([{ quote: text, stance: 'contradicts' }]);
  });

  it.each([
    [
      'a permission with another number',
      'The buyer may end the contract with at least 2 months’ notice.',
      'The buyer may end the contract with at least 6 months’ notice.',
    ],
    ['another currency', 'The cover must be at least EUR 5,000.', 'The cover must be at least USD 9,000.'],
    ['a strict limit', 'A reply takes less than 9 days.', 'A reply takes at most 9 days.'],
    ['two denials', 'No tenant must sublet the premises.', 'No tenant shall not sublet the premises.'],
    [
      'a number that differs from its repetition',
      'The supplier must reply within 30 days.',
      'The supplier shall reply within thirty (60) days.',
    ],
    [
      'days that are a month in some months only',
      'The supplier must reply within 1 month.',
      'The supplier shall reply within 31 days.',
    ],
    ['another sign', 'The samples must be kept at -30 °C.', 'The samples must be kept at 30 °C.'],
    ['another clause number', 'The supplier must follow clause 5.', 'The supplier must follow clause 6.'],
  ])('decides nothing with %s', async (_, rule, text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'undetermined', support: 'partial' });
  });

  it('with further words, or that permits only, decides with reserve, and not at all with a condition', async () => {
    const text = 'The supplier must keep the records for at least 6 years in the archive of the office.';
    const rule = (years: number) => `The supplier must keep the records for at least ${years} years.`;
    expect(await ask(rule(6), text)).toMatchObject({ outcome: 'satisfied', support: 'partial' });
    expect(await ask(rule(9), text)).toMatchObject({ outcome: 'violated', support: 'partial' });
    expect(await ask(rule(6), rule(6).replace('must', 'may'))).toMatchObject({ outcome: 'violated' });
    const conditional = text.replace('in the archive', 'if they are in the archive');
    expect(await ask(rule(6), conditional)).toMatchObject({ outcome: 'undetermined' });
  });

  it('as an item of a list that is a sentence of its own is shown, and not called other words', async () => {
    const rule = 'You must give the recipients a copy.';
    const { outcome, statement, quotes } = await ask(
      rule,
      `You may copy the work if:\n(a) ${rule}\n(b) You must keep it.`,
    );
    expect(outcome).toBe('undetermined');
    expect(quotes[0]?.quote).toContain(rule);
    expect(statement).not.toContain('other words');
  });

  it('as an item of a list is compared together with its lead-in', async () => {
    const list = (lead: string) =>
      `${lead}\n(a) copy the reports;\n(b) disclose the drawings; or\n(c) sell the tools.`;
    const rule = 'The contractor must not disclose the drawings.';
    expect(await ask(rule, list('The contractor shall not:'))).toMatchObject({ outcome: 'satisfied' });
    expect(await ask(rule, list('Except with consent, the contractor shall not:'))).toMatchObject({
      outcome: 'undetermined',
    });
  });
});

describe('another sentence', () => {
  it('with another number for the same thing makes a conflict, in one file or in two', async () => {
    const [one, other] = [
      'The supplier shall notify the customer within 24 hours.',
      'The supplier shall notify the customer within 72 hours.',
    ];
    const files = [source([...filler, one]), source([...filler, other], { name: 'annex.pdf', fileIndex: 1 })];
    const inTwo = await (await modelClient(files))(notify);
    expect(inTwo).toMatchObject({ outcome: 'conflicting', support: 'partial' });
    expect(inTwo.quotes.map(({ quote }) => quote)).toEqual(expect.arrayContaining([one, other]));
    expect(await ask(notify, `1. ${one}\n2. ${other}`)).toMatchObject({ outcome: 'conflicting' });
  });

  it('of a file of the other side ends a clause by its number', async () => {
    const clause = '5.1 The supplier shall notify the customer within 24 hours.';
    const files = [
      source([...filler, clause]),
      source(['Amendment. Clause 5.1 is deleted.'], { name: 'amendment.pdf', fileIndex: 1 }),
    ];
    const answer = await (await modelClient(files))(notify);
    expect(answer).toMatchObject({ outcome: 'undetermined', support: 'partial' });
    expect(answer.quotes.map(({ quote }) => quote).join(' ')).toContain('Clause 5.1 is deleted.');
  });

  it('that breaks the rule’s limit in other words is shown with both numbers', async () => {
    const answer = await ask(
      'Invoices must be payable by the customer in at least 45 days.',
      '6.3 The customer shall make payable all invoices within 30 days.',
    );
    expect(answer).toMatchObject({ outcome: 'violated', support: 'partial' });
    expect(answer.statement).toMatch(/Clause 6\.3 says “within 30 days”; the rule says “at least 45 days”/);
  });

  it('is compared by the number in its part about the rule, if only one part has the words of the rule', async () => {
    const rule = 'Work from another country must be limited to at most 20 days per year.';
    const outcomeWith = async (rest: string) =>
      (await ask(rule, `Work from another country is limited to 30 days per calendar year ${rest}`)).outcome;
    expect(await outcomeWith('and needs approval at least four weeks in advance.')).toBe('violated');
    expect(await outcomeWith('and work from that other country to 15 days.')).toBe('undetermined');
    expect(await outcomeWith('after four weeks.')).toBe('undetermined');
  });

  it('that keeps the rule’s limit in other words leaves the rest of the rule open, and says so', async () => {
    const answer = await ask(
      'Invoices must be payable by the customer in at least 45 days.',
      '6.3 The customer shall make payable all invoices in at least 60 days.',
    );
    expect(answer).toMatchObject({ outcome: 'undetermined', quotes: [{ stance: 'qualifies' }] });
    expect(answer.statement).toContain(
      'says “at least 60 days”; the rule says “at least 45 days”. Words alone',
    );
    const other = await ask('Invoices must be payable by the customer in at least 45 days.', [
      '6.3 The customer shall make payable all invoices in at least 60 days.',
      '6.4 The customer pays other invoices net ten days.',
    ]);
    expect(other.statement).toMatch(/^Clause 6\.3 comes nearest/);
    const repeated = 'The supplier must perform a test of the backups at least once every 4 months.';
    const often = await ask(
      repeated,
      'The supplier performs a test of the backups every 4 months or more often.',
    );
    expect(often.statement).toContain('says “every 4 months or more often”; the rule says “at least once');
  });
});

describe('a place that does not contradict a sentence', () => {
  const insured = 'The supplier must maintain professional indemnity insurance of at least £5,000,000.';
  const clause = '11.1 The Supplier shall maintain professional indemnity insurance of at least £5,000,000.';

  it('is a sentence about another thing with the same act and another number', async () => {
    const other = '11.2 The Supplier shall maintain public liability insurance of at least £10,000,000.';
    expect(await ask(insured, [clause, other])).toMatchObject({ outcome: 'satisfied', support: 'entails' });
    const same = other.replace('public liability', 'professional indemnity');
    expect(await ask(insured, [clause, same])).not.toMatchObject({ support: 'entails' });
  });

  it('keeps the outcome and takes its certainty if it names the clause without words of an effect', async () => {
    const naming = '14.4 Clauses 8, 11.1 and 15 continue after the end of this Agreement.';
    const answer = await ask(insured, [clause, naming]);
    expect(answer).toMatchObject({ outcome: 'satisfied', support: 'partial' });
    expect(answer.quotes).toMatchObject([
      { quote: clause, stance: 'supports' },
      { quote: naming, stance: 'qualifies' },
    ]);
    expect(answer.toSettle.at(-1)).toContain(naming);
  });

  it('is a sentence of another file that names a clause of this number in its own file', async () => {
    const naming = '14.4 Clause 11.1 continues after the end of this Agreement.';
    const answerWith = async (own: string) => {
      const files = [source([...filler, clause]), source([own, naming], { name: 'annex.pdf', fileIndex: 1 })];
      return (await modelClient(files))(insured);
    };
    expect(await answerWith('11.1 The Annex lists the sites.')).toMatchObject({ support: 'entails' });
    expect(await answerWith('The Annex lists the sites.')).toMatchObject({ support: 'partial' });
  });

  it('is a next line whose number does not keep the rule either', async () => {
    const rule = 'The supplier must delete the records within 30 days.';
    const next = (days: number) =>
      `8.2 The Supplier shall delete the records within 60 days. Copies may be kept until they are overwritten, within ${days} days.`;
    expect(await ask(rule, next(180))).toMatchObject({ outcome: 'violated', support: 'entails' });
    expect(await ask(rule, next(10))).toMatchObject({ outcome: 'violated', support: 'partial' });
  });
});

it('a decided answer shows at most three places, and one of them is what takes its certainty', async () => {
  const clause = (number: string) => `${number} The supplier shall notify the customer within 24 hours.`;
  const naming = '14.4 Clauses 5.1 and 8 continue after the end of this Agreement.';
  const { outcome, quotes } = await ask(notify, [clause('5.1'), clause('6.1'), clause('7.1'), naming]);
  expect(outcome).toBe('satisfied');
  expect(quotes).toHaveLength(3);
  expect(quotes.at(-1)).toMatchObject({ quote: naming, stance: 'qualifies' });
});

it('an open answer shows first the number that continues the sentence about the rule', async () => {
  const about = 'For night shifts, the length of the rest is agreed with the works council.';
  const number = 'Therefore, the rest should be as long as the roster allows, typically at least 9 hours.';
  const rule = 'Night shifts must be followed by a rest of at least 11 hours.';
  const { outcome, quotes } = await ask(rule, `${about} ${number}`);
  expect({ outcome, first: quotes[0]?.quote }).toEqual({ outcome: 'undetermined', first: number });
});

it('an open answer shows at most three places and at most two steps', async () => {
  const about = ['hall', 'office', 'garden', 'kitchen', 'cellar'].map(
    (room) => `The tenant cleans the windows of the ${room}.`,
  );
  const answer = await ask('The windows must be cleaned by a specialist of the tenant.', about);
  expect(answer.outcome).toBe('undetermined');
  expect(answer.quotes.length).toBeLessThanOrEqual(3);
  expect(answer.toSettle.length).toBeLessThanOrEqual(2);
});

it('a statement names no clause from a heading that another clause follows, even if that is no heading', async () => {
  const rule = 'Plans must remain available for at least 24 months.';
  const under = async (heading: string) => {
    const text = `2.2 Grant of Plans\n\nEach author grants rights.\n\n${heading}Plans must remain available for at least 12 months.`;
    return (await ask(rule, text)).statement;
  };
  expect(await under('')).toMatch(/^Clause 2\.2 says “at least 12 months”/);
  expect(await under('3.2. Availability of the Plans.\n\n')).not.toMatch(/clause 2/i);
});

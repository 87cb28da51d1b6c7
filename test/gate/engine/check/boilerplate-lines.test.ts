import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const rule = 'The company must have a credit facility of at least $500 million.';
const clause = 'The company has a credit facility of $900 million.';

describe('a line that names no clause of the document', () => {
  it.each([
    'Exhibit 99(d)(7)',
    'FORM 10-K ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934',
    'For the fiscal year ended June 30 or a report pursuant to Section 13 or Section 15(d) of the Act',
    'SECTION 1 PURPOSE..............................................1 SECTION 2 LEVELS.............................3',
    'Asset-backed securities 355 — (2) 353',
    'Refer to Item 7',
    '1.125% Guaranteed Notes Due in some years AUKF/27',
  ])('leaves a clause as it is: %s', async (line) => {
    const { outcome, statement, quotes } = await ask(rule, [`${line}\n\nThe office is in Oslo.`, clause]);
    expect(outcome).toBe('satisfied');
    expect(statement).not.toContain('another passage');
    expect(quotes.map(({ quote }) => quote)).not.toContain(line);
  });

  it.each([
    '5.1, 7.2',
    'When ISO/IEC 27001 clause 5 is used as described elsewhere, special considerations apply to audits.',
  ])('leaves a clause with a number as it is: %s', async (line) => {
    const text = '5.1 The supplier shall keep records for two years.';
    const answer = await ask('The supplier must keep records for two years.', [text, `Notes.\n\n${line}`]);
    expect(answer).toMatchObject({ outcome: 'satisfied', support: 'entails' });
  });

  it('is not a reference to a law if the document is a law itself', async () => {
    const answer = await ask('The supplier must keep records for two years.', [
      '5. The supplier must keep records for two years.',
      'This Act is binding on all.\nSection 5 of the Records Act 2018 is repealed.',
    ]);
    expect(answer.outcome).not.toBe('satisfied');
  });

  it('ends a clause if it says so', async () => {
    const answer = await ask('The supplier must keep records for two years.', [
      '5. The supplier must keep records for two years.',
      'Exhibit 5: deleted',
    ]);
    expect(answer.outcome).not.toBe('satisfied');
  });
});

it('a heading does not meet a rule', async () => {
  const { outcome } = await ask(
    'Confidential information must be returned or destroyed.',
    'Return or Destruction of Confidential Information\n\nThe parties meet every month in Oslo.',
  );
  expect(outcome).toBe('undetermined');
});

it('a sentence that leads to a list of cases only limits the clause before it', async () => {
  const { outcome, statement } = await ask(
    'The recipient must destroy all copies.',
    '5. The recipient must destroy all copies. Notwithstanding the preceding sentence, the destruction of copies will not be made of\n(i) copies in an electronic backup,\n(ii) copies that a law requires.',
  );
  expect(outcome, statement).not.toMatch(/^(?:satisfied|violated)$/);
});

it('an item of a list with a short lead-in is quoted from the lead-in on, because the lead-in occurs in many places', async () => {
  const { quotes } = await ask('The customer must return the tools.', [
    'The customer shall:\n(a) pay the invoices;\n(b) return the tools; and\n(c) keep the reports.',
    'The customer shall:\n(a) greet the guests; and\n(b) lock the doors.',
  ]);
  expect(quotes.map(({ quote }) => quote)).toContain(
    'The customer shall: (a) pay the invoices; (b) return the tools; and',
  );
});

it('“books and records” is one thing, and no second duty', async () => {
  const { statement, toSettle } = await ask(
    'The customer may inspect the books and records of the supplier.',
    'Each party shall have the right to have auditors review the books and records of the joint venture.',
  );
  expect(`${statement} ${toSettle.join(' ')}`).not.toMatch(/“custom”|“It |nearest.*nearest/);
});

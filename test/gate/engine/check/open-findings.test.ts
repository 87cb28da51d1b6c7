import { describe, expect, it } from 'vitest';
import { looksLikeHeading } from '../../../../engine/check/words/read-sentences.ts';
import { ask } from './support/ask.ts';

describe('an undetermined finding', () => {
  it('quotes first the clause on the subject of the rule, not a clause that only shares more common words with the rule', async () => {
    const clause =
      'Except for fraud, the aggregate liability of the Provider under this agreement is limited to the fees paid in the last twelve months.';
    const answer = await ask('The liability of the supplier must be limited to no less than $1,000,000.', [
      'If the Provider is delayed in complying with any term by reason of fire, flood, strike or delays by unaffiliated suppliers, it shall not be in default for no less than ten days.',
      clause,
      'The notice must specify the termination date, which must be no less than ten days after the date of the notice.',
    ]);
    expect(answer.outcome).toBe('undetermined');
    expect(answer.quotes[0]?.quote).toBe(clause);
  });

  it('shows the clause that words the duty with nouns beside sentences that only have a number like the rule’s', async () => {
    const clause =
      'The subscription fee in the Territory is determined by market research of Distributor with pricing to be agreed upon jointly and in writing Each quarter, Distributor will make royalty payments to Licensor based on the structure of Schedule 2.';
    const answer = await ask('The distributor must pay royalties within 30 days after each quarter.', [
      'A subscriber is a person who does not receive a refund of the subscription fee for any reason within thirty (30) days from the end of the payment period for which the fee was paid.',
      clause,
      'Distributor will provide Licensor with a quarterly report summarizing the data relevant to the payment obligations within five (5) business days from the end of the calendar quarter.',
      'Between 30 and 45 days later the carrier pays Distributor.',
    ]);
    expect(answer.outcome).toBe('undetermined');
    expect(answer.quotes.map(({ quote }) => quote)).toContain(clause);
    expect([answer.statement, ...answer.toSettle].join(' ')).not.toMatch(
      /not (?:mention|say) “(?:royalties|pay)”/,
    );
  });

  it('quotes the sentence under a heading instead of the heading', async () => {
    const clause =
      'This agreement and all claims under it are construed by the rules of the Kingdom of Spain.';
    const answer = await ask('The agreement must be governed by the laws of Germany.', [
      `7.2 Governing Law.\n\n${clause}`,
    ]);
    expect(answer.quotes.map(({ quote }) => quote)).not.toContain('7.2 Governing Law.');
  });

  it('quotes every sentence that would decide the rule, beside what contests one of them', async () => {
    const clauses = [45, 30].map(
      (days) => `The Customer shall pay each invoice within ${days} days of receipt.`,
    );
    const limit = 'This does not apply to invoices in dispute.';
    const answer = await ask('The Customer must pay each invoice within 45 days of receipt.', [
      `${clauses[0]} ${limit}`,
      `The Supplier shall provide the services with reasonable care.\n\n${clauses[1]}`,
    ]);
    expect(answer.outcome).toBe('undetermined');
    expect(answer.quotes.map(({ quote }) => quote)).toEqual([...clauses, limit]);
  });

  it('does not list every word of the clause that is not in the rule', async () => {
    const answer = await ask('Disputes must be settled by arbitration.', [
      'Each party irrevocably requests the competent court to adjudicate any covered claim on an expedited basis, so that a resolution of any such dispute is achieved without arbitration or mediation.',
    ]);
    expect([answer.statement, ...answer.toSettle].join(' ')).not.toContain('more of its words');
  });

  it('does not say that a clause states the duty of the rule if the clause names a different law', async () => {
    const answer = await ask('The agreement must be governed by the laws of Germany.', [
      '4. Law\n\n4.1 This agreement shall be governed by the laws of Spain.',
      '9. Other terms\n\n9.1 Notwithstanding clause 4.1, the parties discuss each year how it is read.',
    ]);
    expect(answer.statement).not.toContain('states this duty');
  });
});

describe('a rule', () => {
  it.each([
    [
      'if only an item in a list of risks contains its words',
      'The internal control over financial reporting must be effective.',
      'These risks include:\n• inability to conclude that our internal controls over financial reporting are effective;\n• loss of staff.',
    ],
    [
      'if a list item contains its words and the lead-in of the list says the opposite',
      'The Receiving Party must notify the Disclosing Party before it discloses information by order of a court.',
      'The obligation of confidentiality does not apply to any information that:\n(a) is public; or\n(b) is required to be disclosed by the order of a governmental agency or a court.',
    ],
    [
      'if it is about each party and the clause is about only one of them',
      'Neither party may assign the agreement without the prior written consent of the other party.',
      'The Distributor shall not assign this agreement without the prior written consent of the Company.',
    ],
  ])('is left undecided %s', async (_, rule, text) => {
    expect((await ask(rule, text)).outcome).toBe('undetermined');
  });
});

describe('a line', () => {
  it.each([
    '7.2 Governing Law.',
    'Section 5. Term and Termination',
    'LIMITATION OF LIABILITY',
    '(a) Prices.',
  ])('is a heading if it is a numbered title or has no end of a sentence: %s', (line) =>
    expect(looksLikeHeading(line)).toBe(true),
  );

  it.each(['The Supplier pays.', '7.2 The term is five years.', `A${'-A'.repeat(60)} 1.`])(
    'is no heading if it is a sentence or long, and hyphens do not slow the test down: %s',
    (line) => expect(looksLikeHeading(line)).toBe(false),
  );
});

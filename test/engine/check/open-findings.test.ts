import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('an open finding', () => {
  it('shows first the clause on the subject, not the clause with more of the small words', async () => {
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

  it('shows the sentence under a heading instead of the heading', async () => {
    const clause =
      'This agreement and all claims under it are construed by the rules of the Kingdom of Spain.';
    const answer = await ask('The agreement must be governed by the laws of Germany.', [
      `7.2 Governing Law.\n\n${clause}`,
    ]);
    expect(answer.quotes.map(({ quote }) => quote)).not.toContain('7.2 Governing Law.');
  });

  it('does not list every word that only the clause has', async () => {
    const answer = await ask('Disputes must be settled by arbitration.', [
      'Each party irrevocably requests the competent court to adjudicate any covered claim on an expedited basis, so that a resolution of any such dispute is achieved without arbitration or mediation.',
    ]);
    expect([answer.statement, ...answer.toSettle].join(' ')).not.toContain('more of its words');
  });

  it('names what a clause says that breaks the rule, though another passage bears on it', async () => {
    const answer = await ask('The agreement must be governed by the laws of Germany.', [
      '4. Law\n\n4.1 This agreement shall be governed by the laws of Spain.',
      '9. Other terms\n\n9.1 Notwithstanding clause 4.1, the parties discuss each year how it is read.',
    ]);
    expect(answer.statement).not.toContain('states this duty');
  });
});

describe('a name in a statement', () => {
  it('is written as the sentence and the rule write it', async () => {
    const answer = await ask(
      'The agreement must be governed by the laws of the State of New York.',
      'This agreement shall be governed by the laws of the State of Florida.',
    );
    expect(answer.statement).toBe('The text names “State of Florida”; the rule names “State of New York”.');
  });
});

describe('an outcome', () => {
  it.each([
    [
      'that a list of risks does not state',
      'The internal control over financial reporting must be effective.',
      'These risks include:\n• inability to conclude that our internal controls over financial reporting are effective;\n• loss of staff.',
    ],
    [
      'that an item does not state without its lead-in',
      'The Receiving Party must notify the Disclosing Party before it discloses information by order of a court.',
      'The obligation of confidentiality does not apply to any information that:\n(a) is public; or\n(b) is required to be disclosed by the order of a governmental agency or a court.',
    ],
    [
      'of a rule about each party, from a clause about one of them',
      'Neither party may assign the agreement without the prior written consent of the other party.',
      'The Distributor shall not assign this agreement without the prior written consent of the Company.',
    ],
  ])('%s is left open', async (_, rule, text) => {
    expect((await ask(rule, text)).outcome).toBe('undetermined');
  });
});

import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a ban with a number', () => {
  it.each([
    [
      'for a longer time',
      'The seller must not compete for at least 18 months.',
      'The seller shall not compete for not less than 24 months.',
      'satisfied',
    ],
    [
      'for a shorter time',
      'The seller must not compete for at least 18 months.',
      'The seller shall not compete for not less than 12 months.',
      'violated',
    ],
    [
      'from a higher amount on',
      'The clerk must not accept gifts worth at least EUR 20.',
      'The clerk shall not accept gifts worth at least EUR 50.',
      'violated',
    ],
    [
      'of an act that may take longer',
      'Employees shall not work remotely for more than two days a week.',
      'Employees shall not work remotely for more than three days a week.',
      'violated',
    ],
    [
      'of an act that may take less time',
      'Employees shall not work remotely for more than three days a week.',
      'Employees shall not work remotely for more than two days a week.',
      'satisfied',
    ],
  ])('is compared by what it forbids: %s', async (_, rule, text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });
});

describe('a clause about another party', () => {
  const rule = 'The receiving party must return the documents.';
  it('breaks the rule if the document also mentions the party of the rule', async () => {
    const text =
      'The Disclosing Party shall return the documents.\n\nThe Receiving Party keeps a list of all documents.';
    expect(await ask(rule, text)).toMatchObject({ outcome: 'violated' });
  });

  it.each(['The Bidder shall return the documents.', 'The parties shall return the documents.'])(
    'leaves the rule undecided if that party could be the party of the rule under another name: %s',
    async (text) => {
      expect(await ask(rule, text)).toMatchObject({ outcome: 'undetermined' });
    },
  );
});

describe('a clause about a part of a party', () => {
  it.each(['Each former supplier shall pay the fee.', 'The Parent Supplier shall pay the fee.'])(
    'does not meet a rule about the party: %s',
    async (text) => {
      const answer = await ask('The supplier must pay the fee.', `${text}\n\nThe Supplier keeps a list.`);
      expect(answer.outcome).not.toBe('satisfied');
    },
  );
});

describe('a clause that explicitly includes a case', () => {
  it.each([
    'Whether or not it is winter, the tenant shall pay the rent.',
    'In all cases including those in which it is winter, the tenant shall pay the rent.',
  ])('meets the rule: %s', async (text) => {
    expect(await ask('The tenant must pay the rent.', text)).toMatchObject({ outcome: 'satisfied' });
  });
});

describe('a clause that permits what the rule forbids without a consent', () => {
  const rule =
    'The Recipient shall not disclose the report to a third party without the prior written consent of the Discloser.';
  it('breaks the rule if it says that no consent is needed', async () => {
    const text =
      'The Recipient may disclose the report to a third party without the consent of the Discloser.';
    expect(await ask(rule, text)).toMatchObject({ outcome: 'violated' });
  });

  it('does not break the rule if it only dispenses with something else', async () => {
    const text = 'The Recipient may disclose the report to a third party without a summary.';
    expect((await ask(rule, text)).outcome).not.toBe('violated');
  });
});

describe('a clause that permits any purpose', () => {
  const rule = 'The Recipient shall not use the report for any purpose other than the audit.';
  it.each([
    ['The Recipient may use the report for any purpose.', 'violated'],
    ['The Recipient shall not use the report for any purpose except the audit.', 'satisfied'],
    [
      'The Recipient shall not use the report for any purpose except the audit and training.',
      'partly_satisfied',
    ],
    ['The Recipient may use the report for any purpose that the audit requires.', 'undetermined'],
  ])('breaks a rule that forbids all but one: %s', async (text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome });
  });
});

describe('a clause of a confidentiality agreement', () => {
  it('meets a rule about the receiving party if it calls that party the recipient', async () => {
    const rule = 'The receiving party must return all documents of the disclosing party.';
    const text = 'The Recipient shall return all documents of the Discloser.';
    expect(await ask(rule, text)).toMatchObject({ outcome: 'satisfied', support: 'partial' });
  });

  it('does not break a rule because it names another circle of people', async () => {
    const rule = 'The receiving party may disclose the documents to its employees.';
    const text = 'The Receiving Party may disclose the documents to its Representatives.';
    expect(await ask(rule, text)).toMatchObject({ outcome: 'undetermined' });
  });

  it('does not meet a rule for another case', async () => {
    const rule =
      'The receiving party must notify the disclosing party if a court requires it to disclose documents.';
    const text = 'The Receiving Party shall notify the Disclosing Party upon the loss of documents.';
    expect(await ask(rule, text)).toMatchObject({ outcome: 'undetermined' });
  });

  it('is not about the party of a rule because its things have names in capitals', async () => {
    const rule = 'The receiving party must keep the confidential information confidential.';
    const text =
      'The Receiving Party shall not use the Confidential Information.\n\nThe Manufacturer shall keep detailed records of all units.';
    const { outcome } = await ask(rule, text);
    expect(outcome).toBe('undetermined');
  });
});

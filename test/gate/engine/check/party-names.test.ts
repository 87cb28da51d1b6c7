import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const rule = 'The supplier must report a fire to the customer within 6 hours.';

describe('a document that names the parties with other words than the rule', () => {
  it.each([
    ['The Vendor shall report a fire to the Client within 6 hours.', 'satisfied'],
    ['The Vendor shall report a fire to the Client within 16 hours.', 'violated'],
    ['The Vendor may report a fire to the Client within 6 hours.', 'violated'],
  ])('is compared by the sides of the agreement: %s', async (text, outcome) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ outcome, support: 'partial' });
    expect(answer.toSettle).toContain('Check that the document’s “Vendor” is the rule’s “supplier”.');
    expect(answer.toSettle).toContain('Check that the document’s “Client” is the rule’s “customer”.');
  });

  it.each([
    [
      'has two names of the same side',
      'The Vendor shall report a fire to the Client within 6 hours. The Seller delivers the goods.',
    ],
    [
      'also has the name of the rule',
      'The Vendor shall report a fire to the Client within 6 hours. Every supplier has a badge.',
    ],
    ['gives the duty to the other side', 'The Client shall report a fire to the Vendor within 6 hours.'],
  ])('is not if it %s', async (_, text) => {
    expect((await ask(rule, text)).outcome).not.toBe('satisfied');
  });

  it('does not take the two sides of one agreement for one party', async () => {
    const asks = 'The licensor must indemnify the licensee against patent claims.';
    const swapped = 'The Licensee shall indemnify the Licensor against patent claims.';
    expect((await ask(asks, swapped)).outcome).not.toBe('satisfied');
  });
});

import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a rule that a buyer would write', () => {
  it.each([
    [
      'auto-renewal',
      'The agreement must not renew automatically.',
      'This Agreement renews automatically for successive terms of one year unless terminated by either party.',
      ['violated', 'undetermined'],
    ],
    [
      'the time limit of a notice',
      'The supplier must notify the customer of a data breach within 48 hours.',
      'The Supplier shall notify the Customer of a data breach without undue delay and no later than 72 hours after it.',
      ['violated', 'undetermined'],
    ],
    [
      'where data is stored',
      'Customer data must be stored in the EU.',
      'Customer data shall be stored in data centres in Frankfurt and Dublin.',
      ['satisfied', 'undetermined'],
    ],
    [
      'the governing law',
      'The agreement must be governed by the laws of Germany.',
      'This agreement shall be governed by the laws of England.',
      ['violated', 'undetermined'],
    ],
    [
      'a duty of the other party',
      'The Discloser shall inform the Recipient of each error.',
      'The Recipient shall inform the Discloser of each error.',
      ['violated', 'undetermined'],
    ],
    [
      'availability, which the text mentions only in a clause on termination',
      'Every production service is available for at least 99.9% of each calendar month.',
      'If the availability of any production service falls below 98.0% in two months, the Customer may terminate this Agreement.',
      ['undetermined'],
    ],
  ])(
    'is answered correctly or left undecided, and the relevant sentence is quoted: %s',
    async (_, rule, text, honest) => {
      const answer = await ask(rule, text);
      expect(honest).toContain(answer.outcome);
      expect(answer.support).not.toBe('unrelated');
      expect(answer.quotes.map(({ quote }) => quote)).toContain(text);
    },
  );
});

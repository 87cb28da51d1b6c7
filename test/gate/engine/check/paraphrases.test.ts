import { afterAll, describe, expect, it } from 'vitest';
import { gullibleChecks } from './support/gullible.ts';

const checks = await gullibleChecks();
afterAll(() => checks.close());

/** Each row: a rule, a clause with the same meaning in other words, and a clause that differs in a number. */
const withNumbers = [
  [
    'The supplier must notify the customer of a data breach within 48 hours.',
    'The supplier shall give the customer notice of any data breach no later than two days after it occurs.',
    'The supplier shall give the customer notice of any data breach no later than four days after it occurs.',
  ],
  [
    'The board must approve capital expenditure above EUR 100,000.',
    'Capital expenditure exceeding EUR 100,000 is subject to the approval of the board.',
    'Capital expenditure exceeding EUR 500,000 is subject to the approval of the board.',
  ],
] as const;

/** Each row: a rule, and a clause with the same meaning in other words. */
const inOtherWords = [
  [
    'The contractor must remove all waste from the site.',
    'The contractor is responsible for clearing all waste from the site.',
  ],
  [
    'The school must obtain parents’ consent before taking photographs of pupils.',
    'The school shall not take photographs of pupils unless it has obtained the consent of their parents.',
  ],
  [
    'The company must train new employees on data protection.',
    'New employees shall receive data protection training from the company.',
  ],
  [
    'The employer must pay for protective equipment.',
    'The cost of protective equipment shall be borne by the employer.',
  ],
  [
    'The landlord must carry out structural repairs.',
    'Structural repairs are the responsibility of the landlord.',
  ],
  [
    'The consultant must keep the client’s information confidential.',
    'The consultant shall not disclose the client’s information to anyone.',
  ],
  [
    'The licensor must keep the data of the licensee secret for at least 7 years after the end of this agreement.',
    'The data of the licensee shall be kept secret by the licensor for no less than 7 years after the end of this agreement.',
  ],
  [
    'The licensor must keep the data of the licensee secret for at least 7 years after the end of this agreement.',
    'The data of the licensee must be kept secret by the licensor for at least 7 years after the end of this agreement.',
  ],
  [
    'We insist that the licensor must keep the confidential information of the licensee secret for no less than 7 years after the end of this agreement.',
    'The confidential information of the licensee shall be kept secret by the licensor for not less than 7 years after the end of this agreement.',
  ],
  [
    'Invoices must be paid within 30 days of receipt.',
    'Payment of every invoice is due not later than 30 days after the invoice has been received.',
  ],
  [
    'The customer may terminate the contract with three months’ notice.',
    'The customer is entitled to end the contract by giving notice of three months.',
  ],
  [
    'Please check that the manager must review access rights every quarter.',
    'Access rights shall undergo a review by the manager once every three months.',
  ],
  ['The supplier must repair faulty pumps.', 'The supplier accepts the obligation to repair faulty pumps.'],
] as const;

async function labelOf(rule: string, clause: string) {
  const finding = await checks.check(
    rule,
    `Terms\n\n1. General\n\nThe address is on the cover.\n\n2. Duties\n\n${clause}\n\n3. Other\n\nThe archive is open on weekdays.\n`,
  );
  return finding?.label;
}

describe('behind a model that says that every rule is satisfied, a clause', () => {
  it.each(inOtherWords)('“%s” is CONFIRMED in other words', async (rule, same) => {
    expect(await labelOf(rule, same)).toBe('CONFIRMED');
  });

  it.each(withNumbers)(
    '“%s” is CONFIRMED in other words, but not with another number',
    async (rule, same, other) => {
      expect(await labelOf(rule, same)).toBe('CONFIRMED');
      expect(await labelOf(rule, other)).toBe('ESTIMATED');
    },
  );
});

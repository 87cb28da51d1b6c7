import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { audit, both, notice } from './support/agreement.ts';
import { verifiedOne } from './support/verified.ts';

describe('a claim', () => {
  it.each([
    ['number', 'The Customer may end the Agreement with a notice of 60 days.', notice],
    ['negation', 'The Customer may not end the Agreement.', notice],
    ['negation', 'The Supplier shall disclose the audit report to any third party.', audit],
    ['name', 'The audit report of Harrow is confidential.', audit],
  ])('differs from the quote in a %s', async (kind, claim, quote) => {
    expect(await verifiedOne({ quote, claim }, both)).toMatchObject({
      verdict: 'exact',
      passes: false,
      claim: { supported: false, differences: [expect.objectContaining({ kind })] },
    });
  });

  it.each([
    [
      'Both parties may assign.',
      'Neither party may assign this contract without the prior written consent of the other party.',
      false,
    ],
    [
      'The Buyer may always terminate the lease, at any time, whatever the reason or the season.',
      'The Buyer may not terminate the lease.',
      false,
    ],
    ['The Buyer pays after 30 days.', 'The Buyer pays within 30 days.', false],
    ['The Buyer pays more than 1,000 euros.', 'The Buyer pays at most 1,000 euros.', false],
    ['The Buyer pays EUR 1000.', 'The Buyer pays 1,000 euros.', null],
    ['The Buyer pays EUR 1000.', 'The Buyer pays 1,000 dollars.', false],
    ['The Buyer pays not more than 1,000 euros.', 'The Buyer pays at most 1,000 euros.', null],
    ['The Buyer pays more than 1,000 euros.', 'The Buyer pays 1,000 euros.', false],
    ['Neither party may assign this contract.', 'Neither party may assign this contract.', null],
    ['Both parties may assign.', 'Under clause 9, neither party may assign this contract.', false],
    ['Either party may end the contract.', 'Neither party may end the contract.', false],
    ['All employees may work from home.', 'No employee may work from home.', false],
    ['All employees may work from home.', 'None of the employees may work from home.', false],
    ['Each employee may work from home.', 'In May, no employees may work from home.', false],
    ['Everyone may work from home.', 'Nobody may work from home.', false],
    ['All invoices are payable in May.', 'Not all invoices are payable in May.', false],
    ['No employee may work from home.', 'All employees may work from home, but not abroad.', false],
    ['Neither party may assign the lease.', 'Both parties may assign the lease.', false],
    ['All employees may work from home.', 'All employees may work from home, and no visitor is paid.', null],
    ['Each party bears its costs.', 'Each party bears its costs, and neither party bears others.', null],
    ['All employees work from home.', 'All of the employees work from home no later than May.', null],
    ['Neither party may assign the lease.', 'Both parties may not assign the lease.', null],
    ['Each party bears its costs.', 'Neither party insures its costs.', null],
    ['No party may assign the lease.', 'Neither party may assign the lease.', null],
  ])('is compared with the meaning of the quote: %s / %s', async (claim, quote, supported) => {
    const text = source([`${quote} Reports are kept for seven years.`]);
    expect(await verifiedOne({ quote, claim }, [text])).toMatchObject({ claim: { supported } });
  });

  it('is never reported as supported', async () => {
    expect(await verifiedOne({ quote: notice, claim: notice }, both)).toMatchObject({
      passes: true,
      claim: { supported: null, differences: [] },
    });
  });
});

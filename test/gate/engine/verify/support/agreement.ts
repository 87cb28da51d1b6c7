import { source } from '../../../../support/sources.ts';

/** Sentences of two pages and of a policy, and the sources that contain them. */
export const notice =
  'The Customer may end this Agreement at any time with a notice of at least 30 days in writing.';
export const audit = 'The Supplier shall not disclose the audit report of Northmere to any third party.';
export const payment = 'Each invoice is payable within 45 days after receipt at the office in Leeds.';
export const agreement = source(
  [
    { text: `${notice} Fees are listed in the annex.`, header: 'Master Services Agreement' },
    { text: `${audit} Reports are kept for seven years.`, header: 'Master Services Agreement' },
    payment,
  ],
  { name: 'agreement.pdf' },
);
export const policy = source(
  ['Suppliers are paid within 60 days. The Supplier shall keep all records in Europe.'],
  {
    name: 'policy.pdf',
    fileIndex: 1,
  },
);
export const both = [agreement, policy];

import { contentTerms } from './content.ts';
import { english } from './english.ts';

/**
 * Names of several words, or abbreviations, for the same thing in financial reports, one group per line. A rule that
 * names the income statement also finds the page that its company calls the statement of operations.
 */
const groups = `
income statement, statement of income, statement of operations, statement of earnings, profit and loss statement, profit and loss account, statement of profit or loss, P&L
balance sheet, statement of financial position, statement of financial condition
cash flow statement, statement of cash flows
statement of changes in equity, statement of stockholders equity, statement of shareholders equity
capital expenditures, capex, purchases of property and equipment, purchases of property plant and equipment
property plant and equipment, property and equipment, PP&E, PPE
cost of sales, cost of goods sold, cost of revenue, COGS
accounts payable, trade payables
accounts receivable, trade receivables
net income, net earnings, net profit
earnings per share, EPS
research and development, R&D
selling general and administrative, SG&A
`;

/** Pairs of names for the same thing, each name a row of adjacent content terms; English only. */
export const phraseSynonyms: readonly { terms: readonly string[]; means: readonly string[] }[] = groups
  .trim()
  .split('\n')
  .flatMap((group) => {
    const names = group.split(', ').map((name) => contentTerms(name, english));
    return names.flatMap((terms) =>
      names.filter((means) => means.join(' ') !== terms.join(' ')).map((means) => ({ terms, means })),
    );
  });

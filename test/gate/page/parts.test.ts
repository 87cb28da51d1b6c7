import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { columnName, sheetRows } from '../../../dashboard/evidence/text/sheet-rows.ts';
import { rulesAsFile, rulesFromCsv } from '../../../dashboard/rule-sets/files/rule-formats.ts';
import { expiryTime } from '../../../dashboard/tokens/expiry.ts';

describe('a sheet on the page', () => {
  it.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [52, 'AZ'],
    [53, 'BA'],
    [702, 'ZZ'],
    [703, 'AAA'],
  ])('names column %i %s, and finds its cells there', (number, name) => {
    expect(columnName(number)).toBe(name);
    const range = {
      ...{ start: 0, end: 5, method: 'text' as const },
      locator: { kind: 'cell' as const, sheet: 'Fees', range: `${name}7` },
    };
    const rows = sheetRows({ text: 'words', start: 0, ranges: [range], headings: [] }, 'Fees');
    expect(rows).toMatchObject([{ number: 7, cells: [{ column: number, text: 'words' }] }]);
  });
});

describe('rules exported as CSV', () => {
  const rules = ['=1+1', '+1', '-1', '@SUM(1)', "'=1"].map((name) => ({ name, description: name }));

  it('have no cell that a spreadsheet program evaluates, and are the same after an import', () => {
    const text = rulesAsFile({ rules, outputFormat: null }, 'csv');
    const cells = papa.parse<string[]>(text.trimEnd()).data.slice(1).flat();
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(rulesFromCsv(text).rules).toEqual(rules);
  });
});

describe('the expiry of a token', () => {
  const now = new Date(2026, 0, 31, 12);

  it('is at the end of the chosen day, in the time zone of the person', () => {
    expect(expiryTime('date', '2026-02-03', now)).toBe(new Date(2026, 1, 3, 23, 59, 59).toISOString());
  });

  it('is after the chosen number of days, or never', () => {
    expect(expiryTime('30', '', now)).toBe(new Date(2026, 2, 2, 12).toISOString());
    expect(expiryTime('never', '', now)).toBeNull();
  });
});

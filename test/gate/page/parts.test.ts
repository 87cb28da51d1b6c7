import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { columnName, sheetRows } from '../../../dashboard/evidence/text/sheet-rows.ts';
import {
  isRuleTable,
  rulesAsFile,
  rulesFromCsv,
  rulesFromTable,
  rulesFromYaml,
} from '../../../dashboard/rule-sets/files/rule-formats.ts';
import { sheetRows as readRows, rulesAsWorkbook } from '../../../dashboard/rule-sets/files/workbook.ts';
import { reportFilter, runSearch } from '../../../dashboard/run/run-search.ts';
import { expiryTime } from '../../../dashboard/tokens/expiry.ts';
import { zipParts } from '../../support/report-words.ts';
import { everyField } from '../../support/rules.ts';

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

it.each(['yaml', 'json'] as const)('rules exported as %s are the same after an import', (format) => {
  const set = { rules: [everyField], outputFormat: { summary: 'in one line' }, secondSignOff: true };
  expect(rulesFromYaml(rulesAsFile(set, format), `rules.${format}`)).toEqual(set);
});

it('rules exported as an Excel file are the same after an import, and no cell is a formula', async () => {
  const names = ['=1+1', '+7', '検収 Приёмка', '007', "'quoted'", '_x0041_'];
  const kinds = ['duty', 'question'] as const;
  const rules = Array.from({ length: 60 }, (_, at) => ({
    ...(at % 3 === 0 ? everyField : {}),
    id: `r-${at}`,
    name: `${names[at % names.length]} ${at}`,
    kind: kinds[at % 2 === 0 ? 0 : 1],
    description: `What is line one of ${at}?\n  • Line two, with “${names[at % names.length]}”.`,
  }));
  const file = await rulesAsWorkbook({ rules });
  const rows = await readRows(file, 'rules.xlsx');
  expect(isRuleTable(rows)).toBe(true);
  expect(rulesFromTable(rows, 'rules.xlsx').rules).toEqual(rules);
  const parts = await zipParts(Buffer.from(await file.arrayBuffer()));
  expect(parts.get('xl/worksheets/sheet1.xml')?.toString()).not.toContain('<f>');
});

it('a report of the shown findings has every filter of the page', () => {
  const page = {
    outcome: 'violated',
    label: 'CONFIRMED',
    reviewed: 'no',
    severity: 'high',
    tag: 't',
    text: 'x',
  };
  const search = runSearch({ ...page, rule: 'k', file: 2, finding: 'f', place: 1, assignee: 'me' });
  expect(Object.fromEntries(reportFilter(search))).toEqual({ ...page, ruleKey: 'k', fileIndex: '2' });
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

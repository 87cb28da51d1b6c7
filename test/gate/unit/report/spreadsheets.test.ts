import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../../../engine/model/result.ts';
import type { Report } from '../../../../src/services/report/report.ts';
import { finding } from '../../../support/findings.ts';
import { wordsOf } from '../../../support/report-words.ts';
import { reportOn } from '../../../support/reports.ts';
import { citation, confirmed, readFile, resultOf } from '../cli/findings.ts';

const unread: FileReport = {
  ...{ name: 'scan.pdf', role: 'input', fileIndex: 1 },
  ...{ status: 'failed', reason: 'encrypted', message: 'The PDF asks for a password.' },
};
const filtered = reportOn(resultOf([confirmed()], { files: [readFile, unread], incomplete: true }), {
  filter: { outcome: 'violated' },
});

async function rowsOf(report: Report): Promise<string[][]> {
  return papa.parse<string[]>((await wordsOf(report, 'csv')).trimEnd(), { newline: '\r\n' }).data;
}

it('the extent of a report counts the pages of the checked files, and not those of knowledge files', async () => {
  const knowledge = { ...readFile, name: 'policy.pdf', role: 'authority' as const, pages: 500 };
  const report = reportOn(resultOf([confirmed()], { files: [readFile, knowledge] }));
  const [titles = [], row = []] = await rowsOf(report);
  expect(row[titles.indexOf('Extent')]).toBe('1 finding on 1 file, 40 pages.');
});

describe('a report without findings names the filter, and the files that could not be read', () => {
  it('as CSV', async () => {
    const [titles = [], row = [], ...more] = await rowsOf(filtered);
    expect(more).toEqual([]);
    const cells = Object.fromEntries(titles.map((title, index) => [title, row[index]]));
    expect(cells).toMatchObject({
      Statement: 'None of the 1 finding of the run matches the filter.',
      Extent: '0 of 1 finding on 2 files, 40 pages.',
      'Only findings with': 'outcome “violated”',
      'Could not be read': 'scan.pdf: not read (encrypted): The PDF asks for a password.',
    });
  });

  it('as JUnit XML', async () => {
    const text = await wordsOf(filtered, 'junit');
    expect(text).toContain(
      '<testsuite name="None of the 1 finding of the run matches the filter." tests="0"',
    );
    expect(text).toContain('<property name="Only findings with" value="outcome “violated”"/>');
    expect(text).toContain('name="scan.pdf"');
    expect(await wordsOf(reportOn(resultOf([])), 'junit')).toContain('"The run has no findings."');
  });
});

describe('a report as JUnit XML', () => {
  it('fails for a rule that is met only in part, even if that is CONFIRMED', async () => {
    const partly = finding({
      rule: confirmed().rule,
      verdict: { assessed: true, label: 'CONFIRMED', outcome: 'partly_satisfied' },
    });
    const text = await wordsOf(reportOn(resultOf([confirmed(), partly])), 'junit');
    expect(text).toContain('tests="2" failures="1" errors="0" skipped="0"');
    expect(text).toContain('<failure type="partly satisfied"');
  });
});

describe('a report as CSV', () => {
  it('has a different title for each column', async () => {
    const [titles = []] = await rowsOf(filtered);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each([';', '\t', '|', '\n', ','])(
    'has no formula in any cell if a program separates cells at %j and ignores quotation marks',
    async (separator) => {
      const texts = [
        '=1+1',
        ' =1+1',
        '" "=1+1',
        'a;=1+1;b',
        'a; "=1+1',
        'a\t+1',
        'a|-1+1',
        'a\n@SUM(1)',
        'a;;%1',
        'a;＝1',
      ];
      const text = await wordsOf(
        reportOn(resultOf(texts.map((quote) => confirmed({ citations: [citation(quote)] })))),
        'csv',
      );
      const cells = text.split(separator === ',' ? /\r\n|(?<="),(?=")/ : separator);
      expect(cells.filter((cell) => /^["\s]*[=+\-@%＝]/.test(cell))).toEqual([]);
    },
  );

  it('keeps a text whose semicolons and signs are not at the start of a formula', async () => {
    const quote = 'the Buyer; the Seller-owner; a|b; 5 % = 0.05';
    const [titles = [], row = []] = await rowsOf(
      reportOn(resultOf([confirmed({ citations: [citation(quote)] })])),
    );
    expect(row[titles.indexOf('Quote')]).toBe(quote);
  });
});

describe('a report as a workbook', () => {
  it('marks a text that is too long for a cell, and says where the whole text is', async () => {
    const quote = `${'😀'.repeat(20_000)} end`;
    const text = await wordsOf(reportOn(resultOf([confirmed({ citations: [citation(quote)] })])), 'xlsx');
    expect(text).toMatch(/(😀)+ … \[cut: see the sheet Summary\]/u);
    expect(text).not.toMatch(/\p{Surrogate}|\ufffd/u);
    expect(text).toContain('Longer texts end with “… [cut: see the sheet Summary]”.');
    expect(text).toContain('as HTML, JSON and CSV have the whole texts');
    const longest = Math.max(...[...text.matchAll(/(?:😀)+[^\n]*?Summary\]/gu)].map(([cell]) => cell.length));
    expect(longest).toBeLessThanOrEqual(32_767);
    const short = await wordsOf(reportOn(resultOf([confirmed()])), 'xlsx');
    expect(short).not.toContain('cut');
  });

  it('writes a code such as _x0041_ so that programs show it as it is', async () => {
    const statement = 'Field _x0041_ and _x005F_x0042_.';
    const text = await wordsOf(reportOn(resultOf([confirmed({ statement })])), 'xlsx');
    expect(text).toContain('Field _x005F_x0041_ and _x005F_x005F_x005F_x0042_.');
  });
});

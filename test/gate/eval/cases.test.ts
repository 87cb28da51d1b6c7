import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { caseReaders } from '../../../src/cli/eval/checking.ts';
import { readCases } from '../../../src/eval/cases/read-cases.ts';
import { missedIn } from '../../../src/eval/report/figures.ts';
import { reportJunit } from '../../../src/eval/report/junit.ts';
import { reportPage } from '../../../src/eval/report/page.ts';
import { reportSchema } from '../../../src/eval/report/report.ts';
import { reportTable } from '../../../src/eval/report/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { evaluated, goodReport, ourCases } from './support/evaluated.ts';

const report = await goodReport();

describe('the cases of this repository, checked without a model,', () => {
  it('have a value for every threshold, and reach the thresholds', () => {
    expect(missedIn(report)).toEqual([]);
    expect(report.figures.filter(({ limit }) => limit !== null).length).toBeGreaterThan(9);
  });

  it('include enough cases and enough independent documents', () => {
    expect(report.cases.dev).toBeGreaterThanOrEqual(15);
    expect(report.cases.locked).toBeGreaterThanOrEqual(3);
    expect(Math.min(...report.figures.map(({ documents }) => documents))).toBeGreaterThanOrEqual(4);
  });

  it('have the same scores in a second run', async () => {
    const again = await evaluated(await ourCases());
    expect(again.figures).toEqual(report.figures);
  });

  it('include locked cases in the scores, and show nothing else about these cases', async () => {
    const locked = (await ourCases()).filter(({ split }) => split === 'locked');
    const reported = [
      JSON.stringify(report),
      reportTable(report),
      reportPage(report, null),
      reportJunit(report),
    ];
    expect(report.locked.length).toBe(locked.flatMap(({ expected }) => expected).length);
    for (const { id, name, documents } of locked) {
      for (const words of [id, name, ...documents.map((path) => basename(path))])
        expect(reported.some((text) => text.includes(words))).toBe(false);
    }
  });

  it('have a report that is the same after it is written to JSON and read again', () => {
    expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  it('have a report page that loads nothing and shows the file, place and quote of each wrong answer', () => {
    const page = reportPage(report, null);
    const wrong = report.items.filter(({ grade }) => grade === 'wrong');
    expect(wrong.length).toBeGreaterThan(0);
    for (const { key, quotes } of wrong) {
      const [first] = quotes;
      const place = first ? `${first.file}, ${first.place}`.replaceAll('>', '&gt;') : '';
      expect([page.includes(key), page.includes(place)], key).toEqual([true, true]);
    }
    expect(page).not.toMatch(/<(?:script|link|img|iframe)|src=|@import|url\(/);
  });
});

describe('a case file', () => {
  const folder = temporaryFolder('eval');
  beforeAll(() => {
    mkdirSync(join(folder, 'documents'));
    writeFileSync(join(folder, 'documents', 'note.txt'), 'The fee is 20 euros a year.\n');
  });

  const good = readFileSync('prompts/cases/lease.yaml', 'utf8').replace('lease.txt', 'note.txt');

  it.each([
    [
      'an unknown key',
      good.replace('name:', 'nmae:'),
      /bad\.yaml:1 {2}\$\.nmae {2}unknown key; did you mean name\?/,
    ],
    [
      'an unknown field of a rule',
      good.replace('    description:', '    ifAbsnet: violated\n    description:'),
      /bad\.yaml:\d+ {2}\$\.rules\[0\]\.ifAbsnet {2}unknown key; did you mean ifAbsent\?/,
    ],
    [
      'an unknown field of an expectation',
      good.replace('    label:', '    labl: CONFIRMED\n    label:'),
      /bad\.yaml:\d+ {2}\$\.expected\[0\]\.labl {2}unknown key; did you mean label\?/,
    ],
    ['a document that does not exist', good.replace('note.txt', 'other.txt'), 'other.txt does not exist'],
    [
      'an expectation for a rule that does not exist',
      good.replace('- rule: Term', '- rule: Tern'),
      'there is no such rule',
    ],
    [
      'a page of another document',
      good.replaceAll('file: lease.txt', 'file: x.pdf'),
      'x.pdf is not a document',
    ],
    ['no valid YAML', '{', /bad\.yaml is not valid YAML/],
  ])('is refused if it has %s, and the error names the file and the place', async (_, text, wording) => {
    const file = join(folder, 'bad.yaml');
    writeFileSync(file, text);
    await expect(readCases([file], caseReaders)).rejects.toMatchObject({
      code: 'bad_case',
      message: expect.stringMatching(wording),
    });
  });
});

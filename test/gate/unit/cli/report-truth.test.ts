import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import { fingerprint } from '../../../../engine/model/keys.ts';
import { wordsOf } from '../../../support/report-words.ts';
import { reportOn } from '../../../support/reports.ts';
import { citation, confirmed, estimated, notFound, readFile, resultOf } from './findings.ts';

const about = (fileIndex: number, outcome: 'violated' | 'satisfied'): Finding => ({
  ...confirmed({
    subject: { kind: 'file', fileIndex, name: 'contract.pdf' },
    citations: [
      citation('Notice is 30 days.', {
        source: { ...citation('x').source, name: 'contract.pdf', fileIndex },
      }),
    ],
  }),
  ...{ assessed: true, label: 'CONFIRMED', outcome },
});
const sameName = resultOf([about(0, 'violated'), about(1, 'satisfied')], {
  files: [readFile, { ...readFile, fileIndex: 1 }],
});

describe('a report on two files of one name', () => {
  it.each(['md', 'html', 'pdf', 'docx', 'xlsx', 'csv', 'junit', 'sarif'] as const)(
    'tells them apart as %s',
    async (format) => {
      const text = await wordsOf(reportOn(sameName), format);
      for (const name of ['contract.pdf (file 1)', 'contract.pdf (file 2)']) expect(text).toContain(name);
    },
  );

  it('keeps the stored names in JSON, and in the references of SARIF', async () => {
    const report = reportOn(sameName);
    expect(JSON.parse(await wordsOf(report, 'json'))).toMatchObject({ findings: sameName.findings });
    const [{ artifacts, results }] = JSON.parse(await wordsOf(report, 'sarif')).runs;
    expect(artifacts.map(({ location }: { location: object }) => location)).toEqual([
      ...[{ uri: 'contract.pdf' }, { uri: 'contract.pdf' }],
    ]);
    expect(results[0].partialFingerprints).toEqual({
      'proviso/v1': fingerprint(about(0, 'violated'), () => true),
    });
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('contract.pdf');
  });

  it('has the answers for both files in the grid of the workbook', async () => {
    const text = await wordsOf(reportOn(sameName), 'xlsx');
    expect(text).toMatch(/violated, CONFIRMED\s+contract\.pdf \(file 1\)/);
    expect(text).toMatch(/satisfied, CONFIRMED\s+contract\.pdf \(file 2\)/);
  });
});

describe('a violation that only the reviewer sees', () => {
  const review = {
    label: 'CONFIRMED',
    outcome: 'violated',
    reason: 'Struck out',
    by: 'Ada',
    at: '2026-01-01T10:00:00.000Z',
  } as const;
  const met = { ...confirmed().rule, index: 1, key: 'b', name: 'Met' };
  const reviewed = resultOf([confirmed({ rule: met }), confirmed({ review })]);

  it.each(['md', 'html', 'pdf', 'docx', 'xlsx', 'junit', 'sarif'] as const)(
    'is shown as one, before rules that are met, as %s',
    async (format) => {
      const text = (await wordsOf(reportOn(reviewed), format)).replace(/\s+/g, ' ');
      expect(text).toContain('reviewed: violated (Proviso: satisfied)');
      expect(text.indexOf('Notice period')).toBeLessThan(text.indexOf('Met'));
    },
  );

  it('is counted, fails in SARIF, and is what the filter selects', async () => {
    const report = reportOn(reviewed, { filter: { outcome: 'violated', label: 'CONFIRMED' }, total: 2 });
    expect(report.result.findings).toHaveLength(1);
    expect(await wordsOf(reportOn(reviewed), 'md')).toContain('Outcomes: satisfied 1 · violated 1');
    expect(JSON.parse(await wordsOf(report, 'sarif')).runs[0].results).toMatchObject([
      { kind: 'fail', level: 'error', suppressions: [] },
    ]);
    const html = await wordsOf(report, 'html');
    expect(html).toContain('data-outcome="violated"');
  });
});

describe('a report as PDF', () => {
  it('names the file of each finding at a glance, also of a finding without a citation', async () => {
    const one = notFound({ subject: { kind: 'file', fileIndex: 0, name: 'contract.pdf' } });
    const text = await wordsOf(reportOn(resultOf([one])), 'pdf');
    expect(text.slice(text.indexOf('At a glance')).replace(/\s+/g, ' ')).toMatch(
      /^At a glance ?1\. Notice period: contract\.pdf ?NOT FOUND/,
    );
  });

  it.each(['תוך 45 ימים', 'خلال 45 يوما'])(
    'shows boxes for right-to-left letters in %s, and keeps the number',
    async (statement) => {
      const text = await wordsOf(reportOn(resultOf([confirmed({ statement })])), 'pdf');
      expect(text).toMatch(/▯ 45 ▯/);
      expect(text).not.toMatch(/[\u0590-\u06ff]/);
      expect(text).toContain('written from right to left');
    },
  );
});

describe.each(['md', 'html', 'pdf', 'docx'] as const)('a report as %s', (format) => {
  const search = {
    ...notFound().search,
    complete: false,
    unread: [{ name: 'scan.pdf', reason: 'encrypted' }],
  };

  it.each([
    ['CONFIRMED', confirmed],
    ['ESTIMATED', estimated],
    ['NOT FOUND', notFound],
  ])('says of a %s finding that its search was not complete, and which file is missing', async (_, found) => {
    const gap = /The search was not complete: scan\.pdf \(encrypted\)/;
    expect((await wordsOf(reportOn(resultOf([found({ search })])), format)).replace(/\s+/g, ' ')).toMatch(
      gap,
    );
    expect(await wordsOf(reportOn(resultOf([found()])), format)).not.toMatch(/not complete/);
  });
});

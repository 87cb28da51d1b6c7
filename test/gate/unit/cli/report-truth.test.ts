import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../support/report-words.ts';
import { reportOn } from '../../../support/reports.ts';
import { confirmed, estimated, notFound, resultOf } from './findings.ts';

describe('a report as PDF', () => {
  it('has no empty page, wherever the pages of long findings end', async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      confirmed({
        rule: { ...confirmed().rule, index },
        statement: 'The notice is long enough. '.repeat(index),
      }),
    );
    const pages = (await wordsOf(reportOn(resultOf(all)), 'pdf')).split(/Proviso report · \d+/);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.slice(1, -1).filter((words) => words.length < 200)).toEqual([]);
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

const data: Record<string, RegExp> = {
  csv: /,violated,ESTIMATED,.*,undetermined,ESTIMATED,Ada,/,
  sarif: /"level": "error", "message": { "text": "reviewed: violated \(Proviso: undetermined\).* "by": "Ada"/,
};

it.each(['md', 'html', 'pdf', 'docx', 'xlsx', 'junit', 'csv', 'sarif'] as const)(
  'a report as %s states what a person decided and what Proviso had said, without advice on proving it',
  async (format) => {
    const made = { label: 'ESTIMATED', reason: 'I have read it.', by: 'Ada' } as const;
    const words = async (outcome: 'violated' | 'satisfied') => {
      const review = { ...made, outcome, at: '2026-01-01T10:00:00.000Z' };
      const own = { assessed: true, label: 'ESTIMATED', outcome: 'undetermined' } as const;
      const open = { ...estimated({ review, toSettle: ['Read all of it.'] }), ...own };
      return (await wordsOf(reportOn(resultOf([open])), format)).replace(/[\s\u00a0]+/g, ' ');
    };
    const text = await words('violated');
    expect(text).toMatch(
      data[format] ?? /violated, decided by Ada on 2026-01-01 10:00:00 UTC: I have read it\./,
    );
    if (data[format] === undefined) expect(text).toMatch(/Proviso:? ?(<[^>]+>)*undetermined/);
    expect(text).not.toMatch(/not certain that the evidence|Read all of it|possibly/i);
    if (format === 'junit') expect(text).toContain('failures="1"');
    if (format === 'junit') expect(await words('satisfied')).toContain('failures="0" errors="0" skipped="0"');
    if (format === 'sarif') expect(await words('satisfied')).toContain('"kind": "pass"');
  },
);

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

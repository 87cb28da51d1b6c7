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

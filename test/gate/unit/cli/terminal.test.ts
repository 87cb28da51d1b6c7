import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { renderTerminal } from '../../../../src/cli/render/terminal/report.ts';
import { decisiveSpans, excerpt } from '../../../../src/services/report/decisive.ts';
import { citation, confirmed, estimated, notFound, readFile, resultOf } from './findings.ts';

const esc = String.fromCharCode(27);

function plain(...parameters: Parameters<typeof resultOf>): string {
  return renderTerminal(resultOf(...parameters), { width: 80, color: false });
}

describe('a finding at the terminal', () => {
  it('shows the outcome, label, statement, quote and file, and the page by position and printed number', () => {
    const shown = plain([confirmed()]);
    for (const part of [
      'Notice period',
      '✓ satisfied',
      '● CONFIRMED',
      'The agreement can be ended with a notice of 30 days.',
      'Notice is 30 days.',
      'contract.pdf · p. 23, numbered 13',
    ]) {
      expect(shown).toContain(part);
    }
  });

  it('shows for NOT FOUND what was searched and which passage was nearest', () => {
    const near = citation('Each invoice is paid in 14 days.', { locator: { kind: 'page', page: 7 } });
    const search = { ...notFound().search, nearest: [{ citation: near, why: 'speaks of invoices' }] };
    const shown = plain([notFound({ search })]);
    expect(shown).toContain('Searched all 40 pages of 1 file, for: notice days');
    expect(shown).toContain('contract.pdf · p. 7 · speaks of invoices');
    expect(shown).not.toContain('undetermined  ');
  });

  it('shows the severity, owner, deadline and tags of its rule, and no line without them', () => {
    const { rule } = confirmed();
    const fields = {
      severity: 'high',
      owner: 'Legal',
      deadline: '2027-01-31',
      tags: ['gdpr', 'eu'],
    } as const;
    const shown = plain([confirmed({ rule: { ...rule, id: 'r.1', ...fields, tags: [...fields.tags] } })]);
    expect(shown).toContain('\n    Severity: high · Owner: Legal · Deadline: 2027-01-31 · Tags: gdpr; eu\n');
    expect(plain([confirmed()])).not.toContain('Severity');
  });

  it('says why it is only ESTIMATED and what would decide the rule', () => {
    const doubt = { reasons: ['lexical_match' as const], toSettle: ['Read page 23.'] };
    const shown = plain([estimated(doubt)]);
    expect(shown).toContain('≈ partly satisfied  ◐ ESTIMATED');
    expect(shown).toContain('Why not CONFIRMED: matched by its words, not by its meaning');
    expect(shown).toContain('To settle it: Read page 23.');
  });

  it('says that a search with unread files was incomplete, and names these files first', () => {
    const search = {
      ...notFound().search,
      complete: false,
      filesTotal: 2,
      unread: [{ name: 'scan.pdf', reason: 'encrypted' }],
    };
    const failed = {
      name: 'scan.pdf',
      role: 'input' as const,
      fileIndex: 1,
      status: 'failed' as const,
      reason: 'encrypted',
      message: 'It is protected by a password.',
    };
    const shown = plain([notFound({ search })], { files: [readFile, failed] });
    const [, afterFile] = shown.split('scan.pdf: It is protected by a password.');
    expect(afterFile).toContain('Notice period');
    expect(shown).toContain('Searched 40 pages in 1 of 2 files');
    expect(shown).toContain('The search was not complete (scan.pdf)');
    expect(shown).toContain('! Incomplete:');
  });

  it('shows control and direction characters in names and quotes as symbols', () => {
    const hostile = `30 ${esc}[2Jdays \u202efdp.exe\u0007`;
    const source = { ...citation('x').source, name: `${esc}]0;owned\u0007.pdf` };
    const shown = renderTerminal(
      resultOf([confirmed({ statement: hostile, citations: [citation(hostile, { source })] })]),
      { width: 80, color: true },
    );
    expect(shown).not.toContain(`${esc}[2J`);
    expect(shown).not.toContain(`${esc}]`);
    expect(shown).not.toMatch(/\p{Bidi_Control}|(?!\n)\p{Cc}(?!\[\d+m)/u);
    expect(shown).toContain('␛[2J');
  });
});

describe('the extent of a search', () => {
  const searched = (files: Result['files'], search: Partial<Finding['search']>) =>
    plain([notFound({ search: { ...notFound().search, ...search, queries: [] } })], { files }).match(
      /(Searched|There were).*/,
    )?.[0];
  const text = { ...readFile, countedAs: 'file' as const, pages: 1 };
  const document = { ...readFile, countedAs: 'sections' as const, pages: 3 };

  it.each([
    ['Searched all 40 pages of 1 file', [readFile], {}],
    ['Searched 38 pages of 40 in 1 of 1 file', [readFile], { pagesSearched: 38 }],
    ['Searched the whole of 1 file', [text], { pagesSearched: 1, pagesTotal: 1 }],
    ['Searched 1 of 2 files', [text], { filesTotal: 2, pagesSearched: 1, pagesTotal: 1 }],
    [
      'Searched all 43 pages and sections of 2 files',
      [readFile, document],
      { filesSearched: 2, filesTotal: 2, pagesSearched: 43, pagesTotal: 43 },
    ],
    [
      'Searched all 44 pages, sections and whole files of 3 files',
      [readFile, document, text],
      { filesSearched: 3, filesTotal: 3, pagesSearched: 44, pagesTotal: 44 },
    ],
    [
      'There were no files to search',
      [],
      { filesSearched: 0, filesTotal: 0, pagesSearched: 0, pagesTotal: 0 },
    ],
  ])('is described as "%s"', (words, files, search) => {
    expect(searched(files, search)).toBe(words);
  });
});

describe('the output at the terminal', () => {
  it('stays within its width, whatever the text', () => {
    const quote =
      `${'notice '.repeat(60)}${'x'.repeat(300)} 契約は三十日の通知により終了することができる。`.repeat(2);
    const result = resultOf([confirmed({ citations: [citation(quote)] }), notFound()], {
      output: { deep: { text: 'y'.repeat(200) } },
    });
    for (const width of [40, 80, 120]) {
      const lines = renderTerminal(result, { width, color: false }).split('\n');
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    }
  });

  it('is the same with and without colour, except for the colour', () => {
    const result = resultOf([confirmed(), notFound()]);
    const coloured = renderTerminal(result, { width: 80, color: true });
    expect(coloured).toContain(`${esc}[`);
    expect(coloured.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), '')).toBe(
      renderTerminal(result, { width: 80, color: false }),
    );
  });

  it('has a cell for every rule and file if each file is checked separately', () => {
    const rules = [0, 1].map((index) => ({
      key: `r${index}`,
      index,
      name: `Rule ${index}`,
      description: 'x',
    }));
    const names = ['a.pdf', 'b.pdf', 'c.pdf'];
    const findings = rules.flatMap((rule) =>
      names.map((name, fileIndex) =>
        (rule.index + fileIndex) % 2 === 0
          ? confirmed({ rule, subject: { kind: 'file', fileIndex, name } })
          : notFound({ rule, subject: { kind: 'file', fileIndex, name } }),
      ),
    );
    const shown = plain(findings, {
      files: names.map((name, fileIndex) => ({ ...readFile, name, fileIndex })),
    });
    expect(shown).toMatch(/a\.pdf +✓ ● {2}· ○\n +b\.pdf +· ○ {2}✓ ●\n +c\.pdf +✓ ● {2}· ○\n/);
    expect(shown).toContain('1 Rule 0');
    expect(shown).toMatch(/6 findings {2}● 3 CONFIRMED {3}◐ 0 ESTIMATED {3}○ 3 NOT FOUND/);
  });
});

describe('the highlighted words of a quote', () => {
  const words = (quote: string, rule: string) =>
    decisiveSpans(quote, rule).map(({ start, end }) => quote.slice(start, end));

  it('are numbers, negations and the words that the quote shares with the rule; adjacent ones are highlighted together', () => {
    expect(
      words(
        'The verifier SHALL NOT require passwords to be changed every 90 days or 2.5 % of them.',
        'Users must change their password regularly, every few days.',
      ),
    ).toEqual(['NOT', 'passwords', 'changed every 90 days', '2.5']);
  });

  it('do not include the numbers of clauses', () => {
    expect(words('6.3 The fee is 12.5. 6.4 It is paid in 6.4 days.', 'Fee')).toEqual(['fee', '12.5', '6.4']);
  });

  it('are in the displayed part of a long passage', () => {
    const passage = `${'Nothing of the kind is here. '.repeat(20)}The notice is thirty days. ${'And more. '.repeat(30)}`;
    const shown = excerpt(passage, 'notice of thirty days', 80);
    expect(shown).toContain('notice is thirty days');
    expect(shown.length).toBeLessThan(100);
    expect(shown.startsWith('… ') && shown.endsWith(' …')).toBe(true);
  });
});

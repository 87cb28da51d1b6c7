import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { render } from '../../../src/cli/check/output/render.ts';
import { citation, confirmed, estimated, notFound, readFile, resultOf } from './findings.ts';

const look = { width: 80, color: false, out: undefined };
const markdown = (...parameters: Parameters<typeof resultOf>) => render(resultOf(...parameters), 'md', look);

describe('a report in Markdown', () => {
  it('contains the counts, a row for every finding, and every quote with its page and link', async () => {
    const report = await markdown([
      confirmed(),
      notFound({ rule: { ...confirmed().rule, key: 'b', index: 1 } }),
    ]);
    expect(report).toContain('- Labels: CONFIRMED 1 · ESTIMATED 0 · NOT FOUND 1 · not assessed 0');
    expect(report).toContain('| 1 | Notice period | ✓ satisfied | ● CONFIRMED | p. 23, numbered 13 |');
    expect(report).toContain('| 2 | Notice period |  | ○ NOT FOUND |  |');
    expect(report).toContain(
      '> **Notice** is **30 days**.\n>\n> — [contract.pdf, p. 23, numbered 13](contract.pdf#page=23)',
    );
    expect(report).toContain('- Searched all 40 pages of 1 file, for: notice days');
    expect(report).toContain('- contract.pdf: 40 pages');
  });

  it('says why a finding is only ESTIMATED', async () => {
    expect(await markdown([estimated()])).toContain(
      '- Why not CONFIRMED: the evidence covers only a part of the rule',
    );
  });

  it('cannot be altered by the text of a document', async () => {
    const hostile = '# Owned\n\n<script>alert(1)</script> [click](http://x) | cell | `code` ![i](x)';
    const source = { ...citation('x').source, name: 'a|b<img src=x>.pdf' };
    const report = await markdown([
      confirmed({ statement: hostile, citations: [citation(hostile, { source })] }),
    ]);
    expect(report).not.toMatch(/^#* ?# Owned/m);
    expect(report).not.toMatch(/(?<!\\)<(script|img)/);
    expect(report).not.toMatch(/(?<!\\)\[click(?<!\\)\]/);
    const rows = report.split('\n').filter((line) => line.startsWith('| 1 |'));
    expect(rows.map((row) => row.match(/(?<!\\)\|/g)?.length)).toEqual([6]);
  });

  it('has links relative to its own folder, with spaces and brackets encoded', async () => {
    const link = 'my files/contract (1).pdf#page=23';
    const result = resultOf([confirmed({ citations: [citation('Notice is 30 days.', { link })] })]);
    expect(await render(result, 'md', { ...look, out: 'reports/report.md' })).toContain(
      '](../my%20files/contract%20%281%29.pdf#page=23)',
    );
    expect(await render(result, 'md', { ...look, out: resolve('my files/report.md') })).toContain(
      '](./contract%20%281%29.pdf#page=23)',
    );
  });

  it('encodes characters of a file name that have a meaning in links', async () => {
    const source = { ...citation('x').source, name: 'plan #2? 50%.pdf' };
    const cited = citation('Notice is 30 days.', { source, link: 'plan #2? 50%.pdf#page=3' });
    expect(await markdown([confirmed({ citations: [cited] })])).toContain(
      '(plan%20%232%3F%2050%25.pdf#page=3)',
    );
  });

  it('lists unread files, gaps of the output, and warnings', async () => {
    const failed = {
      name: 'scan.pdf',
      role: 'input' as const,
      fileIndex: 1,
      status: 'failed' as const,
      reason: 'encrypted',
      message: 'It has a password.',
    };
    const report = await markdown([notFound()], {
      files: [readFile, failed],
      warnings: [{ code: 'file_encrypted', message: 'scan.pdf was not read' }],
      output: { days: null },
      outputGaps: { '/days': 'nothing supports it' },
    });
    expect(report).toContain('## Could not be read\n\n- **scan.pdf** (encrypted): It has a password.');
    expect(report).toContain('- /days is null: nothing supports it');
    expect(report).toContain('## Warnings\n\n- scan.pdf was not read');
  });
});

import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../../../engine/model/result.ts';
import { render, reportOf } from '../../../../src/cli/check/output/write-report.ts';
import { renderMarkdown } from '../../../../src/services/report/formats/markdown.ts';
import { sarifReport } from '../../../../src/services/report/formats/sarif.ts';
import { reportOn, textOf } from '../../../support/reports.ts';
import { citation, confirmed, resultOf } from './findings.ts';

const look = { width: 80, color: false };
const noJob = { rules: [], inputs: [], knowledge: [] };
const markdown = async (...parameters: Parameters<typeof resultOf>) =>
  renderMarkdown(reportOn(resultOf(...parameters)));
const markdownIn = (out: string, result: Result) =>
  textOf(render(reportOf(result, { rules: 'rules.yaml', scope: 'together', out }, {}, noJob), 'md', look));

describe('a report in Markdown', () => {
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
    expect(await markdownIn('reports/report.md', result)).toContain(
      '](../my%20files/contract%20%281%29.pdf#page=23)',
    );
    expect(await markdownIn(resolve('my files/report.md'), result)).toContain(
      '](./contract%20%281%29.pdf#page=23)',
    );
  });

  it.each([
    ['plan #2? 50%.pdf', '#page=23', 'plan%20%232%3F%2050%25.pdf#page=23'],
    ['a/a%41#page=23.pdf', '#page=23', 'a/a%2541%23page=23.pdf#page=23'],
    ['w/p.html', '#%C3%9Cberblick', 'w/p.html#%C3%9Cberblick'],
    ['p.html/p.html', '#p.html', 'p.html/p.html#p.html'],
    ['C#.txt', '', 'C%23.txt'],
    ['https://a.example/a%20b?q=%C3%9C 1', '#page=23', 'https://a.example/a%20b?q=%C3%9C%201#page=23'],
  ])('encodes the link to %s%s once, and the position not at all', async (path, position, target) => {
    const anchor = decodeURIComponent(position.slice(1));
    const isPage = position === '#page=23';
    const source = {
      ...{ ...citation('x').source, name: path.split('/').at(-1) ?? '' },
      mediaType: isPage ? 'application/pdf' : 'text/html',
    };
    const cited = citation('Notice is 30 days.', {
      ...{ source, link: `${path}${position}` },
      ...(!isPage && { locator: { kind: 'section', paragraph: 1, ...(anchor && { anchor }) } }),
    });
    const result = resultOf([confirmed({ citations: [cited] })]);
    const report = reportOn(result);
    expect(renderMarkdown(report)).toContain(`](${target})`);
    expect(JSON.parse(sarifReport(report)).runs[0].results[0].locations[0]).toMatchObject({
      properties: { link: target },
    });
  });

  it('refers to the file of a web address once encoded', () => {
    const url = 'https://a.example/a%20b.pdf';
    const source = { ...citation('x').source, url };
    const cited = citation('Notice is 30 days.', { source, link: `${url}#page=23` });
    const log = JSON.parse(sarifReport(reportOn(resultOf([confirmed({ citations: [cited] })]))));
    expect(log.runs[0].artifacts[0].location.uri).toBe(url);
  });
});

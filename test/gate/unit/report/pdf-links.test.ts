import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Citation } from '../../../../engine/model/citation.ts';
import { renderReport } from '../../../../src/services/report/render-report.ts';
import type { Report } from '../../../../src/services/report/report.ts';
import { finding } from '../../../support/findings.ts';
import { bytesOf, reportOn } from '../../../support/reports.ts';
import { citation, confirmed, readFile, resultOf } from '../cli/findings.ts';

async function pdfOf(report: Report) {
  const data = new Uint8Array(await bytesOf(renderReport(report, 'pdf')));
  const pdf = await getDocument({ data, verbosity: 0 }).promise;
  onTestFinished(() => pdf.destroy());
  return pdf;
}

const annotationSchema = z.object({
  unsafeUrl: z.string().optional(),
  dest: z.string().optional(),
  rect: z.array(z.number()),
});
const pathSchema = z.tuple([z.number(), z.unknown(), z.instanceof(Float32Array)]);

/** The links of all pages, with their boxes, and the boxes of all lines that are drawn. */
async function drawn(report: Report) {
  const pdf = await pdfOf(report);
  const links: z.output<typeof annotationSchema>[] = [];
  const lines: number[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    links.push(...z.array(annotationSchema).parse(await page.getAnnotations()));
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [at, operator] of fnArray.entries()) {
      if (operator !== OPS.constructPath) continue;
      const [, , box] = pathSchema.parse(argsArray[at]);
      lines.push([...box]);
    }
  }
  const toFiles = links.filter(({ unsafeUrl }) => unsafeUrl !== undefined);
  const toFindings = links.filter(({ dest }) => dest !== undefined);
  return { toFiles, toFindings, lines };
}

const remarks = { hidden: true, match: 'approximate', stance: 'contradicts' } as const;
const longName = `${'long name of a contract '.repeat(8)}.pdf`;

/** A report with two quotes in a finding, and a basis. */
function reportWith(change: Partial<Citation>): Report {
  const cited = (quote: string) => citation(quote, change);
  const one = confirmed({
    citations: [cited('Notice is 30 days.'), cited('Notice is in writing.')],
    basis: [cited('Notice must be possible.')],
  });
  return reportOn(resultOf([one]));
}

describe('the links of a report as PDF', () => {
  it.each([
    ['on one line', {}],
    ['on several lines', { source: { ...citation('').source, name: longName } }],
  ])('are the underlined places of quotes alone, without the words after them: %s', async (_what, change) => {
    const [plain, remarked] = [
      await drawn(reportWith(change)),
      await drawn(reportWith({ ...change, ...remarks })),
    ];
    expect(new Set(plain.toFiles.map(({ unsafeUrl }) => unsafeUrl))).toEqual(
      new Set(['contract.pdf#page=23']),
    );
    const widths = (links: typeof plain.toFiles) =>
      links.map(({ rect: [left = 0, , right = 0] }) => [left, right - left]);
    expect(plain.toFiles.length).toBeGreaterThanOrEqual(3);
    expect(widths(remarked.toFiles)).toEqual(widths(plain.toFiles));
    const isUnderline = ([, top, , bottom]: number[]) => top === bottom;
    expect(remarked.lines.filter(isUnderline)).toHaveLength(plain.lines.filter(isUnderline).length);
  });

  it('lead to each quote at its own place', async () => {
    const links = ['a b.pdf#page=23', 'https://example.org/c%20d.pdf#page=23', 'e.pdf#page=23'];
    const [first = '', second = '', third = ''] = links;
    const one = confirmed({
      citations: [citation('One.', { link: first }), citation('Two.', { link: second })],
      basis: [citation('Three.', { link: third })],
    });
    const { toFiles } = await drawn(reportOn(resultOf([one]), { linkFrom: (link) => `../${link}` }));
    const targets = toFiles
      .toSorted((a, b) => (b.rect[1] ?? 0) - (a.rect[1] ?? 0))
      .map((link) => link.unsafeUrl);
    expect(targets).toEqual([
      '../a%20b.pdf#page=23',
      'https://example.org/c%20d.pdf#page=23',
      '../e.pdf#page=23',
    ]);
  });

  it('lead from each line at a glance to the heading of its finding, like the bookmarks', async () => {
    const found = Array.from({ length: 12 }, (_, index) =>
      finding({
        rule: {
          key: String(index).padStart(8, 'a'),
          index,
          name: `Rule ${index}`,
          description: 'Long. '.repeat(60),
        },
        citations: [citation('Notice is 30 days.')],
      }),
    );
    const warnings = [{ code: 'w', message: 'Careful.' }];
    const report = reportOn(resultOf(found, { warnings, files: [readFile], output: { a: 1 } }));
    const pdf = await pdfOf(report);
    const outline = await pdf.getOutline();
    expect(outline.map(({ title }) => title)).toEqual([
      ...['Summary', 'At a glance', 'Findings', 'Output', 'Files', 'Warnings', 'About this report'],
    ]);
    const bookmarks = outline.find(({ title }) => title === 'Findings')?.items ?? [];
    expect(bookmarks.map(({ title }) => title)).toEqual(
      found.map((_, index) => `${index + 1}. Rule ${index}`),
    );
    const { toFindings } = await drawn(report);
    expect([...new Set(toFindings.map(({ dest }) => dest))]).toEqual(found.map(({ id }) => id));

    const texts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    }
    expect(texts.length).toBeGreaterThan(2);
    for (const [index, { id }] of found.entries()) {
      const target = await pdf.getDestination(id);
      const bookmark = bookmarks[index]?.dest;
      for (const place of [target, typeof bookmark === 'string' ? null : bookmark]) {
        const page = await pdf.getPageIndex(place?.[0]);
        expect(texts[page]).toMatch(new RegExp(`${index + 1}\\. Rule ${index} ?Long`));
      }
    }
  });
});

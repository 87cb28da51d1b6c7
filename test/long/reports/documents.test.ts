import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { analyze, closeLoading, localJob, localPorts, openLocalFile } from '../../../engine/index.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Result } from '../../../engine/model/result.ts';
import { fileTexts } from '../../../src/cli/check/file-texts.ts';
import { isOwnReport } from '../../../src/cli/check/output/own-report.ts';
import type { ReportFormatName } from '../../../src/services/report/formats.ts';
import { withPlaces } from '../../../src/services/report/places/places.ts';
import { renderReport } from '../../../src/services/report/render-report.ts';
import type { Report } from '../../../src/services/report/report.ts';
import { citation, confirmed, resultOf } from '../../gate/unit/cli/findings.ts';
import { bytesOf, reportOn } from '../../support/reports.ts';
import { makeFolder } from '../support/folder.ts';
import { hostileReport, hostileTexts } from '../support/hostile-report.ts';
import { saveAs } from '../support/office.ts';
import { printTroubles } from '../support/print-troubles.ts';
import { areHere, run } from '../support/programs.ts';

const folder = makeFolder();
const agreement = 'samples/agreement.pdf';
const rules = [
  {
    name: 'Payment',
    description: 'The Customer shall pay each undisputed invoice within 30 days after receipt.',
  },
  {
    name: 'Subcontractors',
    description: 'The Supplier shall not engage a subcontractor without written consent.',
  },
  { name: 'Parking', description: 'The Supplier shall provide parking places for bicycles at every site.' },
];
const job = localJob({ rules, inputs: [agreement] });
const { signal } = new AbortController();
let result: Result;
let report: Report;

async function* noTexts() {}
const drawn = (plain: Report, limits = { pictures: 1_000, pictureBytes: 6_500_000 }) =>
  withPlaces(plain, {
    ...{ fileOf: () => job.inputs[0] ?? null, openSource: openLocalFile, textsOf: noTexts, limits, signal },
  });
const write = async (of: Report, format: ReportFormatName) =>
  folder.write(`report.${format}`, await bytesOf(renderReport(of, format)));

beforeAll(async () => {
  result = await analyze(job, localPorts(), { signal });
  report = await drawn(reportOn(result));
});
afterAll(() => {
  closeLoading();
  folder.remove();
});

describe('the pictures of a report', () => {
  it('show each cited place once, within the limits, those that need action first', async () => {
    const cited = result.findings.flatMap(({ citations, basis }) => [...citations, ...basis]);
    expect(report.pictures.size).toBe(cited.filter(({ boxes }) => boxes).length);
    expect(report.pictures.size).toBeGreaterThan(1);
    const first = report.findings.find(({ citations }) => citations[0]?.boxes)?.citations[0];
    const one = await drawn(reportOn(result), { pictures: 1, pictureBytes: 6_500_000 });
    expect([...one.pictures.keys()]).toEqual([first]);
    expect((await drawn(reportOn(result), { pictures: 9, pictureBytes: 1_000 })).pictures.size).toBe(0);
  });

  it('begin and end between lines of print', async () => {
    for (const { jpeg } of report.pictures.values()) {
      const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
      for (const row of [data.subarray(0, info.width), data.subarray(-info.width)])
        expect(Math.max(...row) - Math.min(...row)).toBeLessThan(40);
    }
  });

  it('are left out if the file has changed since it was cited, and stop when the report is canceled', async () => {
    const fileOf = () => localJob({ rules, inputs: ['samples/annex-b.docx'] }).inputs[0] ?? null;
    const limits = { pictures: 9, pictureBytes: 9_000_000 };
    const drawing = { fileOf, openSource: openLocalFile, textsOf: noTexts, limits };
    expect((await withPlaces(reportOn(result), { ...drawing, signal })).pictures.size).toBe(0);
    const canceled = AbortSignal.abort(new Error('canceled'));
    await expect(withPlaces(reportOn(result), { ...drawing, signal: canceled })).rejects.toThrow('canceled');
  });
});

describe('the text around a quote', () => {
  const duties = [
    ['Service', 'Duty', 'Notice'],
    ['Hosting', 'The Supplier shall keep the service available.', '30 days'],
    ['Exit', 'The Customer shall pay each undisputed invoice within 30 days after receipt.', '90 days'],
  ];
  let shown: Report;
  let citations: Citation[];
  beforeAll(async () => {
    const [before, words, after] = ['Fees & <b>charges</b>.', duties[2]?.[1] ?? '', 'Interest is 2 %.'];
    const cells = duties.map((row) => row.map((value) => ({ value })));
    const inputs = [
      folder.write('notes.md', `# Fees\n\n${before}\n\n- ${words}\n- ${after}\n`),
      folder.write('page.html', `<p>${before}</p><p>${words} ${after}</p>`),
      folder.write('mail.eml', `Subject: Fees\n\n${before}\n\n${words.replace(' within', '\nwithin')}\n`),
      folder.write('duties.xlsx', await writeExcelFile(cells, { sheet: 'A&B' }).toBuffer()),
      'samples/annex-b.docx',
    ];
    const textJob = localJob({ rules, inputs, scope: 'each' });
    const { sourceCache, textsOf } = fileTexts();
    const found = await analyze(textJob, { ...localPorts(), sourceCache }, { signal });
    shown = await withPlaces(reportOn(found), {
      ...{ fileOf: () => null, openSource: openLocalFile, textsOf, signal },
      limits: { pictures: 1_000, pictureBytes: 6_500_000 },
    });
    citations = shown.findings.flatMap((finding) => [...finding.citations, ...finding.basis]);
  });

  it('is shown for every kind of text, and exactly the cited words are marked', async () => {
    expect(new Set(citations.map(({ source }) => source.name)).size).toBe(5);
    const html = await bytesOf(renderReport(shown, 'html'));
    const figures = html.toString('utf8').match(/<figure>.*?<\/figure>/gs) ?? [];
    const marks = figures.map((figure) => {
      const [, around = ''] = /<div class="context">(.*)<\/div>/s.exec(figure) ?? [];
      const words = [...around.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text = '']) => text);
      return letters(words.join(' ').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
    });
    for (const { quote } of citations) expect(marks).toContain(letters(quote));
    expect(marks.filter((mark) => mark !== '')).toHaveLength(citations.length);
    expect(html.toString('utf8')).toContain('class="grid"');
  });

  it.skipIf(!areHere('soffice', 'pdftotext'))('is in the PDF and in the Word document', async () => {
    const [saved = ''] = await saveAs(folder, 'pdf', [await write(shown, 'docx')]);
    for (const path of [saved, await write(shown, 'pdf')]) {
      const text = letters(await run('pdftotext', ['-layout', path, '-']));
      for (const { lines } of [...shown.contexts.values()].filter((one) => one.kind === 'passage'))
        for (const line of lines)
          expect(text).toContain(letters(line.map((piece) => piece.text).join('')).slice(0, 30));
      expect(text).toContain(letters('keep the service available.'));
    }
  });

  it.skipIf(!areHere('pdftotext'))(
    'is on the page of its quote and of the name of its file in a PDF',
    async () => {
      const places = Array.from({ length: 60 }, (_, at) => {
        const source = { ...citation('x').source, name: `file ${at} end.txt` };
        return citation(`Quote ${at} end.`, { source });
      });
      const plain = reportOn(resultOf([confirmed({ citations: places })]));
      const lines = (at: number) =>
        Array.from({ length: 1 + (at % 7) }, () => [{ text: `Around ${at} end.`, marked: at % 2 === 0 }]);
      const contexts = new Map(
        plain.findings[0]?.citations.map((one, at) => [one, { kind: 'passage', lines: lines(at) } as const]),
      );
      const text = await run('pdftotext', [await write({ ...plain, contexts }, 'pdf'), '-']);
      const pages = text.split('\f');
      expect(pages.length).toBeGreaterThan(5);
      for (const at of places.keys()) {
        const page = pages.find((one) => one.includes(`Quote ${at} end`)) ?? '';
        expect(page.split(`Around ${at} end`).length - 1, `lines of quote ${at}`).toBe(1 + (at % 7));
        expect(page).toContain(`file ${at} end.txt`);
      }
    },
  );
});

describe.skipIf(!areHere('pdftotext'))('a report as PDF', () => {
  it('has a bookmark for each finding, page numbers, and links that lead to the cited pages', async () => {
    const path = await write(report, 'pdf');
    const pdf = await getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 }).promise;
    const outline = await pdf.getOutline();
    const findings = outline.find(({ title }) => title === 'Findings')?.items ?? [];
    expect(findings.map(({ title }) => title)).toEqual(
      report.findings.map(({ rule }) => `${rule.index + 1}. ${rule.name}`),
    );
    const links: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const annotations = await (await pdf.getPage(number)).getAnnotations();
      links.push(...annotations.flatMap(({ unsafeUrl }) => (unsafeUrl ? [unsafeUrl] : [])));
    }
    await pdf.destroy();
    const text = await run('pdftotext', [path, '-']);
    for (const { quote, link } of report.findings.flatMap(({ citations }) => citations)) {
      expect(links).toContain(link);
      const page = /#page=(\d+)$/.exec(link)?.[1] ?? '';
      const cited = await run('pdftotext', ['-f', page, '-l', page, agreement, '-']);
      expect(letters(cited)).toContain(letters(quote));
      expect(letters(text)).toContain(letters(quote));
    }
    expect(text).toContain('Proviso report · 1');
  });

  it('and as a Word document says on its first page who signed the run off', async () => {
    const decided = reportOn(result, { decision: [{ name: 'Signed off', value: 'by Ada, 2 open' }] });
    const [saved = ''] = await saveAs(folder, 'pdf', [await write(decided, 'docx')]);
    for (const path of [saved, await write(decided, 'pdf')])
      expect(await run('pdftotext', ['-l', '1', path, '-'])).toContain('Signed off: by Ada, 2 open');
  });

  it('shows hostile texts as text', async () => {
    const text = await run('pdftotext', [await write(hostileReport(), 'pdf'), '-']);
    expect(letters(text)).toContain(letters('</script><script>alert(1)</script>'));
    expect(text).toContain('The font of this PDF has no shapes for some characters');
  });
});

describe.skipIf(!areHere('soffice', 'pdftotext'))('a report as a Word document', () => {
  it('is opened by LibreOffice with its headings, contents, links and pictures', async () => {
    const path = await write(report, 'docx');
    const [saved = ''] = await saveAs(folder, 'fodt', [path]);
    const text = readFileSync(saved, 'utf8');
    expect(text.match(/<text:h [^>]*outline-level="2"/g)).toHaveLength(report.findings.length);
    expect(text).toContain('<text:table-of-content ');
    expect(text.match(/<draw:image/g)).toHaveLength(report.pictures.size);
    expect(text).toContain('agreement.pdf#page=');
    expect(text).not.toContain('TOC \\');
    expect(await isOwnReport(path)).toBe(true);
  });

  it('shows hostile texts as text', async () => {
    const [saved = ''] = await saveAs(folder, 'pdf', [await write(hostileReport(), 'docx')]);
    const text = letters(await run('pdftotext', [saved, '-']));
    for (const hostile of hostileTexts.slice(0, 8)) expect(text).toContain(letters(hostile));
  });
});

describe.skipIf(!areHere('soffice', 'pdftotext', 'pdftoppm'))('a report as an Excel workbook', () => {
  it('is opened by LibreOffice with its sheets, a filter for each table, a link for each citation, and no formula', async () => {
    const path = await write(report, 'xlsx');
    const [saved = ''] = await saveAs(folder, 'fods', [path]);
    const text = readFileSync(saved, 'utf8');
    expect([...text.matchAll(/<table:table table:name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      ...['Summary', 'Findings', 'Details', 'Files'],
    ]);
    expect(text.match(/<table:database-range [^>]*display-filter-buttons="true"/g)).toHaveLength(3);
    const cited = report.findings.filter(({ citations }) => citations.length > 0);
    expect(text.match(/xlink:href="[^"]*agreement\.pdf#page=\d+"/g)).toHaveLength(cited.length);
    expect(await isOwnReport(path)).toBe(true);
  });

  it('is printed across with its decision first, titles on each page, and no words cut or on top of others', async () => {
    const findings = Array.from({ length: 90 }, (_, at) =>
      confirmed({
        rule: { ...confirmed().rule, name: `Rule ${at} ${'on the LOCATION of data '.repeat(at % 9)}` },
        statement: `Statement ${at}: ${'the Supplier stores all MEASUREMENTS within 24 hours, '.repeat(at % 17)}end.`,
        citations: [citation(`Quote ${at} ${'of words that wrap '.repeat(at % 23)}ends.`)],
      }),
    );
    const decision = [{ name: 'Signed off', value: 'by Ada' }];
    const long = reportOn(resultOf(findings), { decision });
    const [saved = ''] = await saveAs(folder, 'pdf', [await write(long, 'xlsx')]);
    const pages = (await run('pdftotext', ['-raw', saved, '-'])).split('\f');
    expect(pages[0]).toContain('Signed off by Ada');
    const shown = pages.filter((page) => page.includes('Statement '));
    for (const page of shown)
      expect(page).toMatch(/^No\. Rule Outcome Label Statement Quote Place Link Review/m);
    const text = letters(shown.join('\n'));
    for (const { statement } of findings) expect(text).toContain(letters(statement));
    expect(await run('pdfinfo', [saved])).toMatch(/Page size: +84\d/);
    expect(await printTroubles(folder, saved)).toEqual([]);
  });

  it('does not evaluate hostile texts', async () => {
    const [saved = ''] = await saveAs(folder, 'fods', [await write(hostileReport(), 'xlsx')]);
    const text = readFileSync(saved, 'utf8');
    expect(text).toContain('@SUM(1+1)');
    expect(text).not.toContain('table:formula');
  });
});

/** Only letters and digits, so that line breaks and hyphens make no difference. */
function letters(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '');
}

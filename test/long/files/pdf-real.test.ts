import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { loadPath, pageText } from '../../gate/engine/load/support/load-file.ts';
import { hasPdftotext, pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { sharedPath } from '../../support/shared.ts';
import { compared } from '../../support/words.ts';

const nist = sharedPath('samples/NIST.SP.800-63b.pdf');
const fips = sharedPath('samples/FIPS200.pdf');
const filing = sharedPath('eval/financebench/pdfs/AMCOR_2023_10K.pdf');

afterAll(() => closeLoading());

describe.skipIf(nist === null)('a real standard of 79 pages', () => {
  let content: SourceText;
  beforeAll(async () => {
    content = await loadPath(nist ?? '');
  });

  it('has the printed page number as the label of each page', () => {
    const labels = content.ranges.map(({ locator }) => (locator.kind === 'page' ? locator.pageLabel : null));
    expect(labels.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(labels.slice(3, 10)).toEqual(['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']);
    expect(labels.slice(10)).toEqual(Array.from({ length: 69 }, (_, index) => String(index + 1)));
  });

  it('has only its running headers, page numbers and margin text marked as boilerplate', () => {
    const skipped = new Map<string, number>();
    for (const { start, end } of content.skips) {
      const text = content.text.slice(start, end).replace(/^(\d+|[ivx]+)$/, 'page number');
      skipped.set(text, (skipped.get(text) ?? 0) + 1);
    }
    expect(Object.fromEntries(skipped)).toEqual({
      'NIST SP 800-63B DIGITAL IDENTITY GUIDELINES:': 76,
      'AUTHENTICATION & LIFECYCLE MANAGEMENT': 76,
      'This publication is available free of charge from: https://doi.org/10.6028/NIST.SP.800-63b': 76,
      'page number': 76,
    });
  });
});

describe.skipIf(fips === null)(
  'a real standard whose file numbers its pages differently from the printed numbers',
  () => {
    it('has the printed page numbers as labels', async () => {
      const content = await loadPath(fips ?? '');
      const labels = content.ranges.map(({ locator }) =>
        locator.kind === 'page' ? locator.pageLabel : null,
      );
      expect(labels.slice(1, 8)).toEqual(['ii', 'iii', 'iv', 'v', 'vi', '1', '2']);
    });
  },
);

describe.skipIf(filing === null)('a real filing of 156 pages', () => {
  let content: SourceText;
  beforeAll(async () => {
    content = await loadPath(filing ?? '');
  });

  it('has both letters of an italic "ff", although PDFium loses the second', () => {
    expect(pageText(content, 18)).toContain('may be adversely affected');
    expect(content.text).not.toMatch(/\b(af ect|ef ective|dif erent|suf icient)/);
  });

  it.skipIf(!hasPdftotext())('has the same words on the same pages as pdftotext reads', () => {
    const theirs = pagesOfPdftotext(filing ?? '');
    expect(content.pages).toBe(theirs.length);
    for (const [index, page] of theirs.entries()) {
      const { first, common } = compared(page, pageText(content, index + 1));
      expect(common / Math.max(1, first), `page ${index + 1}`).toBeGreaterThan(0.97);
    }
  });
});

import { degrees, PDFDocument, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { Locator } from '../../../../engine/model/locator.ts';
import type { SourceText } from '../../../../engine/model/source.ts';
import { testFolder } from './support/load-file.ts';
import { type MadeLine, makeForm, makePdf, makeScan } from './support/make-pdf.ts';

const folder = testFolder();
const load = (pdf: Uint8Array) => folder.load('made.pdf', pdf);

function placeOf(locator: Locator): string {
  return 'page' in locator ? `${locator.kind} ${locator.page}` : locator.kind;
}

function labels(content: SourceText): (string | undefined)[] {
  return content.ranges.map(({ locator }) => (locator.kind === 'page' ? locator.pageLabel : undefined));
}

function skipped(content: SourceText): string[] {
  return content.skips.map(({ start, end }) => content.text.slice(start, end));
}

/** Pages whose body text differs from page to page, each with the given boilerplate. */
function book(count: number, boilerplate: (page: number) => MadeLine[]): Promise<Uint8Array> {
  return makePdf(
    Array.from({ length: count }, (_, index) => [
      ...boilerplate(index + 1),
      {
        text: `Clause ${index * 3 + 5} binds the ${['buyer', 'seller', 'carrier'][index % 3]} alone.`,
        y: 600,
      },
      { text: `It ends after ${index * 11 + 2} days.`, y: 580 },
    ]),
  );
}

describe('the printed page labels', () => {
  const roman = ['i', 'ii', 'iii', 'iv'];
  it.each<[string, (page: number) => string, (string | undefined)[]]>([
    [
      'plain numbers after a cover',
      (page) => (page > 1 ? String(page - 1) : ''),
      [undefined, '1', '2', '3', '4', '5'],
    ],
    ['"Page 3 of 9"', (page) => `Page ${page} of 9`, ['1', '2', '3', '4', '5', '6']],
    ['numbers between dashes', (page) => `- ${page + 40} -`, ['41', '42', '43', '44', '45', '46']],
    [
      'numbers that restart in each chapter',
      (page) => `F-${page}`,
      ['F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6'],
    ],
    [
      'Roman and then Arabic numbers',
      (page) => roman[page - 1] ?? '',
      ['i', 'ii', 'iii', 'iv', undefined, undefined],
    ],
    [
      'numbers beside other words',
      (page) => `Supply Agreement 2024 | ${page}`,
      ['1', '2', '3', '4', '5', '6'],
    ],
    [
      'the number that more of the pages have',
      (page) => (page > 3 ? `${page + 20}\n${page - 3}` : `${page + 20}`),
      ['21', '22', '23', '24', '25', '26'],
    ],
    [
      'no number that increases',
      (page) => String([12, 40, 41, 7, 19, 3][page - 1]),
      Array(6).fill(undefined),
    ],
    [
      'numbers that one page lacks',
      (page) => (page === 3 ? '' : `${page}`),
      ['1', '2', undefined, '4', '5', '6'],
    ],
    ['the same year on every page', () => '2024', Array(6).fill(undefined)],
  ])('are read from footers with %s', async (_, footer, expected) => {
    const content = await load(
      await book(6, (page) =>
        footer(page)
          .split('\n')
          .map((text, at) => ({ text, y: 30 + at * 20 })),
      ),
    );
    expect(labels(content)).toEqual(expected);
  });
});

describe('the labels that a file itself assigns to its pages', () => {
  /**
   * Makes a PDF with ranges of page labels and reads it. A range is: its first page (from 0), the style of its numbers,
   * and the prefix before them.
   */
  async function labelled(ranges: [number, string, string][]): Promise<SourceText> {
    const document = await PDFDocument.load(await book(4, (page) => [{ text: `Page ${page + 20}`, y: 30 }]));
    const numbers = ranges.flatMap(([from, style, prefix]) => [
      PDFNumber.of(from),
      document.context.obj({ S: PDFName.of(style), P: PDFString.of(prefix) }),
    ]);
    document.catalog.set(PDFName.of('PageLabels'), document.context.obj({ Nums: numbers }));
    return load(await document.save());
  }

  it('take precedence over printed numbers', async () => {
    const content = await labelled([
      [0, 'r', ''],
      [2, 'D', 'B-'],
    ]);
    expect(labels(content)).toEqual(['i', 'ii', 'B-1', 'B-2']);
  });

  it('are ignored if they only repeat the positions of the pages', async () => {
    expect(labels(await labelled([[0, 'D', '']]))).toEqual(['21', '22', '23', '24']);
  });
});

describe('a page header or footer', () => {
  it('is skipped but stays in the text, even if odd and even pages have different ones', async () => {
    const content = await load(
      await book(9, (page) => [
        { text: page % 2 ? 'Supply Agreement' : 'Harrow & Vale', y: 760 },
        { text: String(page), y: 30 },
        { text: 'Printed copies are not controlled', x: 20, y: 300, turned: 90, size: 8 },
      ]),
    );
    const words = skipped(content);
    expect(words.filter((text) => text === 'Supply Agreement')).toHaveLength(5);
    expect(words.filter((text) => text === 'Harrow & Vale')).toHaveLength(4);
    expect(words.filter((text) => text === 'Printed copies are not controlled')).toHaveLength(9);
    expect(words.filter((text) => /^\d$/.test(text))).toHaveLength(9);
    expect(words).toHaveLength(27);
    expect(content.text).toContain('Supply Agreement');
    const long = await book(14, (page) => [{ text: page % 2 ? 'Agreement' : 'Harrow & Vale', y: 760 }]);
    expect(skipped(await load(long))).toHaveLength(14);
  });

  it.each<[string, (page: number) => MadeLine[]]>([
    [
      'a row of a table that differs in its numbers',
      (page) => [{ text: `Total ${page * 13} ${page * 7}`, y: 760 }],
    ],
    ['text that recurs at different heights', (page) => [{ text: 'The parties agree', y: 690 + page * 10 }]],
    [
      'a heading that recurs on two pages of nine',
      (page) => [{ text: page < 3 ? 'Definitions' : `Part ${page * 5}`, y: 760 }],
    ],
    [
      'a recurring line below one that does not recur',
      (page) => [
        { text: `Schedule of ${page * 17} parts`, y: 770 },
        { text: 'Columns: name, price', y: 750 },
      ],
    ],
    ['rotated text in the middle of the page', () => [{ text: 'Quarter', x: 300, y: 400, turned: 90 }]],
  ])('is never %s', async (_, lines) => {
    expect(skipped(await load(await book(9, lines)))).toEqual([]);
  });
});

describe('words in pictures', () => {
  const sentence = 'The supplier answers within four hours and keeps a record of each answer for two years.';
  it('are recognised on pages that are pictures, and a page without words is named as not read', async () => {
    const content = await load(
      await makeScan([
        { picture: false, words: sentence },
        { picture: true },
        { picture: false },
        { picture: true, words: 'Signed electronically, envelope 4711' },
        { picture: true, words: sentence.repeat(4) },
      ]),
    );
    expect(content.unread).toEqual([
      { where: 'page 2', reason: 'scanned page: a picture in which no words were recognised' },
    ]);
    const methods = content.ranges.filter(({ start, end }) => content.text.slice(start, end).trim() !== '');
    expect(new Map(methods.map(({ locator, method }) => [placeOf(locator), method]))).toEqual(
      new Map([
        ['page 1', 'text'],
        ['region 4', 'ocr'],
        ['page 5', 'text'],
      ]),
    );
    expect(content.text).toContain('Signed electronically, envelope 4711');
  });

  it('are marked as recognised if they were placed invisibly over the picture', async () => {
    const content = await load(
      await makeScan([
        { picture: true, words: sentence, invisible: true },
        { picture: false, words: sentence },
      ]),
    );
    expect(content.ranges.map(({ method }) => method)).toEqual(['ocr', 'text']);
    expect(content.unread).toEqual([]);
    expect(content.method).toBe('ocr');
  });
});

describe('a PDF that is read', () => {
  it('has its filled form fields in its text', async () => {
    expect((await load(await makeForm('supplier', 'Harrow & Vale'))).text).toMatch(
      /Name of the supplier:\s+Harrow & Vale/,
    );
  });

  it('has the same locators on rotated pages as on upright ones', async () => {
    const document = await PDFDocument.load(
      await makePdf(
        [1, 2, 3, 4].map((page) => [
          { text: `Clause ${page * 3} binds both.`, x: 300, y: 100, turned: 90 },
          { text: `Page ${page}`, x: 585, y: 350, turned: 90 },
        ]),
      ),
    );
    for (const page of document.getPages()) page.setRotation(degrees(90));
    const content = await load(await document.save());
    expect(labels(content)).toEqual(['1', '2', '3', '4']);
    expect(skipped(content)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4']);
  });

  it('includes the files that are attached to it', async () => {
    const document = await PDFDocument.load(await makePdf([[{ text: 'The term is two years.', y: 700 }]]));
    await document.attach(Buffer.from('Other terms apply.'), 'annex.txt', { mimeType: 'text/plain' });
    await document.attach(Buffer.from([0, 1, 2, 3]), 'model.bin');
    const { text, ranges, unread } = await load(await document.save());
    const annex = ranges.find(({ start, end }) => text.slice(start, end).includes('Other terms'));
    expect(annex?.locator).toEqual({ kind: 'message', part: 'annex.txt, line 1' });
    expect(unread.map(({ where }) => where)).toEqual(['model.bin']);
  });

  it('has a warning if it is cut off but could be repaired', async () => {
    const whole = Buffer.from(await makePdf([[{ text: 'The supplier answers within four hours.', y: 700 }]]));
    const classic = Buffer.from(await (await PDFDocument.load(whole)).save({ useObjectStreams: false }));
    const content = await load(classic.subarray(0, classic.lastIndexOf('xref')));
    expect(content.text).toContain('within four hours');
    expect(content.unread).toEqual([{ where: 'after the last page', reason: 'the file is cut off' }]);
    expect(content.warnings.map(({ code }) => code)).toEqual(['repaired']);
  });
});

describe('words that are close together', () => {
  it('are separated at a narrow gap, but not at a capital within a word', async () => {
    // "2.5" is 15.3 points wide, so the gap after it is a sixth of the font size.
    const title = [
      { text: '2.5', x: 72, y: 700 },
      { text: 'Base Pay of McDonald', x: 89.1, y: 700 },
    ];
    expect((await load(await makePdf([title]))).text).toBe('2.5 Base Pay of McDonald\n');
  });
});

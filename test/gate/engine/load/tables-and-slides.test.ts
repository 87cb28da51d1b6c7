import { describe, expect, it } from 'vitest';
import { placeOf, testFolder } from './support/load-file.ts';
import { relation, relations } from './support/make-office.ts';
import { makeZip } from './support/make-zip.ts';

const { load } = testFolder();

describe('a spreadsheet', () => {
  it('has its hidden sheets named, and formulas without a stored result reported as not read', async () => {
    const content = await load(
      'made.xlsx',
      makeZip([
        {
          name: 'xl/workbook.xml',
          content:
            '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="Open" sheetId="1" r:id="r1"/><sheet name="Kept back" state="hidden" sheetId="2" r:id="r2"/></sheets></workbook>',
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: relations(
            relation('r1', 'worksheet', 'worksheets/a.xml'),
            relation('r2', 'worksheet', '/xl/worksheets/b.xml'),
          ),
        },
        {
          name: 'xl/styles.xml',
          content: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
        },
        {
          name: 'xl/worksheets/a.xml',
          content:
            '<worksheet><sheetData><row r="4"><c r="B4"><f>1+1</f><v>2</v></c><c r="C4"><f>A1*2</f></c></row><row><c s="1"><v>1</v></c></row></sheetData></worksheet>',
        },
        {
          name: 'xl/worksheets/b.xml',
          content:
            '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>margin</t></is></c></row></sheetData></worksheet>',
        },
      ]),
    );
    expect(content.text).toBe('Open\n\n2\n\n1904-01-02\n\nKept back\n\nmargin\n\n');
    expect(placeOf(content, '1904')).toEqual({ kind: 'cell', sheet: 'Open', range: 'A5' });
    expect(content.unread).toEqual([{ where: 'sheet Open', reason: expect.stringContaining('1 formulas') }]);
    expect(content.warnings).toMatchObject([{ code: 'hidden_sheets' }]);
  });
});

describe('a text file with a table', () => {
  it.each([
    ['commas', 'a.csv', 'Item,Text\n"Notice, written","It says ""ninety"" days\nor more"\n\nLast,row\n'],
    [
      'semicolons, with Windows line ends,',
      'b.csv',
      'Item;Text\r\nNotice, written;"It says ""ninety"" days\r\nor more"\r\n\r\nLast;row',
    ],
    ['tabs', 'c.tsv', 'Item\tText\nNotice, written\t"It says ""ninety"" days\nor more"\n\nLast\trow'],
  ])('separated by %s is read by record and cited by line', async (_, name, text) => {
    const content = await load(name, text);
    expect(content.text).toBe(
      'Item | Text\n\nNotice, written | It says "ninety" days or more\n\nLast | row\n\n',
    );
    expect(placeOf(content, 'ninety')).toEqual({ kind: 'lines', from: 2, to: 3 });
    expect(placeOf(content, 'Last')).toEqual({ kind: 'lines', from: 5, to: 5 });
    expect(content.mediaType).toBe('text/csv');
  });

  it('is separated by the sign that each line has, not by the one that there is most of', async () => {
    expect((await load('a.csv', 'A;B\nx, y, z;1, 2, 3\n')).text).toBe('A | B\n\nx, y, z | 1, 2, 3\n\n');
  });
});

describe('subtitles', () => {
  it.each([
    [
      'SRT',
      'talk.srt',
      '1\r\n00:00:01,500 --> 00:00:04,000\r\n<i>We deliver</i>\r\nby May.\r\n\r\n2\r\n01:00:05,000 --> 01:00:06,250\r\nAgreed.\r\n',
    ],
    [
      'WebVTT',
      'talk.vtt',
      'WEBVTT\n\nNOTE made by hand\n\nfirst\n00:01.500 --> 00:04.000 align:start\n<v Ann>We deliver\nby May.</v>\n\n01:00:05.000 --> 01:00:06.250\nAgreed.\n',
    ],
  ])('in the %s format are read with their times', async (kind, name, text) => {
    const content = await load(name, text);
    expect(content.text).toBe(`${kind === 'SRT' ? '' : 'Ann: '}We deliver by May.\nAgreed.\n`);
    expect(content).toMatchObject({ method: 'transcript', countedAs: 'minutes', pages: 61 });
    expect(placeOf(content, 'by May')).toEqual({ kind: 'time', startMs: 1500, endMs: 4000 });
    expect(placeOf(content, 'Agreed')).toEqual({ kind: 'time', startMs: 3_605_000, endMs: 3_606_250 });
  });

  it('that roll up or grow are read once; a pause between equal words keeps both', async () => {
    const cues = ['We will', 'We will pay', 'We will pay\nin May.', 'in May.\nYes.'];
    const times = cues.map((text, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}\n`);
    const content = await load('r.vtt', `WEBVTT\n\n${times.join('\n')}\n00:09.000 --> 00:10.000\nYes.\n`);
    expect(content.text).toBe('We will\npay\nin May.\nYes.\nYes.\n');
  });
});

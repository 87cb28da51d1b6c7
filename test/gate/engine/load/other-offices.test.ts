import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SourceText } from '../../../../engine/model/source.ts';
import { placeOf, testFolder } from './support/load-file.ts';
import { makeOdf } from './support/make-odf.ts';
import { makeZip } from './support/make-zip.ts';

const { load } = testFolder();

function lines(content: SourceText): string[] {
  return content.text.split(/\n+/).filter((line) => line !== '');
}

const fonts = String.raw`{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset204 Times Cyr;}{\f2\fcharset2 Wingdings;}}`;
const styles = String.raw`{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 Clause;}{\s2 heading 2;}{\*\cs3 strong;}}`;
const rtf = (body: string) => String.raw`{\rtf1\ansi\ansicpg1252\deff0 ${fonts}${styles}${body}}`;

describe('a rich text file', () => {
  it('is read as displayed, in every script, and cited by its headings', async () => {
    const content = await load(
      'terms.rtf',
      rtf(String.raw`{\info{\title Not shown}}{\header Page head\par}\pard\s1 Payment\par
\pard The fee is \u8364\'80500 a month \endash  na\'efve {\f1 \'c4\'e0} {\f2\'fe} 50\~%.\par
\pard\s2 Late payment\par
\pard {\listtext\pard 1.\tab}Interest runs{\footnote\chftn  From the due date.} at 4 %.\par
The term is {\deleted twelve}{\revised twenty-four} months.{\v Hidden.}{\*\secret Unknown.}\par
It renews.{\*\atnid JD}{\*\atnauthor Jane Doe}\chatn{\*\annotation{\*\atnref 1}\pard Does it?}\par`),
    );
    expect(content).toMatchObject({ mediaType: 'application/rtf', countedAs: 'sections', unread: [] });
    expect(lines(content)).toEqual([
      'Page head',
      'Payment',
      'The fee is €500 a month – naïve Да ☑ 50\u00a0%.',
      'Late payment',
      '1.\tInterest runs at 4 %.',
      '¹ From the due date.',
      'The term is twenty-four months.',
      'It renews.',
      'Comment by Jane Doe: Does it?',
      'Hidden.',
    ]);
    expect(placeOf(content, 'Page head')).toEqual({
      kind: 'section',
      heading: 'Headers and footers',
      paragraph: 1,
    });
    expect(placeOf(content, 'Does it')).toEqual({ ...placeOf(content, 'It renews'), comment: true });
    expect(placeOf(content, 'Interest')).toEqual({
      kind: 'section',
      heading: 'Payment > Late payment',
      paragraph: 1,
    });
    expect(content.warnings.map(({ code }) => code)).toEqual(['tracked_changes', 'comments', 'hidden_text']);
  });

  it('has each row of a table as one line, and its unread embedded objects and pictures of pages named', async () => {
    const content = await load(
      'table.rtf',
      rtf(String.raw`\trowd\pard\intbl Item\cell Price\cell\row\trowd\pard\intbl Hosting\cell 100\par a month\cell\row
\pard After.\par{\object{\*\objdata 0102}}{\pict\picwgoal11906\pichgoal16838 ffd8}`),
    );
    expect(lines(content)).toEqual(['Item | Price', 'Hosting', '100', 'a month', 'After.']);
    expect(content.unread.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('as large as a page'),
      'in an unsupported format',
    ]);
  });
});

describe('an OpenDocument text', () => {
  const levels = [1, 2].map(
    (level) =>
      `<text:list-level-style-number text:level="${level}" style:num-format="1" style:num-suffix="." text:display-levels="${level}"/>`,
  );
  const automatic = `<style:style style:name="gone" style:family="text"><style:text-properties text:display="none"/></style:style><text:list-style style:name="L">${levels.join('')}</text:list-style>`;
  const item = (inside: string) => `<text:list-item>${inside}</text:list-item>`;
  const note =
    '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>From the due date.</text:p></text:note-body></text:note>';
  const body = `<text:tracked-changes><text:changed-region><text:deletion><text:p>twelve</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:h text:outline-level="1">Payment</text:h>
<text:list text:style-name="L">${item(`<text:p>Interest${note}
   runs.</text:p><text:list>${item('<text:p>At 4 %.</text:p>')}</text:list>`)}${item('<text:p>The term is 24<text:s text:c="2"/>months<text:span text:style-name="gone">, not</text:span>.</text:p>')}</text:list>
<table:table><table:table-row><table:table-cell><text:p>Item</text:p></table:table-cell><table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row></table:table>
<text:p>Seen<office:annotation><text:p>A comment.</text:p></office:annotation> on site.<draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box><svg:desc>A logo</svg:desc></draw:frame></text:p>`;

  it('is read as displayed, with list numbers written out, and cited by its headings', async () => {
    const content = await load('terms.odt', makeOdf('text', body, automatic));
    expect(content).toMatchObject({ mediaType: 'application/vnd.oasis.opendocument.text', unread: [] });
    expect(lines(content)).toEqual([
      'Payment',
      '1. Interest¹ runs.',
      '¹ From the due date.',
      '1.1. At 4 %.',
      '2. The term is 24  months.',
      'Item | Price',
      'Seen on site.',
      'Comment: A comment.',
      'In a box.',
      ', not',
    ]);
    expect(placeOf(content, 'At 4')).toEqual({ kind: 'section', heading: 'Payment', paragraph: 3 });
    expect(content.warnings.map(({ code }) => code)).toEqual(['tracked_changes', 'comments', 'hidden_text']);
  });

  it('has the numbers of its lists as displayed: an inner list starts again below each item', async () => {
    const inner = (...texts: string[]) =>
      `<text:list>${texts.map((text) => item(`<text:p>${text}</text:p>`)).join('')}</text:list>`;
    const from = (start: number, inside: string) =>
      `<text:list-item text:start-value="${start}">${inside}</text:list-item>`;
    const lists = `<text:list text:style-name="L">${[
      item(`<text:p>a</text:p>${inner('b', 'c')}`),
      item(`<text:p>d</text:p>${inner('e')}`),
      from(7, `<text:p>f</text:p>${inner('g', 'h')}`),
      item('<text:p>i</text:p>'),
    ].join('')}</text:list>`;
    const again = `<text:list text:style-name="L">${item(`<text:p>j</text:p>${inner('k')}`)}</text:list>`;
    const on = `<text:list text:style-name="L" text:continue-numbering="true">${item('<text:p>l</text:p>')}</text:list>`;
    const content = await load('lists.odt', makeOdf('text', lists + again + on, automatic));
    expect(lines(content)).toEqual([
      ...['1. a', '1.1. b', '1.2. c', '2. d', '2.1. e', '7. f', '7.1. g', '7.2. h', '8. i'],
      ...['1. j', '1.1. k', '2. l'],
    ]);
  });

  it('is refused with a reason if it has a password, is cut off, is a ZIP bomb or declares a document type', async () => {
    const locked = makeOdf('text', body, '', '<manifest:encryption-data/>');
    await expect(load('locked.odt', locked)).rejects.toMatchObject({ code: 'encrypted' });
    const cut = makeOdf('text', body).slice(0, 300);
    await expect(load('cut.odt', cut)).rejects.toMatchObject({ code: 'damaged' });
    const evil = makeZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
      { name: 'content.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
    ]);
    await expect(load('evil.odt', evil)).rejects.toMatchObject({ code: 'damaged' });
    const bomb = makeZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
      { name: 'content.xml', content: Buffer.alloc(80 * 1024 * 1024, 32) },
    ]);
    await expect(load('bomb.odt', bomb)).rejects.toMatchObject({ code: 'archive_limits' });
  });
});

describe('an OpenDocument presentation', () => {
  it('is cited by slide with its title as heading, includes the notes, and names a slide that is a picture', async () => {
    const body = `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Offer</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>Two <text:span>pumps</text:span></text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Say thanks.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page><draw:frame><draw:image/></draw:frame></draw:page>`;
    const content = await load('offer.odp', makeOdf('presentation', body));
    expect(lines(content)).toEqual(['Offer', 'Two pumps', 'Say thanks.']);
    expect(content.headings.map(({ text }) => text)).toEqual(['Offer']);
    expect(placeOf(content, 'Say thanks')).toEqual({ kind: 'slide', slide: 1, notes: true });
    expect(content.warnings).toMatchObject([
      { code: 'speaker_notes', message: expect.stringContaining('slide 1') },
    ]);
    expect(content.unread).toEqual([{ where: 'slide 2', reason: expect.stringContaining('picture') }]);
  });
});

describe('a rich text file with a problem', () => {
  it.each([
    ['cut off', rtf('Words.').slice(0, -20), 'damaged', /in the middle/],
    ['nested too deeply', rtf('{'.repeat(200_000)), 'damaged', /too deep/],
    ['made of pictures only', rtf(String.raw`{\pict ffd8}`), 'no_text', /no text/],
  ])('is refused if it is %s', async (_, content, code, message) => {
    await expect(load('broken.rtf', content)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('is recognised despite the wrong extension, and read with a warning', async () => {
    const content = await load('letter.docx', rtf('Words.'));
    expect(content.warnings).toEqual([
      { code: 'type_differs', message: expect.stringContaining('rich text (RTF)') },
    ]);
  });
});

describe('a Word document in the binary format', () => {
  const doc = readFileSync(new URL('./samples/agreement.doc', import.meta.url));

  it('is read as its current text, with table rows as lines and a warning about what is not read from this format', async () => {
    const content = await load('agreement.doc', doc);
    expect(content).toMatchObject({ mediaType: 'application/msword', countedAs: 'sections', unread: [] });
    expect(lines(content)).toEqual(
      expect.arrayContaining([
        'The fee is €500 a month “net” – é ü Ж 日本.',
        'The term is twenty-four months.',
        'Hosting | 100 EUR',
        'Fees exclude value added tax.',
      ]),
    );
    expect(content.text).not.toContain('twelve');
    expect(placeOf(content, 'twenty-four')).toEqual({ kind: 'section', paragraph: 4 });
    expect(content.warnings.map(({ code }) => code)).toEqual(['old_word_format']);
  });

  it('is refused with a reason if it is cut off, encrypted or has cyclic sectors', async () => {
    await expect(load('cut.doc', doc.subarray(0, 3_000))).rejects.toMatchObject({
      code: expect.stringMatching(/damaged|unsupported_type/),
    });
    await expect(load('half.doc', doc.subarray(0, doc.length / 2))).rejects.toMatchObject({
      code: 'damaged',
    });
    const locked = Buffer.from(doc);
    const flags = locked.indexOf(Buffer.from([0xec, 0xa5])) + 11;
    locked[flags] = (locked[flags] ?? 0) | 0x01;
    await expect(load('locked.doc', locked)).rejects.toMatchObject({ code: 'encrypted' });
  });
});

import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { wordEdits } from '../../../../engine/redline/word-edits.ts';
import { commentsOf, contentOf, partOf } from '../../../support/tracked-changes.ts';
import { loadPath } from '../load/support/load-file.ts';
import { paragraph } from '../load/support/make-zip.ts';
import {
  edits,
  inParagraph,
  mark,
  quote,
  redlined,
  run,
  strict,
  to30,
  transitional,
  wordFolder,
} from './support/made-word.ts';

const { folder, made } = wordFolder();

const inRoot = (root: string, body: string) => ({ body, root });

type Case = { body: string; quote?: string; changes?: readonly (readonly [string, string])[]; root?: string };

const places: [string, Case][] = [
  ['in one run', { body: paragraph(quote) }],
  [
    'divided over runs',
    { body: inParagraph(run('Pay with'), run('in 4'), run('5 da'), run('ys of receipt.')) },
  ],
  [
    'with a bold part',
    {
      body: inParagraph(
        run('Pay within '),
        run('45', '<w:b/><w:color w:val="FF0000"/>'),
        run(' days of receipt.'),
      ),
    },
  ],
  [
    'written twice, in words and in digits',
    {
      body: inParagraph(run('Pay within forty-'), run('five (4', '<w:b/>'), run('5) days.')),
      quote: 'Pay within forty-five (45) days.',
      changes: [
        ['forty-five', 'thirty'],
        ['45', '30'],
      ],
    },
  ],
  [
    'with a tab and a break in the run',
    {
      body: '<w:p><w:r><w:rPr><w:i/></w:rPr><w:t>Pay within</w:t><w:tab/><w:t>45</w:t><w:br/><w:t>days of receipt.</w:t></w:r></w:p>',
    },
  ],
  [
    'in a table',
    { body: `<w:tbl><w:tr><w:tc>${paragraph('Term')}</w:tc><w:tc>${paragraph(quote)}</w:tc></w:tr></w:tbl>` },
  ],
  ['in a link', { body: `<w:p><w:hyperlink w:anchor="a">${run(quote)}</w:hyperlink></w:p>` }],
  [
    'in a control',
    {
      body: `<w:sdt><w:sdtPr><w:alias w:val="a"/></w:sdtPr><w:sdtContent>${paragraph(quote)}</w:sdtContent></w:sdt>`,
    },
  ],
  [
    'beside a tracked change',
    {
      body: inParagraph(
        run('Pay within 45 days '),
        `<w:ins w:id="7" w:author="Ann">${run('of receipt')}</w:ins>`,
        '<w:del w:id="8" w:author="Ann"><w:r><w:delText>of post</w:delText></w:r></w:del>',
        run('.'),
      ),
    },
  ],
  [
    'beside moved words',
    {
      body: inParagraph(
        '<w:moveFrom w:id="1" w:author="Ann"><w:r><w:t>At once. </w:t></w:r></w:moveFrom>',
        run(quote),
      ),
    },
  ],
  [
    'after a field',
    {
      body: inParagraph(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
        run('1'),
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
        run(quote),
      ),
    },
  ],
  [
    'with characters that XML escapes',
    { body: paragraph('A&amp;B pay &lt;45&gt; "days" &#38; more.'), quote: 'A&B pay <45> "days" & more.' },
  ],
  [
    'in CDATA',
    {
      body: '<w:p><w:r><w:t><![CDATA[A&B pay within 45 days of receipt.]]></w:t></w:r></w:p>',
      quote: 'A&B pay within 45 days of receipt.',
    },
  ],
  [
    'with spaces that XML would drop',
    { body: paragraph('  Pay   within 45 days  '), quote: 'Pay within 45 days' },
  ],
  ['after an empty text that closes itself', { body: `<w:p><w:r><w:t/></w:r><w:r/>${run(quote)}</w:p>` }],
  [
    'from right to left',
    { body: inParagraph(run('ادفع خلال 45 يومًا.', '<w:rtl/>')), quote: 'ادفع خلال 45 يومًا.' },
  ],
  ['with a line separator of Unicode', { body: paragraph('One\u2028two. Pay within 45 days of receipt.') }],
  ['with lines that end as on Windows', { body: `\r\n<w:p>\r\n${run(quote)}\r\n</w:p>\r\n` }],
  ['in the strict namespace', inRoot(`<w:document xmlns:w="${strict}">`, paragraph(quote))],
  [
    'under another prefix',
    inRoot(`<x:document xmlns:x="${transitional}">`, paragraph(quote).replaceAll('w:', 'x:')),
  ],
  ['under no prefix', inRoot(`<document xmlns="${transitional}">`, paragraph(quote).replaceAll('w:', ''))],
];

describe('a tracked change', () => {
  it.each(places)(
    'of words %s gives the new text if accepted, and the old text and look if rejected',
    async (_, given) => {
      const { body, root, quote: words = quote, changes = to30 } = given;
      const path = made(body, root === undefined ? {} : { root });
      const before = readFileSync(path);
      const { bytes, refused } = await redlined(path, mark(words, changes));
      expect(refused).toEqual([null]);
      expect(contentOf(bytes, 'reject')).toEqual(contentOf(before, 'reject'));
      const promised = edits(words, changes).reduceRight(
        (text, { start, end, becomes }) => text.slice(0, start) + becomes + text.slice(end),
        words,
      );
      const content = await loadPath(path);
      const accepted = await loadPath(folder.write('redlined.docx', bytes));
      const flat = (text: string) => text.replace(/\s+/g, ' ');
      expect(flat(content.text)).toContain(flat(words));
      expect(flat(accepted.text)).toBe(flat(content.text).replace(flat(words), () => flat(promised)));
      // Only the words of the edits are marked, and every mark names its author and time.
      const marked = [
        ...partOf(bytes).matchAll(/<\w+:(?:ins|del) [^>]*author="Proviso" [^>]*date="2026-01-02T03:04:05Z"/g),
      ];
      expect(marked.length).toBeGreaterThanOrEqual(2 * changes.length);
      const added = contentOf(bytes, 'accept').join('').length - contentOf(before, 'accept').join('').length;
      expect(Math.abs(added)).toBeLessThan(120);
    },
  );

  const told = 'The Supplier may tell the Customer, in writing, of each breach.';
  it.each([
    ['are replaced', 'may tell', 'shall notify', '-may tell +shall notify'],
    ['are added', 'breach.', 'breach within 24 hours.', '+ within 24 hours'],
    ['are added at the beginning', 'The Supplier', 'If asked, the Supplier', '-The +If asked, the'],
    ['are removed', ' may', '', '- may +'],
    ['are removed with their marks', ', in writing,', '', '-, in writing, of + of'],
    ['are replaced and added', 'may tell', 'shall tell only', '-may +shall only'],
    ['come before others', 'the Customer', 'only the Customer', '+ only'],
    ['get another mark', 'in writing, of', 'in writing of', '-, of + of'],
  ])('of words that %s marks no others, wherever the runs end', async (_, was, becomes, marked) => {
    const promised = told.replace(was, becomes);
    for (const length of [told.length, 7, 3]) {
      const runs = told.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
      const path = made(inParagraph(...runs.map((text) => run(text))));
      const changes = wordEdits(told, promised);
      const { bytes, refused } = await redlined(path, { ...mark(told), edits: changes });
      expect(refused).toEqual([null]);
      expect(contentOf(bytes, 'reject')).toEqual(contentOf(readFileSync(path), 'reject'));
      expect((await loadPath(folder.write('redlined.docx', bytes))).text.trim()).toBe(promised);
      const shown = (pattern: RegExp) =>
        [...partOf(bytes).matchAll(pattern)].map(([, text]) => text).join('');
      const out = shown(/<w:delText [^>]*>([^<]+)/g);
      const all = `${out && `-${out} `}+${shown(/<w:ins [^>]*><w:r><w:t [^>]*>([^<]+)/g)}`;
      expect(all, `${length}`).toEqual(marked);
    }
  });

  const ins = `<w:ins w:id="1" w:author="Ann">${run('Pay within 45')}</w:ins>`;
  const box = `<w:r><w:pict><w:txbxContent>${paragraph(quote)}</w:txbxContent></w:pict></w:r>`;
  const bound = '<w:sdtPr><w:dataBinding w:xpath="/a"/></w:sdtPr>';
  const complex = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  it.each<[string, string, string, string?, (readonly (readonly [string, string])[])?]>([
    [
      'begin with another mark',
      paragraph(quote.replace('45', '€45')),
      'a mark beside the number would have to change',
      quote.replace('45', '€45'),
      [['€45', 'EUR 30']],
    ],
    ['stand in several places', paragraph(quote) + paragraph(quote), 'these words stand in several places'],
    ['are not there', paragraph('Pay at once.'), 'these words are not in the body of the Word document'],
    [
      'are there with another first word',
      paragraph(quote.replace('Pay', 'Rent')),
      'these words are not in the body of the Word document',
    ],
    [
      'are inserted by somebody',
      inParagraph(ins, run(' days of receipt.')),
      'these words are a tracked change already',
    ],
    [
      'are computed by a field',
      inParagraph(complex('begin'), complex('separate'), run(quote), complex('end')),
      'a field of Word computes these words',
    ],
    [
      'are in a simple field',
      `<w:p><w:fldSimple w:instr="REF a">${run(quote)}</w:fldSimple></w:p>`,
      'a field of Word computes these words',
    ],
    ['are in a text box', inParagraph(box), 'these words are in a text box'],
    [
      'come from bound data',
      `<w:sdt>${bound}<w:sdtContent>${paragraph(quote)}</w:sdtContent></w:sdt>`,
      'a control of Word takes these words from other data',
    ],
  ])('of words that %s is not made', async (_, body, reason, words = quote, changes = to30) => {
    const path = made(body);
    const { bytes, refused } = await redlined(path, mark(words, changes));
    expect(refused).toEqual([reason]);
    expect(partOf(bytes)).toBe(partOf(readFileSync(path)));
  });

  it('of words that come after a sign is not made', async () => {
    const rate = 'Pay 5% of the fees.';
    const changes = wordEdits(rate, rate.replace('%', '% monthly'));
    const { refused } = await redlined(made(paragraph(rate)), { ...mark(rate), edits: changes });
    expect(refused).toEqual(['a mark beside the number would have to change']);
  });

  it('does not take the words of a run around a text box for one text with those in it', async () => {
    const around = `<w:p><w:r><w:t>Pay within 45 days</w:t><w:pict><w:txbxContent>${paragraph('Box.')}</w:txbxContent></w:pict><w:t> of receipt.</w:t></w:r></w:p>`;
    const { bytes, refused } = await redlined(made(around), mark(quote, to30));
    expect(refused).toEqual(['these words are in a text box']);
    expect(partOf(bytes)).toContain('Box.');
  });

  it('has an id of its own, and leaves the ids of others', async () => {
    const body = `<w:p><w:bookmarkStart w:id="41" w:name="a"/>${run(quote)}<w:bookmarkEnd w:id="41"/></w:p>`;
    const { bytes } = await redlined(made(body), mark(quote, to30));
    expect([...partOf(bytes).matchAll(/<w:(?:ins|del) w:id="(\d+)"/g)].map(([, id]) => id)).toEqual([
      '42',
      '43',
    ]);
  });

  it('in words whose look is a tracked change leaves no id twice', async () => {
    const look = '<w:b/><w:rPrChange w:id="7" w:author="Ann"><w:rPr/></w:rPrChange>';
    const { bytes } = await redlined(made(inParagraph(run(quote, look))), mark(quote, to30));
    const ids = [...partOf(bytes).matchAll(/ w:id="(\d+)"/g)].map(([, id]) => id);
    expect(ids).toContain('7');
    expect(ids).toHaveLength(new Set(ids).size);
    expect(partOf(bytes).match(/<w:rPrChange /g)).toHaveLength(4);
  });

  it('is written in UTF-8 into a file that was in UTF-16', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><w:document xmlns:w="${transitional}"><w:body>${paragraph('Zahlbar in 45 Tagen, ab Köln.')}</w:body></w:document>`;
    const path = made('', { content: Buffer.from(`\ufeff${xml}`, 'utf16le') });
    const { bytes } = await redlined(path, mark('Zahlbar in 45 Tagen, ab Köln.', to30));
    expect(partOf(bytes)).toContain('<?xml version="1.0" encoding="UTF-8"?>');
    expect((await loadPath(folder.write('utf-8.docx', bytes))).text.trim()).toBe(
      'Zahlbar in 30 Tagen, ab Köln.',
    );
  });

  it('changes no other part of the file', async () => {
    const parts = {
      'word/styles.xml': '<w:styles/>',
      'customXml/item1.xml': '<a>1</a>',
      'word/media/a.png': '\u0001\u0002',
    };
    const path = made(paragraph(quote), { parts });
    const { bytes } = await redlined(path, mark(quote, to30));
    const { 'word/document.xml': _, ...others } = unzipSync(readFileSync(path));
    expect(unzipSync(bytes)).toMatchObject(others);
    expect(Object.keys(unzipSync(bytes))).toEqual(Object.keys(unzipSync(readFileSync(path))));
  });
});

describe('a comment', () => {
  const words = 'Payment: “A & B” <30>.';

  it('stands at the words that it is about, in a part of its own', async () => {
    const { bytes } = await redlined(made(paragraph(`Now. ${quote}`)), mark(quote, to30, words));
    expect(commentsOf(bytes)).toEqual([{ id: '0', text: 'Payment: “A &amp; B” &lt;30&gt;.' }]);
    expect(partOf(bytes)).toMatch(
      /Pay within <\/w:t><\/w:r><w:commentRangeStart w:id="0"\/><w:del .*30<\/w:t><\/w:r><\/w:ins><w:commentRangeEnd w:id="0"\/><w:r><w:commentReference w:id="0"\/><\/w:r>/,
    );
    const { text } = await loadPath(folder.write('commented.docx', bytes));
    expect(text).toContain('Payment: “A & B” <30>.');
  });

  it('without a change is around the whole quote and changes no text', async () => {
    const path = made(inParagraph(run('Now. Pay with'), run('in 45 days of receipt. Then.')));
    const { bytes } = await redlined(path, mark(quote, [], words));
    expect(partOf(bytes)).not.toMatch(/<w:(?:ins|del) /);
    expect(contentOf(bytes, 'accept')).toEqual(contentOf(readFileSync(path), 'accept'));
    expect(partOf(bytes)).toMatch(
      /Now\. <\/w:t><\/w:r><w:commentRangeStart .*receipt<\/w:t><\/w:r><w:commentRangeEnd/,
    );
  });

  it('without a change can stand where no change can be made', async () => {
    const path = made(inParagraph(`<w:ins w:id="1" w:author="Ann">${run(quote)}</w:ins>`));
    const { bytes, refused } = await redlined(path, mark(quote, [], words));
    expect([refused, commentsOf(bytes).length]).toEqual([[null], 1]);
  });

  it.each([
    ['Types', '', '', transitional],
    ['the elements of a prefix', 'c:', ':c', transitional],
    ['the strict form', '', '', strict],
  ])('is registered in %s', async (_, p, declared, namespace) => {
    const types = `<${p}Types xmlns${declared}="http://schemas.openxmlformats.org/package/2006/content-types">\n</${p}Types>\n`;
    const path = made(paragraph(quote), { types, root: `<w:document xmlns:w="${namespace}">` });
    const { bytes } = await redlined(path, mark(quote, to30, words));
    expect(partOf(bytes, '[Content_Types].xml')).toContain(`<${p}Override PartName="/word/comments.xml"`);
    const form = namespace === strict ? 'http://purl.oclc.org/ooxml' : 'http://schemas.openxmlformats.org';
    expect(partOf(bytes, 'word/_rels/document.xml.rels')).toContain(`Type="${form}/officeDocument`);
    expect(partOf(bytes, 'word/comments.xml')).toContain(`xmlns:w="${namespace}"`);
  });

  it('is added after those of others, also when a file is redlined again', async () => {
    const rels = `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="/word/notes/comments.xml"/></Relationships>`;
    const ann = `<w:comment w:id="5" w:author="Ann"><w:p>${run('Why?')}</w:p></w:comment>`;
    const parts = {
      'word/_rels/document.xml.rels': rels,
      'word/notes/comments.xml': `<w:comments xmlns:w="${transitional}">${ann}</w:comments>`,
    };
    const body = `<w:p><w:commentRangeStart w:id="5"/>${run(quote)}<w:commentRangeEnd w:id="5"/></w:p>${paragraph('Reply in 9 days.')}`;
    const first = await redlined(made(body, { parts }), mark(quote, to30, 'One'));
    const again = await redlined(
      folder.write('again.docx', first.bytes),
      mark('Reply in 9 days.', [['9', '5']], 'Two'),
    );
    expect(commentsOf(again.bytes).map(({ id, text }) => [id, text])).toEqual([
      ['6', 'One'],
      ['7', 'Two'],
    ]);
    expect(partOf(again.bytes, 'word/notes/comments.xml')).toContain(ann);
  });

  it('is refused with a reason if a list of parts is damaged', async () => {
    const path = made(paragraph(quote), { types: '<Types>' });
    await expect(redlined(path, mark(quote, [], words))).rejects.toThrow(
      /part \[Content_Types\]\.xml is not as Word writes it/,
    );
  });
});

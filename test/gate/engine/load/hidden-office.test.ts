import { describe, expect, it } from 'vitest';
import { hiddenFrom, type SourceText } from '../../../../engine/model/source.ts';
import { testFolder } from './support/load-file.ts';
import { makeOdf } from './support/make-odf.ts';
import { makeDocx, paragraph } from './support/make-zip.ts';

const { load } = testFolder();

const secret = 'Nobody owes anything.';
const before = 'The buyer pays.';
const after = 'The seller delivers.';

/** The visible and the hidden text of a file. */
function split(content: SourceText): { seen: string[]; hidden: string[] } {
  const from = hiddenFrom(content);
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  return { seen: lines(content.text.slice(0, from)), hidden: lines(content.text.slice(from)) };
}

type Make = (body: string) => string | Uint8Array;

/** For each way of hiding, tests a document with the hidden text between two visible paragraphs. */
function readsApart(name: string, make: Make, ways: [string, string][]): void {
  it.each(ways)('is read separately and reported if it is %s', async (_, body) => {
    const content = await load(name, make(body));
    expect(split(content)).toEqual({ seen: [before, after], hidden: [secret] });
    expect(content.warnings.filter(({ code }) => code === 'hidden_text')).toEqual([
      { code: 'hidden_text', message: expect.stringContaining(`“${secret}”`) },
    ]);
  });
}

function readsAsSeen(name: string, make: Make, ways: [string, string][]): void {
  it.each(ways)('is not treated as hidden if it is %s', async (_, body) => {
    const content = await load(name, make(body));
    expect(split(content).hidden).toEqual([]);
    expect(content.text).toContain(secret);
    expect(content.warnings.filter(({ code }) => code === 'hidden_text')).toEqual([]);
  });
}

const run = (properties: string, text = secret) =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const white = '<w:color w:val="FFFFFF"/>';
const wordStyles = `<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"/>
<w:style w:type="character" w:styleId="Pale"><w:rPr><w:color w:val="FEFEFE"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Back"><w:basedOn w:val="Gone"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>
<w:style w:type="table" w:styleId="Grid"><w:tblStylePr w:type="firstRow"><w:rPr>${white}</w:rPr><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr></w:tblStylePr></w:style></w:styles>`;
const docx = (inside: string) =>
  makeDocx(`${paragraph(before)}${inside}${paragraph(after)}`, { 'word/styles.xml': wordStyles });
const table = (cell: string, properties = '', of = '') =>
  `<w:tbl><w:tblPr>${of}</w:tblPr><w:tr><w:tc><w:tcPr>${properties}</w:tcPr><w:p>${cell}</w:p></w:tc></w:tr></w:tbl>`;
const picture = (how: 'anchor' | 'inline', cx = 7_560_000, cy = 2_000_000) =>
  `<w:p><w:r><w:drawing><wp:${how}><wp:extent cx="${cx}" cy="${cy}"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:${how}></w:drawing></w:r></w:p>`;
const box = (fill: string, inside: string) =>
  `<w:p><w:r><w:drawing><wp:anchor><wp:extent cx="4000000" cy="1000000"/><a:graphic><a:graphicData><wps:wsp><wps:spPr>${fill}</wps:spPr><wps:txbx><w:txbxContent><w:p>${inside}</w:p></w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`;

describe('text that a Word document hides', () => {
  readsApart('hidden.docx', docx, [
    ['marked as hidden', `<w:p>${run('<w:vanish/>')}</w:p>`],
    ['marked as hidden by its style', `<w:p><w:pPr><w:pStyle w:val="Gone"/></w:pPr>${run('')}</w:p>`],
    ['white', `<w:p>${run(white)}</w:p>`],
    ['nearly white by a character style', `<w:p>${run('<w:rStyle w:val="Pale"/>')}</w:p>`],
    ['in the white of the theme', `<w:p>${run('<w:color w:val="auto" w:themeColor="background1"/>')}</w:p>`],
    ['half a point high', `<w:p>${run('<w:sz w:val="1"/>')}</w:p>`],
    [
      'black on black',
      `<w:p>${run('<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>')}</w:p>`,
    ],
    [
      'in the colour of its highlight',
      `<w:p>${run('<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>')}</w:p>`,
    ],
    ['without any opacity', `<w:p>${run('<w14:textFill><w14:noFill/></w14:textFill>')}</w:p>`],
    [
      'in the colour of its cell',
      table(run('<w:color w:val="1F3864"/>'), '<w:shd w:val="clear" w:fill="1F3864"/>'),
    ],
    ['white in a white text box', box('<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>', run(white))],
    ['white beside a small logo', `${picture('anchor', 500_000, 100_000)}<w:p>${run(white)}</w:p>`],
    [
      'white, on the page after a picture',
      `${picture('anchor')}<w:p>${run(white)}</w:p>`.replace(
        '</w:p><w:p>',
        `</w:p>${paragraph(' '.repeat(7_000))}<w:p>`,
      ),
    ],
  ]);
});

describe('text that a Word document shows', () => {
  readsAsSeen('shown.docx', docx, [
    ['white on a dark cell', table(run(white), '<w:shd w:val="clear" w:fill="1F3864"/>')],
    [
      'the white header of a table with a style',
      table(run(white), '', '<w:tblStyle w:val="Grid"/><w:tblLook w:firstRow="1"/>'),
    ],
    ['white on a dark highlight', `<w:p>${run(`${white}<w:highlight w:val="darkBlue"/>`)}</w:p>`],
    ['white in a dark text box', box('<a:solidFill><a:srgbClr val="1F3864"/></a:solidFill>', run(white))],
    ['white on a floating picture', `${picture('anchor')}<w:p>${run(white)}</w:p>`],
    ['white before a floating picture on the same page', `<w:p>${run(white)}</w:p>${picture('anchor')}`],
    ['white in an unfilled text box over a picture', `${picture('inline')}${box('<a:noFill/>', run(white))}`],
    [
      'white with an outline',
      `<w:p>${run(`${white}<w14:textOutline><w14:solidFill/></w14:textOutline>`)}</w:p>`,
    ],
    ['white with a shadow', `<w:p>${run(`${white}<w:shadow/>`)}</w:p>`],
    [
      'in a style that overrides a hidden base style',
      `<w:p><w:pPr><w:pStyle w:val="Back"/></w:pPr>${run('')}</w:p>`,
    ],
    ...['0', 'false', 'off'].map((off): [string, string] => [
      `marked as hidden with the value ${off}`,
      `<w:p>${run(`<w:vanish w:val="${off}"/>`)}</w:p>`,
    ]),
    ['small print', `<w:p>${run('<w:sz w:val="8"/><w:color w:val="A6A6A6"/>')}</w:p>`],
  ]);
});

const odtStyles = [
  ['white', 'text', '<style:text-properties fo:color="#ffffff"/>'],
  ['outlined', 'text', '<style:text-properties fo:color="#ffffff" style:text-outline="true"/>'],
  ['clear', 'text', '<style:text-properties loext:opacity="0%"/>'],
  ['tiny', 'text', '<style:text-properties fo:font-size="0.5pt"/>'],
  ['gone', 'text', '<style:text-properties text:display="none"/>'],
  ['dark', 'table-cell', '<style:table-cell-properties fo:background-color="#222222"/>'],
  ['darkrow', 'table-row', '<style:table-row-properties fo:background-color="#222222"/>'],
  ['darkbox', 'graphic', '<style:graphic-properties draw:fill="solid" draw:fill-color="#222222"/>'],
  ['bare', 'graphic', '<style:graphic-properties draw:fill="none"/>'],
  [
    'pictured',
    'paragraph',
    '<style:paragraph-properties><style:background-image xlink:href="x.png"/></style:paragraph-properties>',
  ],
]
  .map(
    ([name, family, inside]) =>
      `<style:style style:name="${name}" style:family="${family}">${inside}</style:style>`,
  )
  .join('');
const span = (style: string) => `<text:span text:style-name="${style}">${secret}</text:span>`;
const odt = (inside: string) =>
  makeOdf('text', `<text:p>${before}</text:p>${inside}<text:p>${after}</text:p>`, odtStyles);
const odtTable = (row: string, cell: string) =>
  `<table:table><table:table-row table:style-name="${row}"><table:table-cell table:style-name="${cell}"><text:p>${span('white')}</text:p></table:table-cell></table:table-row></table:table>`;
const odtShape = (style: string) =>
  `<text:p><draw:custom-shape draw:style-name="${style}" svg:width="5cm" svg:height="3cm"><text:p>${span('white')}</text:p></draw:custom-shape></text:p>`;
const odtPicture = `<text:p><draw:frame draw:style-name="bare" text:anchor-type="page" svg:width="9cm" svg:height="9cm"><draw:image xlink:href="x.png"/></draw:frame></text:p>`;

describe('text that an OpenDocument text hides', () => {
  readsApart('hidden.odt', odt, [
    ['marked as hidden', `<text:p>${span('gone')}</text:p>`],
    ['white', `<text:p>${span('white')}</text:p>`],
    ['half a point', `<text:p>${span('tiny')}</text:p>`],
    ['without any opacity', `<text:p>${span('clear')}</text:p>`],
    [
      'a section that is switched off',
      `<text:section text:display="none"><text:p>${secret}</text:p></text:section>`,
    ],
    ['white in a shape without a fill', odtShape('bare')],
  ]);
});

describe('text that an OpenDocument text shows', () => {
  readsAsSeen('shown.odt', odt, [
    ['white on a dark cell', odtTable('', 'dark')],
    ['white on a dark row', odtTable('darkrow', '')],
    ['white in a dark shape', odtShape('darkbox')],
    ['white on a floating picture', `${odtPicture}<text:p>${span('white')}</text:p>`],
    ['white on the picture of a paragraph', `<text:p text:style-name="pictured">${span('white')}</text:p>`],
    ['white with an outline', `<text:p>${span('outlined')}</text:p>`],
  ]);
});

const rtf = (inside: string) =>
  String.raw`{\rtf1\ansi{\colortbl;\red255\green255\blue255;\red20\green20\blue60;}\pard ${before}\par ${inside}\pard ${after}\par}`;

describe('text that a rich text document hides', () => {
  readsApart('hidden.rtf', rtf, [
    ['marked as hidden', String.raw`{\v ${secret}}\par`],
    ['white', String.raw`{\cf1 ${secret}}\par`],
    ['half a point', String.raw`{\fs1 ${secret}}\par`],
    ['in the colour of its highlight', String.raw`{\cf2\chcbpat2 ${secret}}\par`],
    ['in the colour of its cell', String.raw`\trowd\clcbpat2\cellx4000\pard\intbl{\cf2 ${secret}}\cell\row`],
  ]);
});

describe('text that a rich text document shows', () => {
  readsAsSeen('shown.rtf', rtf, [
    ['white on a dark cell', String.raw`\trowd\clcbpat2\cellx4000\pard\intbl{\cf1 ${secret}}\cell\row`],
    ['white on a dark row', String.raw`\trowd\trcbpat2\cellx4000\pard\intbl{\cf1 ${secret}}\cell\row`],
    ['white on a hatched paragraph', String.raw`\pard\cbpat1\shading5000{\cf1 ${secret}}\par`],
    ['white beside a shape', String.raw`{\shp{\*\shpinst\shpleft0}}{\cf1 ${secret}}\par`],
    ['white with an outline', String.raw`{\cf1\outl ${secret}}\par`],
    ['white in a table within a table', String.raw`\pard\intbl\itap2{\cf1 ${secret}}\nestcell\pard\par`],
  ]);
});

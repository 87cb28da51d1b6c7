import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { isGarbled, misnamesDigits } from '../../../../engine/load/pdf/page-text.ts';
import { pdfium } from '../../../../engine/load/pdf/pdfium.ts';
import { openTextPage } from '../../../../engine/load/pdf/text-page.ts';
import { onePagePdf, shows } from '../../../support/hostile/pdf.ts';
import { testFolder } from './support/load-file.ts';

const folder = testFolder();
const load = (pdf: Uint8Array) => folder.load('seen.pdf', pdf);

/** A text object that draws words, each with its size and its rise above the line. */
function line(y: number, pieces: readonly (readonly [string, number?, number?])[], turn = '1 0 0 1'): string {
  const shown = pieces.map(([words, rise = 0, size = 11]) => `/F ${size} Tf ${rise} Ts (${words}) Tj`);
  return `BT ${turn} 72 ${y} Tm ${shown.join(' ')} ET\n`;
}

describe('a raised or lowered digit of a PDF', () => {
  it.each<[string, string, Parameters<typeof line>[1]]>([
    ['is a mark after a number', 'within 45³ days', [['within 45'], ['3', 5, 6], [' days']]],
    ['is a mark of two digits', 'within 45¹² days', [['within 45'], ['12', 5, 6], [' days']]],
    ['is a mark after a word', 'the buyer² pays', [['the buyer'], ['2', 4, 7], [' pays']]],
    ['is a mark at full size', 'within 45³ days', [['within 45'], ['3', 4], [' days']]],
    ['is a power', 'at least 10⁴ units', [['at least 10'], ['4', 5, 6], [' units']]],
    ['is a fraction', 'for 6¹/₂ years', [['for 6'], ['1', 4, 7], ['/'], ['2', -2.5, 7], [' years']]],
    ['stays in a formula', 'tonnes of CO2 a year', [['tonnes of CO'], ['2', -2, 7], [' a year']]],
    ['is a letter after a number', 'within 45^a days', [['within 45'], ['a', 5, 6], [' days']]],
    ['belongs to an ordinal', 'on the 21st day', [['on the 21'], ['st', 5, 6], [' day']]],
    ['is a number in a smaller font', 'within 45 days', [['within 4'], ['5', 0, 8], [' days']]],
  ])('%s: %s', async (_, text, pieces) => {
    expect((await load(onePagePdf(line(700, pieces)))).text.trim()).toBe(text);
  });

  it('is no part of the number in turned text', async () => {
    const turned = line(300, [['within 45'], ['3', 5, 6], [' days']], '0 1 -1 0');
    expect((await load(onePagePdf(turned))).text).not.toContain('453');
  });

  it('is none where a line follows that begins with a digit', async () => {
    const { text } = await load(onePagePdf(line(700, [['a sum of 45']]) + line(689, [['3 days later']])));
    expect(text.trim()).toBe('a sum of 45\n3 days later');
  });
});

const clause = 'The tenant pays within 45 days.';

/** A page with a clause and one annotation. */
function annotated(annotation: string): Buffer {
  return onePagePdf(shows(clause), { page: '/Annots[5 0 R]', others: [`<</Type/Annot${annotation}>>`] });
}

describe('an annotation of a PDF', () => {
  it('that strikes words out makes them no evidence', async () => {
    const quad = '/QuadPoints[72 710 230 710 72 697 230 697]';
    const content = await load(annotated(`/Subtype/StrikeOut/Rect[72 697 230 710]${quad}`));
    expect(content.ranges.filter(({ hidden }) => hidden).length).toBe(1);
    expect(content.warnings.map(({ code }) => code)).toEqual(['struck_text']);
  });

  it('leaves no evidence on its page if there are far more of them than a person makes', async () => {
    const marks = Array.from({ length: 40_000 }, () => '5 0 R').join(' ');
    const content = await load(
      onePagePdf(Array.from({ length: 20 }, (_, at) => line(700 - 12 * at, [[clause]])).join(''), {
        page: `/Annots[${marks}]`,
        others: ['<</Type/Annot/Subtype/StrikeOut/Rect[1 1 2 2]/QuadPoints[1 2 2 2 1 1 2 1]>>'],
      }),
    );
    expect(content.warnings.map(({ code }) => code)).toEqual(['struck_text']);
  });

  it('with typed text but without an appearance is read', async () => {
    const { text } = await load(
      annotated('/Subtype/FreeText/Rect[72 500 300 520]/DA(/F 9 Tf)/Contents(Rent is due.)'),
    );
    expect(text).toBe(`${clause}\nRent is due.\n`);
  });

  it('with the note of a reader is a comment on its page', async () => {
    const content = await load(annotated('/Subtype/Text/Rect[72 500 90 520]/T(Ann)/Contents(Make it 60?)'));
    const comment = content.ranges.find(({ locator }) => 'comment' in locator);
    expect(comment?.locator).toEqual({ kind: 'page', page: 1, comment: true });
    expect(content.text.slice(comment?.start, comment?.end)).toContain('Comment by Ann: Make it 60?');
    expect(content.warnings.map(({ code }) => code)).toEqual(['comments']);
  });
});

describe('a line that a PDF draws', () => {
  const shown = (y: number, over = '') => onePagePdf(`${shows(clause)}72 ${y} m 240 ${y} l S\n${over}`);

  it('through words makes them no evidence', async () => {
    const { warnings, ranges } = await load(shown(703));
    expect(warnings.map(({ code }) => code)).toEqual(['struck_text']);
    expect(ranges.some(({ hidden }) => hidden)).toBe(true);
  });

  it.each([
    ['under words', shown(698.5)],
    ['over words', shown(711)],
  ])('%s leaves them evidence', async (_, pdf) => {
    const { text, warnings } = await load(pdf);
    expect(text.trim()).toBe(clause);
    expect(warnings).toEqual([]);
  });
});

describe('a form of a PDF', () => {
  it('is read with its values beside their names and the states of its boxes', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([612, 792]);
    const form = document.getForm();
    for (const [row, name] of ['Notice', 'Term'].entries()) {
      page.drawText(`${name}:`, { x: 72, y: 700 - row * 20, size: 11 });
      const field = form.createTextField(name);
      field.setText(['60', '45 months'][row]);
      field.addToPage(page, { x: 120, y: 696 - row * 20, width: 80, height: 16 });
      // Programs draw the values of such fields themselves.
      if (row === 1) for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
    }
    for (const [row, name] of ['insured', 'bonded'].entries()) {
      page.drawText(name, { x: 90, y: 640 - row * 20, size: 11 });
      const box = form.createCheckBox(name);
      box.addToPage(page, { x: 72, y: 638 - row * 20, width: 12, height: 12 });
      if (row === 0) box.check();
    }
    const { text } = await load(await document.save({ updateFieldAppearances: false }));
    expect(text.trim()).toBe('Notice: 60\nTerm: 45 months\n☒ insured\n☐ bonded');
  });

  it('has its boxes before their words also where these are read from right to left', async () => {
    // Hebrew letters as a PDF draws them: the last one first.
    const letters =
      '/H<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/afii57664/afii57665/afii57666]>>>>';
    const box = (name: string, y: number, state: string, radio = 0) =>
      `<</Type/Annot/Subtype/Widget/FT/Btn/Ff ${radio}/T(${name})/AS/${state}/V/${state}/Rect[200 ${y} 212 ${y + 12}]/F 4/AP<</N<</On 7 0 R/Off 7 0 R>>>>>>`;
    const { text } = await load(
      onePagePdf('BT /H 12 Tf 172 702 Td (CBA) Tj 0 -20 Td (ABC) Tj ET\n', {
        page: '/Annots[5 0 R 6 0 R]',
        resources: `/Font<<${letters}>>`,
        catalog: '/AcroForm<</Fields[5 0 R 6 0 R]>>',
        others: [
          box('a', 700, 'On'),
          box('b', 680, 'Off', 32_768),
          { dictionary: '/Subtype/Form/BBox[0 0 12 12]', stream: '' },
        ],
      }),
    );
    expect(text.trim()).toBe('☒ אבג\n☐ גבא');
  });

  it('is read with the states of its boxes at the end if it has too many to find the words beside each', async () => {
    const lines = Array.from({ length: 400 }, (_, at) =>
      line(780 - at * 1.9, [['word '.repeat(20), 0, 1.5]]),
    );
    const boxes = Array.from({ length: 900 }, (_, at) => {
      const [left, bottom] = [20 + (at % 3) * 8, 20 + Math.floor(at / 3) * 2.5];
      return `<</Type/Annot/Subtype/Widget/FT/Btn/T(b${at})/V/Yes/AS/Yes/Rect[${left} ${bottom} ${left + 6} ${bottom + 2}]>>`;
    });
    const named = boxes.map((_, at) => `${5 + at} 0 R`).join(' ');
    const form = { page: `/Annots[${named}]`, catalog: `/AcroForm<</Fields[${named}]>>`, others: boxes };
    const { text } = await load(onePagePdf(lines.join(''), form));
    expect(text.match(/☒/g)).toHaveLength(900);
    expect(text.indexOf('☒')).toBeGreaterThan(text.lastIndexOf('word'));
  });

  it('that is drawn by a program is not read', async () => {
    const xfa = '/AcroForm<</Fields[]/XFA(<xdp/>)>>/NeedsRendering true';
    const { unread } = await load(onePagePdf(shows('Please wait'), { catalog: xfa }));
    expect(unread.map(({ where }) => where)).toEqual(['the form']);
  });
});

it('words that a PDF says are others than those displayed are read as displayed, with a warning', async () => {
  const said = (text: string) => onePagePdf(`/Span <</ActualText(${text})>> BDC\n${shows(clause)}EMC\n`);
  const differs = await load(said('The tenant pays within 90 days.'));
  expect(differs.text.trim()).toBe(clause);
  expect(differs.warnings.map(({ code }) => code)).toEqual(['text_differs']);
  expect((await load(said(clause))).warnings).toEqual([]);
});

it('a font that draws a digit as another one than its character map says is noticed', async () => {
  const module = await pdfium();
  const misnames = (digit: string) => {
    const pdf = onePagePdf('BT /G 20 Tf 40 700 Td (within 35 days) Tj ET\n', {
      resources:
        '/Font<</G<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 5 0 R>>>>',
      others: [
        {
          dictionary: '',
          stream: `begincmap\n1 begincodespacerange <00> <FF> endcodespacerange\n3 beginbfrange <20> <32> <0020> <33> <33> <003${digit}> <34> <7E> <0034> endbfrange\nendcmap`,
        },
      ],
    });
    const bytes = module.wasmExports.malloc(pdf.length);
    module.HEAPU8.set(pdf, bytes);
    const document = module._FPDF_LoadMemDocument(bytes, pdf.length, 0);
    const textPage = openTextPage(module, module._FPDF_LoadPage(document, 0));
    return textPage !== null && misnamesDigits(textPage);
  };
  expect(['3', '9'].map(misnames)).toEqual([false, true]);
});

it('text whose character map shifts its letters is told from words', () => {
  const words =
    'The tenant pays the rent of each month within thirty days after the notice of the landlord, and keeps the garden.';
  const shifted = words.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97),
  );
  expect(isGarbled(words)).toBe(false);
  expect(isGarbled(shifted)).toBe(true);
  expect(
    isGarbled(
      'Die Mieterin zahlt die Miete jedes Monats binnen dreißig Tagen nach der Mahnung des Vermieters.',
    ),
  ).toBe(false);
  expect(isGarbled(`Item Count Price ${'Pump model 1 7 1287.75 '.repeat(24)}`)).toBe(false);
});

describe('a page that is drawn line by line across two columns', () => {
  /** Lines of two cells each; an empty cell is not drawn. */
  const across = (rows: readonly (readonly [string, string])[]): Buffer =>
    onePagePdf(
      rows
        .flatMap(([left, right], at) =>
          [left, right].map((words, column) =>
            words === ''
              ? ''
              : `BT /F 10 Tf 1 0 0 1 ${column === 0 ? 60 : 320} ${700 - at * 13} Tm (${words}) Tj ET\n`,
          ),
        )
        .join(''),
    );

  it('is read line by line if it has more lines than a page of running text', async () => {
    const rows = Array.from({ length: 1_100 }, (_, at) => [
      `The Customer shall pay ${at}`,
      `The Supplier shall pack ${at}`,
    ]);
    const drawn = rows.flatMap((row, at) =>
      row.map(
        (words, column) =>
          `BT /F 10 Tf 1 0 0 1 ${column === 0 ? 60 : 320} ${14_350 - at * 13} Tm (${words}) Tj ET\n`,
      ),
    );
    const { text } = await load(onePagePdf(drawn.join(''), { page: '/MediaBox[0 0 612 14400]' }));
    expect(text).toContain('The Customer shall pay 7 The Supplier shall pack 7');
  });

  it('is read one column after the other, with what is above and below both', async () => {
    const { text } = await load(
      across([
        ['Agreement between Alder Ltd and Birch plc on the supply of pumps and of all their parts', ''],
        ['1. The Customer shall pay each', '2. The Supplier shall deposit the'],
        ['invoice within 30 days after the', 'source code of the programs with'],
        ['receipt of the invoice and of all', 'an independent escrow agent in'],
        ['documents that belong to it.', 'the country of the Customer.'],
        ['The price includes all of the tax that', ''],
        ['is due in that country.', ''],
        ['Signed by both parties on the same day in the office of the notary, who keeps one copy of it', ''],
      ]),
    );
    expect(text.replace(/\s+/g, ' ').trim()).toBe(
      'Agreement between Alder Ltd and Birch plc on the supply of pumps and of all their parts ' +
        '1. The Customer shall pay each invoice within 30 days after the receipt of the invoice and of all documents that belong to it. The price includes all of the tax that is due in that country. ' +
        '2. The Supplier shall deposit the source code of the programs with an independent escrow agent in the country of the Customer. ' +
        'Signed by both parties on the same day in the office of the notary, who keeps one copy of it',
    );
  });

  it.each([
    [
      'of names and short values',
      [
        ['Notice', '30 days'],
        ['Payment of invoices', '45 days'],
        ['Cure', '5 days'],
        ['Report', '1 day'],
        ['Repair of pumps', '2 days'],
      ],
    ],
    [
      'of three lines',
      [
        ['The supplier of the goods pays', 'within thirty days after receipt'],
        ['The customer of the goods pays', 'within sixty days after receipt'],
        ['The owner of the building pays', 'within ninety days after receipt'],
      ],
    ],
  ] as [string, [string, string][]][])('but a table %s is read row by row', async (_, rows) => {
    const { text } = await load(across(rows));
    expect(text.trim().split('\n')).toEqual(rows.map((row) => row.join(' ')));
  });
});

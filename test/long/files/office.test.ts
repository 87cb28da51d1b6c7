import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { loadPath, placeOf } from '../../gate/engine/load/support/load-file.ts';
import { pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { agreement } from '../../support/words.ts';
import { clauses, prices, slides } from '../support/contract.ts';
import { columnsDocument, contractDocument, priceSheet, talk } from '../support/flat-odf.ts';
import { makeFolder } from '../support/folder.ts';
import { saveAs } from '../support/office.ts';
import { areHere } from '../support/programs.ts';

const folder = makeFolder();
const programs = areHere('soffice');
const withPdftotext = areHere('pdftotext');
const written = ['contract.fodt', 'columns.fodt'];

beforeAll(() => {
  folder.write('contract.fodt', contractDocument());
  folder.write('columns.fodt', columnsDocument());
  folder.write('prices.fods', priceSheet());
  folder.write('talk.fodp', talk());
});
afterAll(() => {
  closeLoading();
  folder.remove();
});

async function save(filter: string, ...names: string[]): Promise<string[]> {
  return saveAs(
    folder,
    filter,
    names.map((name) => folder.path(name)),
  );
}

describe.skipIf(!programs)('a document saved by LibreOffice', () => {
  let plain: string[];
  beforeAll(async () => {
    plain = (await save('txt:Text (encoded):UTF8', ...written)).map((path) => readFileSync(path, 'utf8'));
  });

  it.each([
    ['Word 2007', 'docx:MS Word 2007 XML'],
    ['Office Open XML', 'docm:MS Word 2007 XML VBA'],
    ['OpenDocument', 'odt'],
    ['rich text', 'rtf'],
    ['Word 97', 'doc:MS Word 97'],
    ['Word 97', 'doc:MS Word 97'],
    ['OpenDocument', 'odt:writer8'],
    ['rich text', 'rtf:Rich Text Format'],
    ['a web page', 'html:HTML (StarWriter)'],
    ['plain text', 'text:Text (encoded):UTF16LE'],
  ])('has the same words as in LibreOffice’s export to plain text: %s', async (_, filter) => {
    for (const [index, path] of (await save(filter, ...written)).entries()) {
      const content = await loadPath(path);
      expect(agreement(plain[index] ?? '', content.text), written[index]).toBeGreaterThanOrEqual(0.99);
      expect(content.unread).toEqual([]);
    }
  });

  it('is cited by the heading above and the paragraph number if it is in Word 2007 format', async () => {
    const [path = ''] = await save('docx:MS Word 2007 XML', 'contract.fodt');
    const content = await loadPath(path);
    for (const { title, paragraphs } of clauses) {
      for (const [index, paragraph] of paragraphs.entries()) {
        const expected = { kind: 'section', heading: title, paragraph: index + 1 };
        expect(placeOf(content, paragraph)).toEqual(expected);
      }
    }
  });
});

describe.skipIf(!programs)('a spreadsheet saved by LibreOffice', () => {
  it.each([
    ['Excel 2007', 'xlsx:Calc MS Excel 2007 XML'],
    ['OpenDocument', 'ods'],
    ['Excel 2007 with macros', 'xlsm:Calc MS Excel 2007 VBA XML'],
    ['OpenDocument', 'ods:calc8'],
  ])('has each cell at its own reference in the format %s', async (_, filter) => {
    const [path = ''] = await save(filter, 'prices.fods');
    const content = await loadPath(path);
    for (const [index, [name, , price]] of prices.entries()) {
      const at = placeOf(content, name);
      expect(at).toMatchObject({ kind: 'cell', sheet: 'Prices' });
      expect(at?.kind === 'cell' && at.range).toMatch(new RegExp(`^A${index + 2}(:|$)`));
      expect(content.text).toContain(String(price));
    }
    expect(placeOf(content, clauses[3]?.title ?? '')).toEqual({ kind: 'cell', sheet: 'Terms', range: 'A4' });
    expect(content.pages).toBe(2);
  });

  it('is cited by line in CSV format', async () => {
    const [path = ''] = await save('csv', 'prices.fods');
    const content = await loadPath(path);
    for (const [index, [name]] of prices.entries()) {
      expect(placeOf(content, name)).toMatchObject({ kind: 'lines', from: index + 2 });
    }
  });
});

describe.skipIf(!programs)('a presentation saved by LibreOffice', () => {
  it.skipIf(!withPdftotext).each(['pptx', 'odp'])(
    'in the format %s has the same text on each slide as its PDF has on each page',
    async (filter) => {
      const [path = ''] = await save(filter, 'talk.fodp');
      const [printed = ''] = await save('pdf', 'talk.fodp');
      const content = await loadPath(path);
      expect(content.pages).toBe(slides.length);
      for (const [index, page] of pagesOfPdftotext(printed).entries()) {
        const on = content.ranges.filter(
          ({ locator }) => locator.kind === 'slide' && locator.slide === index + 1,
        );
        const text = on.map(({ start, end }) => content.text.slice(start, end)).join(' ');
        expect(agreement(page, text), `slide ${index + 1}`).toBeGreaterThanOrEqual(0.98);
      }
    },
  );
});

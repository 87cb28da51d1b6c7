import { makeOdf } from '../../gate/engine/load/support/make-odf.ts';
import { makeZip, type ZipEntry } from '../../gate/engine/load/support/make-zip.ts';
import { laughs } from '../../support/hostile/xml.ts';
import { longFiles } from '../../support/long-files.ts';
import { lastSentence, longTexts } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read, sandboxed } from './support/check-each.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const inline = (text: string) => `<is><t>${text}</t></is>`;
const goodRow = `<row r="9"><c r="A9" t="inlineStr">${inline(lastSentence)}</c></row>`;
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}${goodRow}</sheetData></worksheet>`;

const related = (targets: [id: string, type: string, target: string][]) =>
  `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** A workbook that lists sheets by the ids of their parts. */
function workbook(ids: string[], parts: ZipEntry[], rels: Parameters<typeof related>[0]): Uint8Array {
  const sheets = ids.map((id, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="${id}"/>`).join('');
  return makeZip([
    { name: 'xl/workbook.xml', content: `<workbook><sheets>${sheets}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', content: related(rels) },
    ...parts,
  ]);
}

const oneSheet = (rows: string, ...others: ZipEntry[]) =>
  workbook(['r1'], [{ name: 'xl/s.xml', content: sheetOf(rows) }, ...others], [['r1', 'worksheet', 's.xml']]);

/** A presentation that lists slides by the ids of their parts. */
function presentation(ids: string[], parts: ZipEntry[], rels: Parameters<typeof related>[0]): Uint8Array {
  const list = ids.map((id, at) => `<p:sldId id="${at * 7919}" r:id="${id}"/>`).join('');
  return makeZip([
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    },
    { name: 'ppt/_rels/presentation.xml.rels', content: related(rels) },
    ...parts,
  ]);
}

const slide = (text: string) =>
  `<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
const goodSlide = { name: 'ppt/s.xml', content: slide(lastSentence) };
const toGood: Parameters<typeof related>[0] = [['r1', 'slide', 's.xml']];

checkEach('spreadsheets', [
  {
    name: 'outside-entity.xlsx',
    content: () =>
      makeZip([
        {
          name: 'xl/workbook.xml',
          content: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook>&a;</workbook>',
        },
      ]),
    expected: notRead(/declares a document type/),
  },
  {
    name: 'cells.xlsx',
    about: 'more cells than Proviso cites separately',
    content: () =>
      oneSheet(
        Array.from(
          { length: 1_001 },
          (_, row) =>
            `<row>${Array.from({ length: 1_000 }, (_, at) => `<c><v>${(row * 31 + at) % 9_973}</v></c>`).join('')}</row>`,
        ).join(''),
      ),
    ...sandboxed,
    seconds: 30,
    expected: notRead(/more than the 1,000,000 rows/),
  },
  {
    name: 'one-row.xlsx',
    about: 'a row of two hundred thousand cells, most of them beyond the last possible column',
    content: () =>
      oneSheet(
        `<row r="1">${Array.from({ length: 200_000 }, (_, at) => `<c><v>${at}</v></c>`).join('')}</row>`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'far.xlsx',
    about: 'cells at impossible positions',
    content: () =>
      oneSheet(
        ['XFD1048576', 'ZZZZZZZZZZ9', 'A99999999999999999999', 'A0', '<', '']
          .map((at) => `<row r="1e308"><c r="${at.replace('<', '&lt;')}"><v>5</v></c></row>`)
          .join(''),
      ),
    expected: read('found'),
  },
  {
    name: 'strings.xlsx',
    about: 'references to shared texts that do not exist',
    content: () =>
      oneSheet(
        ['-1', '1e9', 'NaN', '99999999999', '0.5']
          .map((index) => `<row><c t="s"><v>${index}</v></c></row>`)
          .join(''),
        {
          name: 'xl/sharedStrings.xml',
          content: '<sst count="4294967295" uniqueCount="4294967295"><si><t>a</t></si></sst>',
        },
      ),
    expected: read('found'),
  },
  {
    name: 'shared-text.xlsx',
    about: 'a shared text of 1 MB in ten thousand cells',
    content: () =>
      oneSheet('<row><c t="s"><v>0</v></c></row>'.repeat(10_000), {
        name: 'xl/sharedStrings.xml',
        content: `<sst><si><t>${longTexts.ordinary?.(1_000_000)}</t></si></sst>`,
      }),
    ...sandboxed,
    expected: notRead(/characters that are read of one file\. Split the file|memory/),
  },
  {
    name: 'same-sheet.xlsx',
    about: 'three hundred thousand sheets that are all the same part',
    content: () =>
      workbook(
        Array.from({ length: 300_000 }, () => 'r1'),
        [{ name: 'xl/s.xml', content: sheetOf('') }],
        [['r1', 'worksheet', 's.xml']],
      ),
    seconds: 20,
    expected: notRead(/lists some of them again and again\. Add the files/),
  },
  {
    name: 'missing-sheets.xlsx',
    about: 'three hundred thousand missing sheets',
    content: () =>
      workbook(
        ['r1', ...Array.from({ length: 300_000 }, (_, at) => `x${at}`)],
        [{ name: 'xl/s.xml', content: sheetOf('') }],
        [['r1', 'worksheet', 's.xml']],
      ),
    ...sandboxed,
    expected: read('ESTIMATED', /missing-sheets\.xlsx/),
  },
  {
    name: 'loop.xlsx',
    about: 'a sheet that is the workbook itself, and relationships of relationships',
    content: () =>
      workbook(
        ['r1', 'r2', 'r3'],
        [],
        [
          ['r1', 'worksheet', 'workbook.xml'],
          ['r2', 'worksheet', '_rels/workbook.xml.rels'],
          ['r3', 'worksheet', '../../../../../etc/passwd'],
        ],
      ),
    expected: read('NOT FOUND', /loop\.xlsx.*does not contain it/),
  },
  {
    name: 'merged.xlsx',
    about: 'a hundred thousand merged areas, each of the whole sheet',
    content: () =>
      oneSheet(
        `</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells><sheetData>`,
      ),
    expected: notRead(/200 times its packed size/),
  },
  {
    name: 'hidden-columns.xlsx',
    about: 'a hundred thousand ranges of hidden columns over two hundred thousand cells',
    content: () =>
      oneSheet(
        `</sheetData><cols>${Array.from({ length: 100_000 }, (_, at) => `<col min="${at + 20_000}" max="${at + 20_000}" hidden="1"/>`).join('')}</cols><sheetData>${Array.from({ length: 200_000 }, (_, at) => `<row r="${at + 10}"><c r="B${at + 10}"><v>${at}</v></c></row>`).join('')}`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'conditions.xlsx',
    about: 'fifty thousand conditional formats over a hundred thousand cells',
    content: () =>
      oneSheet(
        `${Array.from({ length: 100_000 }, (_, at) => `<row r="${at + 10}"><c r="B${at + 10}" s="1"><v>${at}</v></c></row>`).join('')}</sheetData>${Array.from({ length: 50_000 }, (_, at) => `<conditionalFormatting sqref="C${at + 1}:D${at + 9}"/>`).join('')}<sheetData>`,
        {
          name: 'xl/styles.xml',
          content:
            '<styleSheet><fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/></fills><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
        },
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'long.xlsx',
    about: 'a cell of 8 MB',
    content: () => longFiles.xlsx?.(longTexts.sentence?.(8 * 1024 * 1024 - 2_000) ?? '') ?? '',
    ...extreme,
    expected: read('ESTIMATED', /long\.xlsx.*more than 2,000/),
  },
  {
    name: 'columns.ods',
    about: 'a row with 200,000 cells in as many columns',
    content: () =>
      makeOdf(
        'spreadsheet',
        `<table:table table:name="a">${'<table:table-column/>'.repeat(200_000)}<table:table-row>${Array.from(
          { length: 200_000 },
          (_, at) => `<table:table-cell><text:p>${(at * 7_919).toString(36)}</text:p></table:table-cell>`,
        ).join(
          '',
        )}</table:table-row><table:table-row><table:table-cell><text:p>${lastSentence}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'repeated.ods',
    about: 'a cell that is repeated two thousand million times, in rows that are repeated as often',
    content: () => {
      const cell =
        '<table:table-cell table:number-columns-repeated="2147483647"><text:p>x</text:p></table:table-cell>';
      return makeOdf(
        'spreadsheet',
        `<table:table table:name="T">${`<table:table-row table:number-rows-repeated="2147483647">${cell}</table:table-row>`.repeat(1_000)}</table:table>`,
      );
    },
    ...sandboxed,
    expected: notRead(/more than the 1,000,000 rows|memory/),
  },
  {
    name: 'laughs.ods',
    content: () =>
      makeZip([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: laughs('office:document-content') },
      ]),
    expected: notRead(/declares a document type/),
  },
]);

checkEach('presentations', [
  {
    name: 'same-slide.pptx',
    about: 'a hundred thousand slides that are all the same part',
    content: () =>
      presentation(
        Array.from({ length: 300_000 }, () => 'r1'),
        [goodSlide],
        toGood,
      ),
    seconds: 20,
    expected: notRead(/lists some of them again and again\. Add the files/),
  },
  {
    name: 'missing-slides.pptx',
    about: 'ten thousand missing slides',
    content: () =>
      presentation(['r1', ...Array.from({ length: 10_000 }, (_, at) => `x${at}`)], [goodSlide], toGood),
    ...extreme,
    expected: read('ESTIMATED', /missing-slides\.pptx/),
  },
  {
    name: 'notes.pptx',
    about: 'a slide that is its own notes and comments',
    content: () =>
      presentation(
        ['r1'],
        [
          goodSlide,
          {
            name: 'ppt/_rels/s.xml.rels',
            content: related([
              ['r1', 'notesSlide', 's.xml'],
              ['r2', 'comments', 's.xml'],
              ['r3', 'image', '../../../etc/passwd'],
            ]),
          },
        ],
        toGood,
      ),
    expected: read('found'),
  },
  {
    name: 'no-slides.pptx',
    content: () => makeZip([{ name: 'ppt/presentation.xml', content: '<p:presentation/>' }]),
    expected: notRead(/no text at all/),
  },
  {
    name: 'shapes.pptx',
    about: 'a slide with two hundred thousand shapes',
    content: () =>
      presentation(
        ['r1'],
        [
          {
            name: 'ppt/s.xml',
            content: `<p:sld><p:cSld><p:spTree>${Array.from({ length: 200_000 }, (_, at) => `<p:sp><p:txBody><a:p><a:r><a:t>Shape ${at}</a:t></a:r></a:p></p:txBody></p:sp>`).join('')}<p:sp><p:txBody><a:p><a:r><a:t>${lastSentence}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
          },
        ],
        toGood,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'spaces.odp',
    about: 'repeated spaces in a thousand slides',
    content: () =>
      makeOdf(
        'presentation',
        `${'<draw:page><draw:frame><draw:text-box><text:p>a<text:s text:c="2000000000"/>b<text:s text:c="-1"/></text:p></draw:text-box></draw:frame></draw:page>'.repeat(1_000)}<draw:page><draw:frame><draw:text-box><text:p>${lastSentence}</text:p></draw:text-box></draw:frame></draw:page>`,
      ),
    ...extreme,
    expected: read('found'),
  },
]);

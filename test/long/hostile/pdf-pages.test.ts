import { deflateSync } from 'node:zlib';
import { swollen } from '../../support/hostile/archives.ts';
import { onePagePdf, type PdfObject, shows } from '../../support/hostile/pdf.ts';
import { longFiles } from '../../support/long-files.ts';
import { lastSentence, longTexts } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read, sandboxed } from './support/check-each.ts';

const form = '/Type/XObject/Subtype/Form/BBox[0 0 612 792]';
const image = '/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent';
const drawn = '/XObject<</X 5 0 R>>';

/** `count` forms that each draw the next one `times` times. */
function forms(count: number, times: number): PdfObject[] {
  return Array.from({ length: count }, (_, at) => ({
    dictionary: `${form}/Resources<</XObject<</X ${at === count - 1 ? 4 : at + 6} 0 R>>>>`,
    stream: '/X Do '.repeat(times),
  }));
}

function picture(width: number, height: number, dictionary: string, stream: Uint8Array): Buffer {
  return onePagePdf(`${shows(lastSentence)} q 500 0 0 500 50 50 cm /X Do Q`, {
    resources: drawn,
    others: [{ dictionary: `${image} 8/Width ${width}/Height ${height}${dictionary}`, stream }],
  });
}

const twice = (bytes: Uint8Array) => deflateSync(deflateSync(bytes));

checkEach('the pages of a PDF', [
  {
    name: 'flate-bomb.pdf',
    about: 'a page whose content expands to 300 MB',
    content: () =>
      onePagePdf({ dictionary: '/Filter[/FlateDecode/FlateDecode]', stream: twice(swollen(300)) }),
    megabytes: 900,
    expected: notRead(/no text at all|memory/),
  },
  {
    name: 'filters.pdf',
    about: 'a stream with a thousand filters',
    content: () =>
      onePagePdf({ dictionary: `/Filter[${'/ASCIIHexDecode'.repeat(1_000)}]`, stream: '41'.repeat(10_000) }),
    expected: notRead(/no text at all|None of its pages/),
  },
  {
    name: 'huge-picture.pdf',
    about: 'a picture that claims 100,000 pixels a side',
    content: () => picture(100_000, 100_000, '/Filter/FlateDecode', deflateSync(swollen(1))),
    expected: read('found'),
  },
  {
    name: 'picture-bomb.pdf',
    about: 'a scan of 400 million pixels in 400 KB',
    content: () =>
      onePagePdf('q 612 0 0 792 0 0 cm /X Do Q', {
        resources: drawn,
        others: [
          {
            dictionary: `${image} 8/Width 20000/Height 20000/Filter/FlateDecode`,
            stream: deflateSync(Buffer.alloc(20_000 * 20_000)),
          },
        ],
      }),
    seconds: 20,
    megabytes: 900,
    expected: notRead(/./),
  },
  {
    name: 'jbig2.pdf',
    about: 'a JBIG2 page that claims 4 thousand million pixels a side',
    content: () => {
      // A segment of type 48, "page information": width, height, resolution, flags (ITU-T T.88, 7.4.8).
      const segment = Buffer.from('0000000030000100000013ffffffffffffffff00000000000000000000000000', 'hex');
      return picture(4_294_967, 4_294_967, '/Filter/JBIG2Decode', segment);
    },
    expected: read('found'),
  },
  {
    name: 'huge-paper.pdf',
    about: 'a page of a thousand million points a side',
    content: () => onePagePdf(shows(lastSentence), { page: '/MediaBox[0 0 1e9 1e9]' }),
    expected: read('found'),
  },
  {
    name: 'self-form.pdf',
    about: 'a form that draws itself',
    content: () =>
      onePagePdf(`${shows(lastSentence)} /X Do`, {
        resources: drawn,
        others: [{ dictionary: `${form}/Resources<</XObject<</X 5 0 R>>>>`, stream: '/X Do /X Do' }],
      }),
    ...sandboxed,
    expected: notRead(/more memory than one file may take\. Split the file/),
  },
  {
    name: 'laughing-forms.pdf',
    about: 'thirty forms, each of which draws the next one ten times',
    content: () => onePagePdf(`${shows(lastSentence)} /X Do`, { resources: drawn, others: forms(30, 10) }),
    ...sandboxed,
    expected: notRead(/more memory than one file may take\. Split the file/),
  },
  {
    name: 'deep-forms.pdf',
    about: 'ten thousand nested forms',
    content: () => onePagePdf(`${shows(lastSentence)} /X Do`, { resources: drawn, others: forms(10_000, 1) }),
    expected: read('found'),
  },
  {
    name: 'self-pattern.pdf',
    about: 'a pattern that is painted with itself, in tiles of a thousandth of a point',
    content: () =>
      onePagePdf(`${shows(lastSentence)} /Pattern cs /P scn 0 0 612 300 re f`, {
        resources: '/Pattern<</P 5 0 R>>',
        others: [
          {
            dictionary:
              '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .001/YStep .001/Resources<</Pattern<</P 5 0 R>>>>',
            stream: '/Pattern cs /P scn 0 0 1 1 re f',
          },
        ],
      }),
    expected: read('found'),
  },
  {
    name: 'self-font.pdf',
    about: 'a font whose glyphs use the font itself',
    content: () =>
      onePagePdf(`${shows(lastSentence)} BT /T 11 Tf 72 600 Td (aaaa) Tj ET`, {
        resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/T 5 0 R>>',
        others: [
          '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>/Resources<</Font<</T 5 0 R>>>>>>',
          { dictionary: '', stream: '9 0 d0 BT /T 1 Tf (aaaa) Tj ET' },
        ],
      }),
    expected: read('found'),
  },
  {
    name: 'letters.pdf',
    about: 'a character map with a million ranges',
    content: () =>
      onePagePdf(`${shows(lastSentence)} BT /T 11 Tf 72 600 Td (a) Tj ET`, {
        resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/T 5 0 R>>',
        others: [
          '<</Type/Font/Subtype/TrueType/BaseFont/Odd/ToUnicode 6 0 R>>',
          {
            dictionary: '',
            stream: `begincodespacerange <0000> <ffff> endcodespacerange ${'1 beginbfrange <0000> <ffff> <0000> endbfrange\n'.repeat(1_000)}`,
          },
        ],
      }),
    expected: read('found'),
  },
  {
    name: 'annotations.pdf',
    about: 'a million annotations on a page',
    content: () =>
      onePagePdf(shows(lastSentence), {
        page: `/Annots[${'5 0 R '.repeat(1_000_000)}]`,
        others: ['<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Agreed.)>>'],
      }),
    ...sandboxed,
    expected: notRead(/more than the 16,777,216 characters.*Split the file/),
  },
  {
    name: 'fields.pdf',
    about: 'a form whose fields are each other’s children',
    content: () =>
      onePagePdf(shows(lastSentence), {
        catalog: '/AcroForm<</Fields[5 0 R]>>',
        page: '/Annots[5 0 R]',
        others: ['<</FT/Tx/T(a)/Kids[6 0 R]/Parent 6 0 R>>', '<</FT/Tx/T(b)/Kids[5 0 R]/Parent 5 0 R>>'],
      }),
    expected: read('found'),
  },
  {
    name: 'outline.pdf',
    about: 'bookmarks and page labels with cycles',
    content: () =>
      onePagePdf(shows(lastSentence), {
        catalog: '/Outlines 5 0 R/PageLabels 6 0 R',
        others: ['<</First 5 0 R/Last 5 0 R/Next 5 0 R/Title(x)>>', '<</Kids[6 0 R 6 0 R]/Limits[0 9]>>'],
      }),
    expected: notRead(/stopped on content it could not parse.*Export the file again/),
  },
  {
    name: 'actions.pdf',
    about: 'actions that start programs, run scripts and open links and other files',
    content: () =>
      onePagePdf(shows(lastSentence), {
        catalog:
          '/OpenAction<</S/Launch/F(/bin/sh)/Next<</S/JavaScript/JS(while \\(true\\) app.alert\\(1\\))>>>>/AA<</WC<</S/URI/URI(http://127.0.0.1:9/)>>>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(for\\(;;\\);)>>]>>>>',
        page: '/AA<</O<</S/GoToR/F(/etc/passwd)/D[0/Fit]>>>>',
      }),
    expected: read('found'),
  },
  {
    name: 'outside.pdf',
    about: 'page content in an external file',
    content: () => onePagePdf({ dictionary: '/F(/etc/passwd)/FFilter/ASCIIHexDecode', stream: '' }),
    expected: notRead(/no text at all/),
  },
  {
    name: 'strokes.pdf',
    about: 'a drawing of a million lines over a page',
    content: () => onePagePdf(`${shows(lastSentence)}${'0 0 m 612 792 l S\n'.repeat(1_000_000)}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'states.pdf',
    about: 'a million saved graphics states',
    content: () => onePagePdf(`${'q '.repeat(1_000_000)}${shows(lastSentence)}`),
    expected: read('found'),
  },
  {
    name: 'clips.pdf',
    about: 'fifty thousand words, each with its own clipping path',
    content: () =>
      onePagePdf(
        `${shows(lastSentence)}${Array.from({ length: 50_000 }, (_, at) => `q ${at % 600} ${at % 700} 99 20 re W n BT /F 4 Tf ${at % 600} ${at % 700} Td (word) Tj ET Q\n`).join('')}`,
      ),
    ...extreme,
    expected: read('ESTIMATED'),
  },
  {
    name: 'one-place.pdf',
    about: 'a hundred thousand letters at the same position',
    content: () => onePagePdf(`${shows(lastSentence)}${'BT /F 9 Tf 72 600 Td (a) Tj ET\n'.repeat(100_000)}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'layers.pdf',
    about: 'layers that contain each other',
    content: () =>
      onePagePdf(`/OC /L BDC ${shows(lastSentence)} EMC`, {
        catalog: '/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]/Order[5 0 R]>>>>',
        resources: '/Properties<</L 5 0 R>>',
        others: ['<</Type/OCMD/OCGs[5 0 R]/VE[/Not 6 0 R]>>', '[/Not 6 0 R]'],
      }),
    expected: read('found'),
  },
  {
    name: 'long.pdf',
    about: '8 MB of text on two thousand pages',
    content: () => longFiles.pdf?.(longTexts.ordinary?.(8 * 1024 * 1024 - 2_000) ?? '') ?? '',
    ...extreme,
    seconds: 40,
    expected: read('found'),
  },
]);

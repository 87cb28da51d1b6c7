import { makeOdf } from '../../gate/engine/load/support/make-odf.ts';
import { makeDocx, makeZip, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { laughs, nestedIn } from '../../support/hostile/xml.ts';
import { longFiles } from '../../support/long-files.ts';
import { lastSentence, longTexts } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read, sandboxed } from './support/check-each.ts';

const good = paragraph(lastSentence);
const p = `<text:p>${lastSentence}</text:p>`;
const docxOf = (document: string) => makeZip([{ name: 'word/document.xml', content: document }]);
const odtOf = (content: string) =>
  makeZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
    { name: 'content.xml', content },
  ]);
const relations = (...targets: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${target.includes(':') ? 'TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;
const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const long = (format: string) => () =>
  longFiles[format]?.(longTexts.sentence?.(8 * 1024 * 1024 - 2_000) ?? '') ?? '';

checkEach('Word documents', [
  {
    name: 'laughs.docx',
    content: () => docxOf(laughs('w:document')),
    expected: notRead(/declares a document type.*Save it again/),
  },
  {
    name: 'outside-entity.docx',
    content: () =>
      docxOf('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document>&a;</w:document>'),
    expected: notRead(/declares a document type/),
  },
  {
    name: 'unknown-entities.docx',
    content: () =>
      docxOf(
        `<w:document>${Array.from({ length: 300_000 }, (_, at) => `&a${at * 7919};`).join('')}</w:document>`,
      ),
    expected: notRead(/not well formed/),
  },
  {
    name: 'broken-xml.docx',
    content: () => docxOf('<w:document><w:body>'),
    expected: notRead(/not well formed.*Save it again/),
  },
  {
    name: 'deep.docx',
    about: '300,000 nested elements',
    content: () => makeDocx(nestedIn('w:sdt', 300_000, good)),
    expected: notRead(/nested too deep/),
  },
  {
    name: 'attribute.docx',
    about: 'an attribute of 30 MB',
    content: () => makeDocx(`<w:p w:odd="${'a b '.repeat(7_500_000)}"/>${good}`),
    megabytes: 700,
    expected: notRead(/expands to more than 200 times its packed size/),
  },
  {
    name: 'attributes.docx',
    about: 'an element with 300,000 attributes',
    content: () =>
      makeDocx(
        `<w:p ${Array.from({ length: 300_000 }, (_, at) => `w:a${at}="${at * 7}"`).join(' ')}/>${good}`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'paragraphs.docx',
    about: 'more paragraphs than a document may have',
    content: () =>
      makeDocx(
        Array.from({ length: 1_000_001 }, (_, at) => `<w:p><w:r><w:t>${at}</w:t></w:r></w:p>`).join(''),
      ),
    ...sandboxed,
    seconds: 30,
    expected: notRead(/its XML has millions of elements.*Save it again, or as PDF/),
  },
  {
    name: 'empty-paragraphs.docx',
    about: 'a million empty paragraphs',
    content: () =>
      makeDocx(
        `${Array.from({ length: 1_000_000 }, (_, at) => `<w:p w:i="${(at * 7919) % 65_537}"/>`).join('')}${good}`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'cells.docx',
    about: 'a row of a hundred thousand cells that each declare a span of four thousand million columns',
    content: () =>
      makeDocx(
        `<w:tbl><w:tr>${Array.from({ length: 100_000 }, (_, at) => `<w:tc><w:tcPr><w:gridSpan w:val="4294967295"/></w:tcPr>${paragraph(String(at))}</w:tc>`).join('')}</w:tr></w:tbl>${good}`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'rows.docx',
    about: 'a table of a hundred thousand rows',
    content: () =>
      makeDocx(
        `<w:tbl>${Array.from({ length: 100_000 }, (_, at) => `<w:tr><w:tc>${paragraph(`Item ${at}`)}</w:tc><w:tc>${paragraph(`${at} euros`)}</w:tc></w:tr>`).join('')}</w:tbl>${good}`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'tables-in-tables.docx',
    content: () => {
      const open = '<w:tbl><w:tr><w:tc>';
      const close = '<w:p/></w:tc></w:tr></w:tbl>';
      return makeDocx(open.repeat(80) + good + close.repeat(80));
    },
    expected: read('found'),
  },
  {
    name: 'loops.docx',
    about: 'styles that are based on each other, and lists that refer to themselves',
    content: () =>
      makeDocx(
        `${'<w:p><w:pPr><w:pStyle w:val="A"/><w:numPr><w:ilvl w:val="99999999"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>One.</w:t></w:r></w:p>'.repeat(1_000)}${good}`,
        {
          'word/styles.xml':
            '<w:root><w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style></w:root>',
          'word/numbering.xml':
            '<w:root><w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="A"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:root>',
        },
      ),
    expected: read('found'),
  },
  {
    name: 'numbers.docx',
    about: 'a list that begins at two thousand million, in letters and in Roman numerals',
    content: () => {
      const level = (at: number, format: string) =>
        `<w:lvl w:ilvl="${at}"><w:start w:val="2000000000"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1.%2"/></w:lvl>`;
      return makeDocx(
        `${'<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>One.</w:t></w:r></w:p>'.repeat(100)}${good}`,
        {
          'word/numbering.xml': `<w:root><w:abstractNum w:abstractNumId="0">${level(0, 'lowerLetter')}${level(1, 'upperRoman')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:root>`,
        },
      );
    },
    expected: read('found'),
  },
  {
    name: 'labels.docx',
    about: 'a list with 100 KB of text in the format of its numbers',
    content: () =>
      makeDocx(
        `${'<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>One.</w:t></w:r></w:p>'.repeat(20_000)}${good}`,
        {
          'word/numbering.xml': `<w:root><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:lvlText w:val="%1${'label '.repeat(17_000)}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:root>`,
        },
      ),
    ...sandboxed,
    expected: notRead(/characters that are read of one file\. Split the file|memory/),
  },
  {
    name: 'notes.docx',
    about: 'a footnote of 1 MB with ten thousand references',
    content: () =>
      makeDocx(`<w:p>${'<w:r><w:footnoteReference w:id="1"/></w:r>'.repeat(10_000)}</w:p>${good}`, {
        'word/footnotes.xml': `<w:root><w:footnote w:id="1">${paragraph('A long note. '.repeat(80_000))}</w:footnote></w:root>`,
      }),
    ...sandboxed,
    expected: notRead(/characters that are read of one file\. Split the file|memory/),
  },
  {
    name: 'comments.docx',
    about: 'a hundred thousand comments on one paragraph',
    content: () =>
      makeDocx(
        `<w:p>${Array.from({ length: 100_000 }, (_, at) => `<w:r><w:commentReference w:id="${at}"/></w:r>`).join('')}</w:p>${good}`,
        {
          'word/comments.xml': `<w:root>${Array.from({ length: 100_000 }, (_, at) => `<w:comment w:id="${at}" w:author="Ann">${paragraph(`Note ${at}.`)}</w:comment>`).join('')}</w:root>`,
        },
      ),
    ...extreme,
    expected: read('found', /comments/),
  },
  {
    name: 'links.docx',
    about: 'an external template, picture and link, and a header that is the document itself',
    content: () =>
      makeDocx(`${good}<w:sectPr><w:headerReference w:type="default" r:id="r1" xmlns:r="r"/></w:sectPr>`, {
        'word/_rels/document.xml.rels': relations(
          ['r1', 'header', 'document.xml'],
          ['r2', 'image', 'http://127.0.0.1:9/picture.png'],
          ['r3', 'attachedTemplate', 'file:///etc/passwd'],
          ['r4', 'hyperlink', '../../../../etc/passwd'],
        ),
      }),
    expected: read('found'),
  },
  {
    name: 'main-part.docx',
    about: 'a package whose main document is its list of relationships',
    content: () =>
      makeZip([
        { name: 'word/document.xml', content: `<w:document xmlns:w="${wordNamespace}"/>` },
        { name: '_rels/.rels', content: relations(['r1', 'officeDocument', '_rels/.rels']) },
      ]),
    expected: notRead(/no text at all/),
  },
  {
    name: 'long.docx',
    about: 'a paragraph of one sentence of 8 MB',
    content: long('docx'),
    ...extreme,
    expected: read('ESTIMATED', /long\.docx.*more than 2,000/),
  },
]);

checkEach('OpenDocument texts', [
  {
    name: 'laughs.odt',
    content: () => odtOf(laughs('office:document-content')),
    expected: notRead(/declares a document type/),
  },
  {
    name: 'deep.odt',
    about: 'a hundred thousand nested lists',
    content: () => makeOdf('text', nestedIn('text:list', 100_000, p)),
    expected: notRead(/nested too deep/),
  },
  {
    name: 'spaces.odt',
    about: 'repeated spaces, declared as two thousand million, as negative, and as not a number',
    content: () =>
      makeOdf(
        'text',
        `<text:p>${['2000000000', '-5', 'x', '1e300'].map((count) => `<text:s text:c="${count}"/>`).join('a')}</text:p>${p}`,
      ),
    expected: read('found'),
  },
  {
    name: 'repeated.odt',
    about: 'nested tables whose rows are each repeated a thousand times',
    content: () => {
      const open = '<table:table><table:table-row table:number-rows-repeated="100000"><table:table-cell>';
      return makeOdf(
        'text',
        `${open.repeat(6)}${p}${'</table:table-cell></table:table-row></table:table>'.repeat(6)}`,
      );
    },
    ...sandboxed,
    expected: notRead(
      /characters that are read of one file|memory|Invalid string length\)\. Export the file again/,
    ),
  },
  {
    name: 'levels.odt',
    about: 'headings of level one thousand million, and of a level that is not a number',
    content: () =>
      makeOdf(
        'text',
        `<text:h text:outline-level="1000000000">One</text:h><text:h text:outline-level="x">Two</text:h><text:h text:outline-level="1e300">Three</text:h>${p}`,
        '<text:outline-style><text:outline-level-style text:level="1000000000" style:num-format="1" text:display-levels="1000000000"/></text:outline-style>',
      ),
    expected: read('found'),
  },
  {
    name: 'shown-levels.odt',
    about: 'a list that displays the numbers of a thousand million parent levels',
    content: () =>
      makeOdf(
        'text',
        `${'<text:list text:style-name="L"><text:list-item><text:p>Item</text:p></text:list-item></text:list>'.repeat(100)}${p}`,
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="I" text:start-value="2000000000" text:display-levels="1000000000"/></text:list-style>',
      ),
    expected: read('found'),
  },
  {
    name: 'outside.odt',
    about: 'pictures and sections in other files',
    content: () =>
      makeOdf(
        'text',
        `<text:section><text:section-source xlink:href="file:///etc/passwd"/></text:section><draw:frame><draw:image xlink:href="http://127.0.0.1:9/"/></draw:frame>${p}`,
      ),
    expected: read('found'),
  },
]);

import { createRequire } from 'node:module';
import { makeZip } from '../../gate/engine/load/support/make-zip.ts';

// The product declares types for the few parts of the package that it uses.
const docx = createRequire(import.meta.url)('docx');
const { AlignmentType, Footer, Header, Paragraph, Table, TableCell, TableRow, TextRun } = docx;

/** The sentence that every file has once in its body. */
export const sentence = 'The Customer shall pay each invoice within forty-five (45) days of receipt.';

const [head, tail] = ['The Customer shall pay each invoice within ', ' days of receipt.'];
const whole = () => new TextRun(sentence);
const around = (text: string) => new Paragraph(text);
const filler =
  'The Supplier delivers the goods to the place that the order names, on the day that it names. ';

/** Objects of the package. */
type Children = object[];

const ofSentence: Record<string, () => Children> = {
  plain: () => [whole()],
  bold: () => [new TextRun(head), new TextRun({ text: 'forty-five (45)', bold: true }), new TextRun(tail)],
  divided: () => [...sentence].map((text) => new TextRun(text)),
  looks: () =>
    [head, 'forty-', 'five (4', '5)', tail].map(
      (text, at) => new TextRun({ text, size: 20 + at, color: `0${at}80F0`, italics: at % 2 === 0 }),
    ),
  highlighted: () => [new TextRun({ text: sentence, highlight: 'yellow', underline: {} })],
  linked: () => [new docx.ExternalHyperlink({ children: [whole()], link: 'https://www.example.org/terms' })],
  bookmarked: () => [new docx.Bookmark({ id: 'term', children: [whole()] })],
  footnoted: () => [whole(), new docx.FootnoteReferenceRun(1)],
  commented: () => [
    new docx.CommentRangeStart(0),
    whole(),
    new docx.CommentRangeEnd(0),
    new TextRun({ children: [new docx.CommentReference(0)] }),
  ],
  'beside an insertion': () => [
    new docx.InsertedTextRun({
      text: 'At the latest: ',
      id: 901,
      author: 'Ann',
      date: '2025-01-01T00:00:00Z',
    }),
    new docx.DeletedTextRun({ text: 'At once: ', id: 902, author: 'Ann', date: '2025-01-01T00:00:00Z' }),
    whole(),
  ],
  'after a tab': () => [new TextRun({ children: [new docx.Tab(), sentence] })],
  'after a page number': () => [
    new TextRun({ children: ['Page ', docx.PageNumber.CURRENT, ': '] }),
    new TextRun(sentence),
  ],
};

const cell = (...children: Children) => new TableCell({ children });

const ofDocument: Record<string, () => Children> = {
  heading: () => [new Paragraph({ heading: docx.HeadingLevel.HEADING_2, children: [whole()] })],
  numbered: () =>
    ['First.', sentence, 'Third.'].map(
      (text) => new Paragraph({ text, numbering: { reference: 'clauses', level: 0 } }),
    ),
  bullets: () => ['First.', sentence].map((text) => new Paragraph({ text, bullet: { level: 1 } })),
  justified: () => [new Paragraph({ alignment: AlignmentType.JUSTIFIED, children: [whole()] })],
  'right to left': () => [
    new Paragraph({
      bidirectional: true,
      children: [new TextRun({ text: 'يدفع العميل. ', rightToLeft: true }), whole()],
    }),
  ],
  table: () => [
    new Table({
      rows: [
        new TableRow({ children: [cell(around('Term')), cell(new Paragraph({ children: [whole()] }))] }),
      ],
    }),
  ],
  'table in a table': () => {
    const inner = new Table({
      rows: [new TableRow({ children: [cell(new Paragraph({ children: [whole()] }))] })],
    });
    return [
      new Table({ rows: [new TableRow({ children: [cell(around('Term')), cell(inner, around(''))] })] }),
    ];
  },
  long: () => [
    ...Array.from({ length: 40 }, () => around(filler.repeat(4))),
    new Paragraph({ children: [whole()] }),
    ...Array.from({ length: 40 }, () => around(filler.repeat(4))),
  ],
};

/** Files that the `docx` package makes. */
export async function packageFiles(): Promise<[string, Uint8Array][]> {
  const made = [
    ...Object.entries(ofSentence).map(([name, children]): [string, Children] => [
      name,
      [new Paragraph({ children: children() })],
    ]),
    ...Object.entries(ofDocument).map(([name, children]): [string, Children] => [name, children()]),
  ];
  return Promise.all(
    made.map(async ([name, children]): Promise<[string, Uint8Array]> => {
      const document = new docx.Document({
        comments: { children: [{ id: 0, author: 'Ann', children: [around('Why?')] }] },
        footnotes: { 1: { children: [around('Counted in calendar days.')] } },
        numbering: {
          config: [
            {
              reference: 'clauses',
              levels: [
                { level: 0, format: docx.LevelFormat.DECIMAL, text: '%1.', alignment: AlignmentType.START },
              ],
            },
          ],
        },
        sections: [
          {
            headers: { default: new Header({ children: [around('Agreement 4711')] }) },
            footers: {
              default: new Footer({
                children: [
                  new Paragraph({ children: [new TextRun({ children: [docx.PageNumber.CURRENT] })] }),
                ],
              }),
            },
            children: [around('The parties agree as follows.'), ...children, around('This is the end.')],
          },
        ],
      });
      return [`package, ${name}`, await docx.Packer.toBuffer(document)];
    }),
  );
}

const html: Record<string, string> = {
  plain: `<p>${sentence}</p>`,
  marked: `<p>${head}<b>forty-five (<i>4</i>5)</b>${tail}</p>`,
  list: `<ol><li>First.<li>${sentence}<li>Third.</ol>`,
  nested: `<ol><li>First.<ul><li>${sentence}</ul><li>Third.</ol>`,
  table: `<table border=1><tr><th>Term<th>Text<tr><td rowspan=2>Payment<td>${sentence}<tr><td>None</table>`,
  link: `<p><a href="https://www.example.org/">${sentence}</a></p>`,
  'from right to left': `<p dir="rtl">${sentence}</p>`,
  heading: `<h3>${sentence}</h3>`,
  coloured: `<p style="color:#a00;font-family:Courier;font-size:9pt;text-align:justify">${sentence}</p>`,
  'other languages': `<p lang="de">Größe 3 µm.</p><p>${sentence}</p><p>日本語 😀 ไทย</p>`,
};

const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`;
const odt: Record<string, string> = {
  spans: `<text:p>${head}${span('B', 'forty-five (')}${span('R', '4')}5)${tail}</text:p>`,
  footnote: `<text:p>${sentence}<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Calendar days.</text:p></text:note-body></text:note></text:p>`,
  list: `<text:list text:style-name="L"><text:list-item><text:p>First.</text:p></text:list-item><text:list-item><text:p>${sentence}</text:p></text:list-item></text:list>`,
  section: `<text:section text:name="s"><text:p>${sentence}</text:p></text:section>`,
  field: `<text:p>Page <text:page-number>1</text:page-number>. ${sentence}</text:p>`,
  comment: `<text:p><office:annotation><dc:creator>Ann</dc:creator><text:p>Why?</text:p></office:annotation>${sentence}</text:p>`,
  changes: `<text:tracked-changes><text:changed-region text:id="c1"><text:insertion><office:change-info><dc:creator>Ann</dc:creator><dc:date>2025-01-01T00:00:00</dc:date></office:change-info></text:insertion></text:changed-region></text:tracked-changes><text:p><text:change-start text:change-id="c1"/>New. <text:change-end text:change-id="c1"/>${sentence}</text:p>`,
  bookmark: `<text:p><text:bookmark-start text:name="b"/>${sentence}<text:bookmark-end text:name="b"/></text:p>`,
};

const rtf: Record<string, string> = {
  plain: sentence,
  marked: `${head}{\\b forty-five (}{\\i 4}5)${tail}`,
  styled: `{\\fs18\\ul\\cf1 ${sentence}}`,
  justified: `\\qj\\li720 ${sentence}`,
  unicode: `Gr\\u246?\\u223?e. ${sentence}`,
};

/** Files of other kinds, which LibreOffice saves as Word files, by their names. */
export function libreOfficeFiles(): [string, string][] {
  const spaces = [
    ['office', 'office:1.0'],
    ['style', 'style:1.0'],
    ['text', 'text:1.0'],
    ['fo', 'xsl-fo-compatible:1.0'],
  ]
    .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`)
    .join(' ');
  const style = (name: string, look: string) =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties ${look}/></style:style>`;
  const styles = `${style('B', 'fo:font-weight="bold"')}${style('R', 'fo:color="#ff0000"')}<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>`;
  const flat = (body: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body.replace(/^(<text:tracked-changes>.*<\/text:tracked-changes>)?/, '$1<text:p>The parties agree.</text:p>')}<text:p>This is the end.</text:p></office:text></office:body></office:document>`;
  return [
    ...Object.entries(html).map(([name, body]): [string, string] => [
      `web page, ${name}.html`,
      `<!doctype html><meta charset="utf-8"><p>The parties agree.</p>${body}<p>This is the end.</p>`,
    ]),
    ...Object.entries(odt).map(([name, body]): [string, string] => [`text, ${name}.fodt`, flat(body)]),
    ...Object.entries(rtf).map(([name, body]): [string, string] => [
      `rich text, ${name}.rtf`,
      `{\\rtf1\\ansi{\\colortbl;\\red160\\green0\\blue0;}The parties agree.\\par ${body}\\par\\pard This is the end.\\par}`,
    ]),
  ];
}

const run = (text: string, look = '') =>
  `<w:r w:rsidR="00A1B2C3">${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, look = '') =>
  `<w:p w14:paraId="1A2B3C4D" w:rsidR="00A1B2C3">${look && `<w:pPr>${look}</w:pPr>`}${content}</w:p>`;
const fld = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const by = 'w:author="Ann" w:date="2025-01-01T00:00:00Z"';
const divided = run(head) + run('forty-five (4', '<w:b/>') + run('5', '<w:b/><w:i/>') + run(`)${tail}`);
const instruction = (text: string) => `<w:r><w:instrText xml:space="preserve"> ${text} </w:instrText></w:r>`;

const word: Record<string, string> = {
  divided: p(divided),
  'spelling marks': p(
    `${run(head)}<w:proofErr w:type="gramStart"/>${run('forty-five')}<w:proofErr w:type="gramEnd"/>${run(` (45)${tail}`)}`,
  ),
  numbering: p(run('First.'), list(0)) + p(divided, list(1)) + p(run('Second.'), list(0)),
  'changed numbering': p(divided, `${list(0)}<w:pPrChange w:id="3" ${by}><w:pPr/></w:pPrChange>`),
  'a reference': p(
    `${run('See ')}${fld('begin')}${instruction('REF a')}${fld('separate')}${run('2')}${fld('end')}${run(`. ${sentence}`)}`,
  ),
  'a simple field': p(
    `<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>${run(` ${sentence}`)}`,
  ),
  footnote: p(
    `${run(sentence)}<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>`,
  ),
  'footnote inside': p(
    `${run(`${head}forty-five (45)`)}<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>${run(tail)}`,
  ),
  insertion: p(`<w:ins w:id="5" ${by}>${run('New. ')}</w:ins>${run(sentence)}`),
  deletion: p(
    `<w:del w:id="5" ${by}><w:r><w:delText xml:space="preserve">Old. </w:delText></w:r></w:del>${divided}`,
  ),
  'deleted inside': p(
    `${run(head)}<w:del w:id="5" ${by}><w:r><w:delText>sixty</w:delText></w:r></w:del>${run(`forty-five (45)${tail}`)}`,
  ),
  moved: `${p(`<w:moveFrom w:id="6" ${by}>${run('Moved away. ')}</w:moveFrom>`)}${p(divided)}`,
  'changed look': p(run(sentence, `<w:b/><w:rPrChange w:id="7" ${by}><w:rPr/></w:rPrChange>`)),
  'right to left': p(`${run('يدفع العميل خلال المدة. ', '<w:rtl/>')}${run(sentence)}`, '<w:bidi/>'),
  control: `<w:sdt><w:sdtPr><w:alias w:val="Term"/><w:id w:val="99"/></w:sdtPr><w:sdtContent>${p(divided)}</w:sdtContent></w:sdt>`,
  'control in a line': p(
    `${run(head)}<w:sdt><w:sdtPr><w:id w:val="98"/></w:sdtPr><w:sdtContent>${run('forty-five (45)')}</w:sdtContent></w:sdt>${run(tail)}`,
  ),
  table: `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid><w:tr>${tc(p(run('Term')), '<w:vMerge w:val="restart"/>')}${tc(p(divided))}</w:tr><w:tr>${tc(p(''), '<w:vMerge/>')}${tc(p(run('None.')))}</w:tr></w:tbl>`,
  bookmarks: p(`<w:bookmarkStart w:id="1" w:name="a"/>${divided}<w:bookmarkEnd w:id="1"/>`),
  'page break': p(
    `<w:r><w:br w:type="page"/></w:r>${run(head)}<w:r><w:lastRenderedPageBreak/><w:t>forty-five (45)</w:t></w:r>${run(tail)}`,
  ),
  'small capitals': p(
    run(sentence, '<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:smallCaps/><w:lang w:val="en-GB"/>'),
  ),
};

function list(level: number): string {
  return `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;
}

function tc(content: string, look = ''): string {
  return `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/>${look}</w:tcPr>${content}</w:tc>`;
}

/** Files with the XML that Word writes. */
export function wordFiles(): [string, Uint8Array][] {
  const uri = 'http://schemas.openxmlformats.org';
  const main = `xmlns:w="${uri}/wordprocessingml/2006/main" xmlns:r="${uri}/officeDocument/2006/relationships" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:mc="${uri}/markup-compatibility/2006" mc:Ignorable="w14"`;
  const kinds = ['styles', 'numbering', 'footnotes', 'header', 'footer', 'settings'];
  const types = kinds.map(
    (kind) =>
      `<Override PartName="/word/${kind}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml"/>`,
  );
  const relations = kinds.map(
    (kind) =>
      `<Relationship Id="r${kind}" Type="${uri}/officeDocument/2006/relationships/${kind}" Target="${kind}.xml"/>`,
  );
  const level = (at: number, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const note = (id: number, type: string, mark: string) =>
    `<w:footnote ${type && `w:type="${type}" `}w:id="${id}"><w:p><w:r>${mark}</w:r></w:p></w:footnote>`;
  const part = (root: string, content: string) =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:${root} ${main}>${content}</w:${root}>`;
  const parts = {
    'word/styles.xml': part(
      'styles',
      '<w:docDefaults/><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
    ),
    'word/numbering.xml': part(
      'numbering',
      `<w:abstractNum w:abstractNumId="0">${level(0, '%1.')}${level(1, '%1.%2')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
    ),
    'word/footnotes.xml': part(
      'footnotes',
      note(0, 'separator', '<w:separator/>') +
        note(1, 'continuationSeparator', '<w:continuationSeparator/>') +
        note(2, '', '<w:t>Calendar days.</w:t>'),
    ),
    'word/header.xml': part('hdr', p(run('Agreement 4711'))),
    'word/footer.xml': part('ftr', p(run('Confidential'))),
    'word/settings.xml': part('settings', '<w:trackRevisions/>'),
  };
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rheader"/><w:footerReference w:type="default" r:id="rfooter"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  return Object.entries(word).map(([name, body]) => {
    const all = {
      '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="${uri}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${types.join('')}</Types>`,
      '_rels/.rels': `<Relationships xmlns="${uri}/package/2006/relationships"><Relationship Id="r1" Type="${uri}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="${uri}/package/2006/relationships">${relations.join('')}</Relationships>`,
      'word/document.xml': part(
        'document',
        `<w:body>${p(run('The parties agree.'))}${body}${p(run('This is the end.'))}${section}</w:body>`,
      ),
      ...parts,
    };
    const zipped = makeZip(Object.entries(all).map(([entry, content]) => ({ name: entry, content })));
    return [`Word, ${name}`, zipped];
  });
}

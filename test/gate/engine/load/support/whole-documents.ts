import { chapter, makeEpub } from './make-epub.ts';
import { makeOdf } from './make-odf.ts';
import { makeDeck } from './make-office.ts';
import { makeDocx, makeZip, paragraph } from './make-zip.ts';

const html = `<!doctype html><html><head><title>Not text</title>
<style>.gone { display: none } .tiny { font-size: 0.5px } .white { color: #fff } .odd::before { content: "x" }</style></head><body>
<h1 id="top">Lease   of
 the <em>shop</em></h1>
<p>First
  line &amp; <b>bold</b><br>second   line. H<sub>2</sub>O, m<sup>2</sup>, 10<sup>5</sup>, the 1<sup>st</sup> and <sup>1</sup>.</p>
<pre>  kept   spaces
    and lines</pre>
<p>after
the   pre</p>
<xmp>raw <b>tags</b>
kept</xmp>
<p>after
the   xmp</p>
<h2 id="rent"><a name="due"></a>Rent</h2>
<ul><li>One<li>Two <ul><li>Two and a half</ul></li></ul>
<ol start="3"><li>Three</ol>
<dl><dt>Term<dd>Its meaning</dl>
<table><caption>Fees</caption><tr><th>Plan<th>Fee<tr><td>Basic<br>cheap<td><p>EUR 1</p><p>net</p><tr><td><td><tr><td>Last<td></table>
<p>Old <del>price</del><s> and</s> <ins>new</ins> price.</p>
<p>Seen <span class="gone">first secret</span><span class="tiny">second <b>secret</b></span> and <span class="white">third secret</span> seen.</p>
<div hidden><p>fourth secret</p><p>goes on</p></div>
<details><summary>More</summary>Folded text.</details>
<blockquote>Quoted.<p>Words.</blockquote>
<form><label>Name <input value="no"></label><select><option>no</select><textarea>no</textarea><button>Send</button></form>
<div role="heading" aria-level="3" id="late">Late payment</div>
<p>Interest is&nbsp;due.&shy;&#8203;</p><script>no</script><noscript>no</noscript><template>no</template><svg><defs><text>no</text></defs></svg>
</body></html>`;

const w = (name: string, value: string) => `<w:${name} w:val="${value}"/>`;
const run = (text: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inside: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`;
const style = (id: string, based: string | null, look: string, type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}">${w('name', id)}${based === null ? '' : w('basedOn', based)}${look}</w:style>`;
const level = (index: number, text: string, format = 'decimal', start = 1) =>
  `<w:lvl w:ilvl="${index}">${w('start', String(start))}${w('numFmt', format)}${w('lvlText', text)}</w:lvl>`;
const numbered = (at: number, list = 3) =>
  `<w:numPr>${w('ilvl', String(at))}${w('numId', String(list))}</w:numPr>`;
const white = '<w:color w:val="FFFFFF"/>';
const docx = makeDocx(
  [
    p(run('Annex B'), w('pStyle', 'Title')),
    p(run('Service '), `${w('pStyle', 'heading 1')}${numbered(0)}`).replace(
      '</w:p>',
      `${run('levels')}</w:p>`,
    ),
    p(run('The supplier answers within four hours.'), numbered(1)),
    p(run('By day.'), numbered(2)),
    p(run('By night.'), numbered(2)),
    p(run('It restores within a day.'), numbered(1)),
    p(run('By phone.'), numbered(2)),
    p(run('Payment'), `${w('pStyle', 'House')}${numbered(0)}`),
    p(
      `${run('Fees')}<w:r><w:tab/></w:r>${run('EUR 5')}<w:r><w:br/></w:r>${run('net.')}<w:r><w:noBreakHyphen/></w:r><w:r><w:softHyphen/></w:r>`,
      numbered(1),
    ),
    p(run('A bullet'), numbered(0, 4)),
    p(run('Ten'), numbered(0, 5)),
    p(run('Eleven'), numbered(0, 5)),
    p(
      `${run('Backups are kept.')}<w:r><w:footnoteReference w:id="1"/></w:r>${run(' Always.')}<w:r><w:endnoteReference w:id="1"/></w:r>`,
    ),
    p(
      `${run('The price is fixed for ')}<w:del><w:r><w:delText>two</w:delText></w:r></w:del><w:ins>${run('three')}</w:ins>${run(' years.')}`,
    ),
    p(
      `${run('Seen ')}${run('by style ', w('rStyle', 'Ghost'))}${run('by parent ', w('rStyle', 'Child'))}${run('shown again ', w('rStyle', 'Shown'))}${run('vanished ', '<w:vanish/>')}${run('white', white)}${run(' end.')}`,
    ),
    p(run('White paragraph'), w('pStyle', 'Pale')),
    p(run('Dark again', '<w:color w:val="000000"/>'), w('pStyle', 'Pale')),
    `<w:tbl><w:tr><w:tc>${paragraph('Severity')}</w:tc><w:tc>${paragraph('Answer')}${paragraph('within')}</w:tc></w:tr><w:tr><w:tc>${paragraph('High')}</w:tc><w:tc>${paragraph('1 hour')}</w:tc></w:tr></w:tbl>`,
    `<w:tbl><w:tr><w:tc>${paragraph('Outer')}</w:tc><w:tc><w:tbl><w:tr><w:tc>${paragraph('1')}</w:tc><w:tc>${paragraph('hour')}</w:tc></w:tr></w:tbl>${paragraph('')}</w:tc></w:tr></w:tbl>`,
    p(
      `<w:hyperlink>${run('A link')}</w:hyperlink>${run(' and ')}<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r><w:r><w:commentReference w:id="1"/></w:r>`,
    ),
    `<w:sectPr><w:headerReference w:type="default" r:id="r1"/><w:headerReference w:type="first" r:id="r2"/><w:footerReference w:type="default" r:id="r3"/></w:sectPr>`,
  ].join(''),
  {
    'word/styles.xml': `<w:root>${style('Title', null, '')}${style('heading 1', null, '')}${style('House', 'heading 1', '')}${style('Ghost', null, '<w:rPr><w:vanish/></w:rPr>', 'character')}${style('Child', 'Ghost', '', 'character')}${style('Shown', 'Ghost', '<w:rPr><w:vanish w:val="0"/></w:rPr>', 'character')}${style('Pale', null, `<w:rPr>${white}</w:rPr>`)}</w:root>`,
    'word/numbering.xml': `<w:root><w:abstractNum w:abstractNumId="7">${level(0, '%1.')}${level(1, '%1.%2')}${level(2, '(%3)', 'lowerLetter')}</w:abstractNum><w:abstractNum w:abstractNumId="8">${level(0, '•', 'bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="9">${level(0, '%1)', 'upperRoman', 10)}</w:abstractNum><w:num w:numId="3">${w('abstractNumId', '7')}</w:num><w:num w:numId="4">${w('abstractNumId', '8')}</w:num><w:num w:numId="5">${w('abstractNumId', '9')}</w:num></w:root>`,
    'word/footnotes.xml': `<w:root><w:footnote w:type="separator" w:id="-1">${paragraph('___')}</w:footnote><w:footnote w:id="1">${paragraph('On business days.')}</w:footnote></w:root>`,
    'word/endnotes.xml': `<w:root><w:endnote w:id="1">${paragraph('Even in August.')}</w:endnote></w:root>`,
    'word/comments.xml': `<w:root><w:comment w:id="1" w:author="Ada">${paragraph('Is it?')}</w:comment></w:root>`,
    'word/header1.xml': `<w:root>${paragraph('Draft of May')}</w:root>`,
    'word/header2.xml': `<w:root>${paragraph('On no page')}</w:root>`,
    'word/footer1.xml': `<w:root>${paragraph('In confidence')}</w:root>`,
    'word/_rels/document.xml.rels': `<Relationships>${['header1', 'header2', 'footer1'].map((name, at) => `<Relationship Id="r${at + 1}" Type="x/header" Target="${name}.xml"/>`).join('')}</Relationships>`,
  },
);

const textStyle = (name: string, parent: string | null, look: string, family = 'text') =>
  `<style:style style:name="${name}" style:family="${family}" ${parent === null ? '' : `style:parent-style-name="${parent}"`}>${look}</style:style>`;
const textLook = (attributes: string) => `<style:text-properties ${attributes}/>`;
const odtStyles = [
  textStyle('Gone', null, textLook('text:display="none"')),
  textStyle('GoneToo', 'Gone', textLook('fo:color="#ff0000"')),
  textStyle('Back', 'GoneToo', textLook('text:display="true"')),
  textStyle('White', null, textLook('fo:color="#ffffff"')),
  textStyle('Black', 'White', textLook('fo:color="#000000"')),
  textStyle('Half', 'Whole', textLook('fo:font-size="5%"')),
  textStyle('Whole', null, textLook('fo:font-size="10pt"')),
  textStyle('Pale', null, textLook('fo:color="#ffffff"'), 'paragraph'),
  textStyle('Night', 'Pale', '<style:paragraph-properties fo:background-color="#000000"/>', 'paragraph'),
].join('');
const odtList = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/><text:list-level-style-bullet text:level="3" text:bullet-char="•"/></text:list-style>`;
const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;
const item = (inside: string) => `<text:list-item>${inside}</text:list-item>`;
const tp = (inside: string, name = '') => `<text:p text:style-name="${name}">${inside}</text:p>`;
const odt = makeOdf(
  'text',
  `<text:h text:outline-level="1">Payment</text:h>${tp('Fees<text:tab/>EUR<text:s text:c="3"/>5<text:line-break/>net   of\n tax.')}
<text:list text:style-name="L">${item(`${tp('One.')}<text:list>${item(tp('Of one.'))}${item(tp('And two.'))}</text:list>`)}${item(tp('Two.'))}</text:list>
<text:list text:style-name="L" text:continue-numbering="true">${item(tp('Three.'))}</text:list>
<text:h text:outline-level="2">Late payment</text:h>
${tp(`Seen ${span('Gone', 'first ')} ${span('GoneToo', 'second')} ${span('Back', 'shown')} ${span('White', 'third')} ${span('Black', 'black')} ${span('Half', 'fourth')} ${span('Whole', 'whole')} end.`)}
${tp('Pale words.', 'Pale')}${tp('Night words.', 'Night')}
${tp('A note<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Of the foot.</text:p></text:note-body></text:note> here<office:annotation><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Ada</dc:creator><text:p>Why?</text:p></office:annotation>.')}
<table:table table:name="T"><table:table-header-rows><table:table-row><table:table-cell>${tp('Item')}</table:table-cell><table:table-cell>${tp('Price')}</table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2">${tp('Both')}</table:table-cell><table:covered-table-cell>${tp('Under')}</table:covered-table-cell></table:table-row></table:table>
${tp('<draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame>Beside.')}
<text:section>${tp('In a section.')}</text:section><text:h text:outline-level="1">Term</text:h>${tp('Two years.')}`,
  odtStyles + odtList,
);

const cellOf = (at: string, inside: string, attributes = '') => `<c r="${at}" ${attributes}>${inside}</c>`;
const text = (at: string, words: string, style = 0) =>
  cellOf(at, `<is><t>${words}</t></is>`, `t="inlineStr" s="${style}"`);
const number = (at: string, value: string, style = 0) => cellOf(at, `<v>${value}</v>`, `s="${style}"`);
const xlsx = makeZip([
  {
    name: 'xl/workbook.xml',
    content:
      '<workbook><sheets><sheet name="Prices" id="r1"/><sheet name="Secrets" state="hidden" id="r2"/><sheet name="Empty" id="r3"/><sheet name="Chart" id="r4"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships>${[1, 2, 3].map((at) => `<Relationship Id="r${at}" Type="x/worksheet" Target="${at === 2 ? '/xl/' : ''}worksheets/${at}.xml"/>`).join('')}<Relationship Id="r4" Type="x/chartsheet" Target="chartsheets/1.xml"/></Relationships>`,
  },
  {
    name: 'xl/sharedStrings.xml',
    content:
      '<sst><si><t>Shared</t></si><si><r><t>Rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh><t>no</t></rPh></si></sst>',
  },
  {
    name: 'xl/styles.xml',
    content: `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00&quot; EUR&quot;"/><numFmt numFmtId="171" formatCode="dd/mm/yyyy"/></numFmts><fonts><font><sz val="11"/></font><font><sz val="11"/><color rgb="FFFFFFFF"/></font></fonts><fills><fill/></fills><cellXfs>${[
      ['0', '0'],
      ['9', '0'],
      ['14', '0'],
      ['170', '0'],
      ['171', '0'],
      ['0', '1'],
      ['10', '0'],
      ['21', '0'],
      ['2', '0'],
      ['11', '0'],
    ]
      .map(([format, font]) => `<xf numFmtId="${format}" fontId="${font}" fillId="0"/>`)
      .join('')}</cellXfs></styleSheet>`,
  },
  {
    name: 'xl/worksheets/1.xml',
    content: `<worksheet><cols><col min="5" max="5" hidden="1"/></cols><sheetData>
<row r="1">${cellOf('A1', '<v>0</v>', 't="s"')}${cellOf('C1', '<v>1</v>', 't="s"')}</row>
<row r="2">${number('A2', '0.25', 1)}${number('B2', '46023', 2)}${number('C2', '1234.5', 3)}${number('D2', '46023', 4)}${text('E2', 'in a hidden column')}</row>
<row r="3">${cellOf('A3', '<v>1</v>', 't="b"')}${cellOf('B3', '<v>#N/A</v>', 't="e"')}${cellOf('C3', '<f>A1</f><v>computed</v>', 't="str"')}${cellOf('D3', '<f>B1</f>')}</row>
<row r="5" hidden="1">${text('A5', 'in a hidden row')}</row>
<row r="6">${number('A6', '0.1234', 6)}${number('B6', '0.5', 7)}${number('C6', '1.005', 8)}${number('D6', '12345678', 9)}</row>
<row r="7">${text('A7', 'seen')}${text('B7', 'white', 5)}</row>
<row r="9">${text('AA9', 'far')}${number('AB9', '-0.5')}</row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
  },
  {
    name: 'xl/worksheets/2.xml',
    content: `<worksheet><sheetData><row r="1">${text('A1', 'Secret one')}</row><row r="2">${text('A2', 'Secret two')}</row></sheetData></worksheet>`,
  },
  { name: 'xl/worksheets/3.xml', content: '<worksheet><sheetData/></worksheet>' },
  {
    name: 'xl/worksheets/_rels/1.xml.rels',
    content:
      '<Relationships><Relationship Id="r1" Type="x/comments" Target="../comments1.xml"/></Relationships>',
  },
  {
    name: 'xl/comments1.xml',
    content:
      '<comments><authors><author>Ada</author></authors><commentList><comment ref="C2" authorId="0"><text><t>Too much?</t></text></comment></commentList></comments>',
  },
]);

const shape = (words: string[], { kind = '', at = '', more = '' } = {}) =>
  `<sp><nvSpPr><cNvPr ${more}/><nvPr>${kind && `<ph type="${kind}"/>`}</nvPr></nvSpPr><spPr>${at}</spPr><txBody>${words.map((one) => `<p>${one}</p>`).join('')}</txBody></sp>`;
const r = (words: string, look = '') => `<r><rPr>${look}</rPr><t>${words}</t></r>`;
const pptx = makeDeck(
  `${shape([r('Offer ') + r('of May')], { kind: 'title' })}${shape([r('First point'), `${r('Second')}<br/>${r('point')}`, r('')])}<grpSp>${shape([r('In a group')])}</grpSp><graphicFrame><graphic><graphicData><tbl><tr><tc><txBody><p>${r('Item')}</p></txBody></tc><tc><txBody><p>${r('Price')}</p></txBody></tc></tr><tr><tc><txBody><p>${r('Pump')}</p></txBody></tc><tc><txBody><p>${r('EUR 5')}</p></txBody></tc></tr></tbl></graphicData></graphic></graphicFrame>${shape([r('Hidden shape')], { more: 'hidden="1"' })}${shape([r('7')], { kind: 'sldNum' })}`,
  { notes: shape([r('Say thanks.')], { kind: 'body' }) },
);

const frame = (inside: string, kind = '') =>
  `<draw:frame ${kind && `presentation:class="${kind}"`}><draw:text-box>${inside}</draw:text-box></draw:frame>`;
const odp = makeOdf(
  'presentation',
  `<draw:page draw:name="one">${frame('<text:p>Offer</text:p>', 'title')}${frame('<text:p>Two <text:span>pumps</text:span></text:p><text:list><text:list-item><text:p>Small</text:p></text:list-item></text:list>')}<draw:frame><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></draw:frame><presentation:notes>${frame('<text:p>Say thanks.</text:p>')}</presentation:notes></draw:page><draw:page draw:style-name="off">${frame('<text:p>Not shown</text:p>')}</draw:page><draw:page>${frame('<text:p>Last</text:p>', 'title')}</draw:page>`,
  '<style:style style:name="off" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
);
const ods = makeOdf(
  'spreadsheet',
  ['Prices', 'Costs']
    .map(
      (name) =>
        `<table:table table:name="${name}"><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>${name} </text:p><text:p>twice</text:p></table:table-cell></table:table-row><table:table-row table:visibility="collapse"><table:table-cell><text:p>hidden in ${name}</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell/><table:table-cell office:value-type="float"><text:p>1,5</text:p><office:annotation><text:p>Sure?</text:p></office:annotation></table:table-cell></table:table-row></table:table>`,
    )
    .join(''),
);
const epub = makeEpub(
  [
    {
      href: 'nav.xhtml',
      properties: 'nav',
      content: chapter(
        '<nav epub:type="toc"><h1>Contents</h1><ol><li><a href="b.xhtml">Second</a></li></ol></nav>',
      ),
    },
    {
      href: 'a.xhtml',
      content: chapter(
        '<h1 id="one">First</h1><p>Of the first.</p><aside epub:type="footnote"><p>A note.</p></aside>',
      ),
    },
    {
      href: 'b.xhtml',
      content: chapter(
        '<h1>Second</h1><p style="display:none">gone</p><p>Of the second.</p><pre>a\n b</pre><p>x\ny</p>',
      ),
    },
    { href: 'c.xhtml', name: null, content: '' },
  ],
  [0, 2, 1, 3],
);
const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Times;}}{\colortbl;\red255\green255\blue255;\red0\green0\blue0;}{\stylesheet{\s1\outlinelevel0 Clause;}}{\header Page head\par}\pard\s1 Payment\par\pard The fee\line is {\b bold}{\i  and} \'80 5.\par {\cf1 white} {\cf2 black} {\v gone} {\fs1 tiny}.\par\trowd\cellx1\cellx2\intbl a\cell b\cell\row\intbl c\cell d\cell\row\pard After{\footnote{\super\chftn} Of the foot.} the table.\par{\footer Page foot\par}}`;
const eml = [
  'From: Ada <a@example.org>',
  'To: b@example.org',
  'Subject: =?utf-8?Q?Offer_=E2=82=AC?=',
  'Date: Mon, 5 Jan 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'We agree.',
  '',
  '> You wrote',
  '--x',
  'Content-Type: text/plain; name=terms.txt',
  'Content-Disposition: attachment; filename=terms.txt',
  '',
  'The fee is 5.',
  '--x--',
  '',
].join('\r\n');
const md =
  '---\ntitle: A lease\ntags:\n  - flat\n---\n# One\n\nText of\none.\n\n## Two\n\n- a\n- b\n\n```\n# not a heading\n```\n\n| a | b |\n|---|---|\n| c | d |\n\nThree\n=====\n\nEnd.';
const csv = 'Item;Price\r\n"Pump; big";"1,5"\r\n\r\n"Two\nlines";"say ""no"""\r\n';
const zip = makeZip([
  { name: 'b/terms.md', content: '# Terms' },
  { name: 'a.txt', content: 'One.' },
  { name: 'b/x.bin', content: 'x\0' },
  { name: '__MACOSX/a.txt', content: 'no' },
  { name: 'c/in.zip', content: makeZip([{ name: 'fee.csv', content: csv }]) },
  { name: 'd.docx', content: makeDocx(paragraph('Three.')) },
]);

/** A document of each format with everything that its reader treats in its own way, by the name of its file. */
export const wholeDocuments: Readonly<Record<string, string | Uint8Array>> = {
  'page.html': html,
  'agreement.docx': docx,
  'agreement.odt': odt,
  'prices.xlsx': xlsx,
  'prices.ods': ods,
  'offer.pptx': pptx,
  'offer.odp': odp,
  'book.epub': epub,
  'terms.rtf': rtf,
  'mail.eml': eml,
  'notes.md': md,
  'list.csv': csv,
  'papers.zip': zip,
};

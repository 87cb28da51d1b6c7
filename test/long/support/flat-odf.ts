import { clauses, prices, slides } from './contract.ts';

/** Documents as single XML files that LibreOffice opens and saves in other formats. */
const namespaces = [
  ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'],
  ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0'],
  ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'],
  ['table', 'urn:oasis:names:tc:opendocument:xmlns:table:1.0'],
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

type Kind = 'text' | 'spreadsheet' | 'presentation';

function flat(kind: Kind, styles: string, body: string, masters = ''): string {
  const mimetype = `application/vnd.oasis.opendocument.${kind}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.2" office:mimetype="${mimetype}">
<office:automatic-styles>${styles}</office:automatic-styles>
${masters}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;
}

/** Headings, paragraphs, lists, a table and a footnote, over several pages. */
export function contractDocument(): string {
  const note = footnote('Sums are stated without taxes.');
  const rows = prices.map(([name, count, price]) => row([name, String(count), price.toFixed(2)])).join('');
  const table = `<table:table table:name="Prices"><table:table-column table:number-columns-repeated="3"/>${rows}</table:table>`;
  return flat('text', '', `${clauseText()}<text:p>Prices${note}</text:p>${table}`);
}

/** A clause with a comment, on a page with a header and footer. */
export function commentedDocument(): string {
  const layout =
    '<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/><style:header-style/><style:footer-style/></style:page-layout>';
  const masters =
    '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page"><style:header><text:p>Contract 4711 of Northwind Pumps</text:p></style:header><style:footer><text:p>Confidential until signed</text:p></style:footer></style:master-page></office:master-styles>';
  const commented = `<text:p>The term is two years.${comment('Should it not be three?')}</text:p>`;
  return flat(
    'text',
    layout,
    `<text:p>First of all.</text:p>${commented}<text:p>Last of all.</text:p>`,
    masters,
  );
}

export function commentedSheet(): string {
  const cell = `<table:table-cell office:value-type="string">${comment('Who agreed to it?')}<text:p>Discount</text:p></table:table-cell>`;
  return flat(
    'spreadsheet',
    '',
    `<table:table table:name="Prices">${row(['Item', 'Price'])}<table:table-row>${textCell('Pump')}${cell}</table:table-row></table:table>`,
  );
}

export function commentedTalk(): string {
  const title =
    '<draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>Plans</text:p></draw:text-box></draw:frame>';
  return flat(
    'presentation',
    '',
    `<draw:page draw:name="1">${title}${comment('Too early to say.')}</draw:page>`,
  );
}

function comment(text: string): string {
  return `<office:annotation><dc:creator>Jane Doe</dc:creator><dc:date>2026-01-02T03:04:05</dc:date><text:p>${text}</text:p></office:annotation>`;
}

/** The same clauses in two columns. */
export function columnsDocument(): string {
  const columns = '<style:columns fo:column-count="2" fo:column-gap="1cm"/>';
  const style = `<style:style style:name="two" style:family="section"><style:section-properties>${columns}</style:section-properties></style:style>`;
  return flat(
    'text',
    style,
    `<text:section text:style-name="two" text:name="s">${clauseText()}</text:section>`,
  );
}

export function priceSheet(): string {
  const cell = (value: number) =>
    `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`;
  const rows = prices.map(
    ([name, count, price]) =>
      `<table:table-row>${textCell(name)}${cell(count)}${cell(price)}</table:table-row>`,
  );
  const terms = clauses.map(({ title }) => row([title])).join('');
  return flat(
    'spreadsheet',
    '',
    `<table:table table:name="Prices">${row(['Item', 'Count', 'Price'])}${rows.join('')}</table:table><table:table table:name="Terms">${terms}</table:table>`,
  );
}

export function talk(): string {
  const frame = (y: number, paragraphs: string[]) =>
    `<draw:frame svg:x="2cm" svg:y="${y}cm" svg:width="22cm" svg:height="6cm"><draw:text-box>${paragraphs.map(paragraph).join('')}</draw:text-box></draw:frame>`;
  const pages = slides.map(
    ({ title, items }, index) =>
      `<draw:page draw:name="page${index + 1}">${frame(1, [title])}${frame(8, items)}</draw:page>`,
  );
  return flat('presentation', '', pages.join(''));
}

function clauseText(): string {
  return clauses
    .map(({ title, paragraphs, items }) => {
      const list = items.map((item) => `<text:list-item>${paragraph(item)}</text:list-item>`).join('');
      return `<text:h text:outline-level="1">${title}</text:h>${paragraphs.map(paragraph).join('')}<text:list>${list}</text:list>`;
    })
    .join('');
}

function paragraph(text: string): string {
  return `<text:p>${text}</text:p>`;
}

function footnote(text: string): string {
  return `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${paragraph(text)}</text:note-body></text:note>`;
}

function row(cells: string[]): string {
  return `<table:table-row>${cells.map(textCell).join('')}</table:table-row>`;
}

function textCell(text: string): string {
  return `<table:table-cell office:value-type="string">${paragraph(text)}</table:table-cell>`;
}

import { Buffer } from 'node:buffer';

/** An object of a PDF: a dictionary or another value, with the bytes of its stream if it has one. */
export type PdfObject = string | { dictionary: string; stream: Uint8Array | string };

/**
 * A PDF of these objects, which are numbered from 1; the first is the catalog. It is written byte by byte, so that
 * objects can contain anything. Text is encoded as Latin-1.
 */
export function rawPdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const rows: string[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    rows.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    const piece = objectBytes(index + 1, object);
    pieces.push(piece);
    length += piece.length;
  }
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(end, 'latin1')]);
}

function objectBytes(number: number, object: PdfObject): Buffer {
  if (typeof object === 'string') return Buffer.from(`${number} 0 obj${object}endobj\n`, 'latin1');
  const { dictionary, stream } = object;
  const bytes = typeof stream === 'string' ? Buffer.from(stream, 'latin1') : stream;
  const length = /\/Length\b/.test(dictionary) ? '' : `/Length ${bytes.length}`;
  return Buffer.concat([
    Buffer.from(`${number} 0 obj<<${dictionary}${length}>>stream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream endobj\n'),
  ]);
}

export const paper = '/MediaBox[0 0 612 792]';
export const helvetica = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
/** The content stream of a page that shows one line of words. */
export const shows = (words: string): string => `BT /F 11 Tf 72 700 Td (${words}) Tj ET\n`;

/** A PDF of one page: the entries of its page object (3), its content (4), and other objects from 5 on. */
export function onePagePdf(
  content: PdfObject,
  { page = '', resources = '', catalog = '', others = [] as PdfObject[] } = {},
): Buffer {
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R${page.includes('/MediaBox') ? '' : paper}/Contents 4 0 R/Resources<<${helvetica}${resources}>>${page}>>`,
    typeof content === 'string' ? { dictionary: '', stream: content } : content,
    ...others,
  ]);
}

/** A valid PDF with this many empty pages. */
export function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${3 + index} 0 R`).join(' ');
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${kids}]${paper}>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R>>'),
  ]);
}

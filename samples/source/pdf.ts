import PDFDocument from 'pdfkit';
import type { Block, Words } from './markup.ts';

export type PdfLayout = {
  title: string;
  author: string;
  /** Lines of the title page, the first one large; without them the text starts on the first page. */
  cover: string[] | null;
  header: { left: string; right: string };
  footer: string;
  /** Stands in the file, so that two builds are equal byte for byte. */
  madeAt: Date;
};

type Doc = PDFKit.PDFDocument;
type Entry = { text: string; page: number };

const margin = 72;
const hanging = 36;
const regular = 'Times-Roman';
const bold = 'Times-Bold';
const grey = '#555555';

/** Sets the blocks on A4 pages with running header and footer. With a cover there is a table of contents too. */
export async function makePdf(blocks: Block[], layout: PdfLayout): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 92, bottom: 84, left: margin, right: margin },
    bufferPages: true,
    lang: 'en-GB',
    info: { Title: layout.title, Author: layout.author, CreationDate: layout.madeAt, ModDate: layout.madeAt },
  });
  const bytes = collect(doc);
  const frontPages = layout.cover ? 2 : 0;
  if (layout.cover) {
    setCover(doc, layout.cover);
    doc.addPage();
    doc.addPage();
  }
  const entries = setBody(doc, blocks);
  if (layout.cover) setContents(doc, entries, frontPages);
  setBoilerplate(doc, layout, frontPages);
  doc.end();
  return bytes;
}

function setCover(doc: Doc, [title = '', ...lines]: string[]) {
  doc.font(bold).fontSize(26).text(title, margin, 250);
  doc.moveDown(1.2).font(regular).fontSize(13);
  for (const line of lines) doc.text(line, { paragraphGap: 8 });
}

function setBody(doc: Doc, blocks: Block[]): Entry[] {
  const entries: Entry[] = [];
  for (const block of blocks) {
    if (block.kind === 'page break') doc.addPage();
    if (block.kind === 'heading') {
      if (roomLeft(doc) < 90) doc.addPage();
      else if (doc.y > doc.page.margins.top) doc.moveDown(0.7);
      entries.push({ text: block.text, page: doc.bufferedPageRange().count });
      doc.font(bold).fontSize(12.5).text(block.text, margin);
      doc.moveDown(0.45);
    }
    if (block.kind === 'paragraph') setParagraph(doc, block.number, block.words);
    if (block.kind === 'table') setTable(doc, block.header, block.rows);
  }
  return entries;
}

function setParagraph(doc: Doc, number: string | null, words: Words[]) {
  if (roomLeft(doc) < 30) doc.addPage();
  doc.fontSize(11).font(regular);
  const left = number === null ? margin : margin + hanging;
  if (number !== null) {
    const top = doc.y;
    doc.text(number, margin, top, { lineBreak: false });
    doc.y = top;
  }
  doc.x = left;
  const width = doc.page.width - margin - left;
  words.forEach((run, index) => {
    const continued = index < words.length - 1;
    doc.font(run.bold ? bold : regular).text(run.text, { width, lineGap: 3.4, continued });
  });
  doc.x = margin;
  doc.moveDown(0.6);
}

function setTable(doc: Doc, header: string[], rows: string[][]) {
  if (roomLeft(doc) < 26 * (rows.length + 1)) doc.addPage();
  doc.fontSize(9.5).font(regular);
  doc.x = margin;
  doc.table({
    defaultStyle: { padding: 5, border: 0.5, borderColor: '#999999' },
    data: [header.map((text) => ({ text, font: { src: bold }, backgroundColor: '#eeeeee' })), ...rows],
  });
  doc.x = margin;
  doc.moveDown(1);
}

function setContents(doc: Doc, entries: Entry[], frontPages: number) {
  doc.switchToPage(1);
  doc.font(bold).fontSize(16).text('Contents', margin, doc.page.margins.top);
  doc.moveDown(0.8).font(regular).fontSize(10.5);
  const right = doc.page.width - margin;
  for (const { text, page } of entries) {
    const top = doc.y;
    const printed = String(page - frontPages);
    doc.text(printed, right - doc.widthOfString(printed), top, { lineBreak: false });
    doc.text(text, margin, top, { paragraphGap: 6 });
  }
}

/** Physical page 1 is the cover and bears no number, page 2 is `ii`; the text starts with printed page 1. */
function setBoilerplate(doc: Doc, layout: PdfLayout, frontPages: number) {
  const { count } = doc.bufferedPageRange();
  for (let index = frontPages > 0 ? 1 : 0; index < count; index += 1) {
    doc.switchToPage(index);
    const printed = index < frontPages ? 'ii' : String(index - frontPages + 1);
    const right = doc.page.width - margin;
    const bottom = doc.page.height - 50;
    doc.page.margins.bottom = 0;
    doc.font(regular).fontSize(8.5).fillColor(grey);
    doc.text(layout.header.left, margin, 48, { lineBreak: false });
    doc.text(layout.header.right, right - doc.widthOfString(layout.header.right), 48, { lineBreak: false });
    doc.text(layout.footer, margin, bottom, { lineBreak: false });
    doc.text(`Page ${printed}`, right - doc.widthOfString(`Page ${printed}`), bottom, { lineBreak: false });
    doc.fillColor('black');
  }
}

function roomLeft(doc: Doc): number {
  return doc.page.height - doc.page.margins.bottom - doc.y;
}

function collect(doc: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

import {
  degrees,
  PDFDocument,
  type PDFFont,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import PDFKit from 'pdfkit';
import { makePng } from './make-png.ts';

/** One line of a made page; `y` is in points from the bottom of the page. */
export type MadeLine = {
  text: string;
  x?: number;
  y: number;
  size?: number;
  turned?: number;
  bold?: boolean;
};

/** A PDF with one page for each list of lines, on paper of 612 by 792 points. */
export async function makePdf(pages: MadeLine[][]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  for (const lines of pages) {
    const page = document.addPage([612, 792]);
    for (const { text, x = 72, y, size = 11, turned = 0, bold: isBold = false } of lines) {
      const font: PDFFont = isBold ? bold : plain;
      page.drawText(text, { x, y, size, font, rotate: degrees(turned) });
    }
  }
  return document.save();
}

/** A PDF that requires a password. */
export function makeEncryptedPdf(): Promise<Uint8Array> {
  const document = new PDFKit({ userPassword: 'open sesame', ownerPassword: 'owner' });
  document.text('Nobody reads this without the password.');
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => resolve(Buffer.concat(pieces)));
    document.end();
  });
}

export type ScannedPage = { picture: boolean; words?: string; invisible?: boolean };

/** A PDF whose pages are pictures, with visible or invisible words over them, or blank. */
export async function makeScan(pages: ScannedPage[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const picture = await document.embedPng(makePng(64, 80));
  for (const { picture: pictured, words, invisible = false } of pages) {
    const page = document.addPage([612, 792]);
    if (pictured) page.drawImage(picture, { x: 0, y: 0, width: 612, height: 792 });
    if (invisible) page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
    if (words !== undefined) page.drawText(words, { x: 40, y: 700, size: 10, font, maxWidth: 500 });
  }
  return document.save();
}

/** A one-page PDF with a filled form field and a link without text. */
export async function makeForm(name: string, value: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([612, 792]);
  page.drawText('Name of the supplier:', { x: 72, y: 700, size: 11 });
  const field = document.getForm().createTextField(name);
  field.setText(value);
  field.addToPage(page, { x: 220, y: 690, width: 200, height: 20 });
  return document.save();
}

/** A PDF whose page tree contains itself. */
export function makeLoopingPdf(): string {
  const pages = '<</Type/Pages/Count 3/Kids[2 0 R 2 0 R]>>';
  return `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n${pages}\nendobj\ntrailer<</Size 3/Root 1 0 R>>\n%%EOF\n`;
}

import { degrees, PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';

/** One line of a made page; `y` in points from the page's bottom. */
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

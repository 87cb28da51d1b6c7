import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { type MadeLine, makePdf } from './make-pdf.ts';

/** A page with these lines, rendered as a PNG at this resolution. */
export async function pictureOf(lines: MadeLine[], dotsPerInch = 150): Promise<Buffer> {
  return pictureOfPage(await makePdf([lines]), 1, dotsPerInch);
}

/** A page of a PDF, rendered as a PNG. `page` counts from 1. */
export async function pictureOfPage(pdf: Uint8Array, page: number, dotsPerInch: number): Promise<Buffer> {
  const passageIndex = await PDFiumLibrary.init();
  const document = await passageIndex.loadDocument(pdf);
  const drawn = await document.getPage(page - 1).render({ scale: dotsPerInch / 72, render: 'bitmap' });
  const raw = { width: drawn.width, height: drawn.height, channels: 4 as const };
  const picture = await sharp(drawn.data, { raw }).removeAlpha().greyscale().png().toBuffer();
  document.destroy();
  passageIndex.destroy();
  return picture;
}

/**
 * A copy of the PDF with additional pages that are pictures. The keys of `scans` are the numbers, from 1, of these
 * pages in the copy.
 */
export async function withScans(pdf: Uint8Array, scans: Record<number, Buffer>): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  for (const [number, picture] of Object.entries(scans)) {
    const page = document.insertPage(Number(number) - 1, [612, 792]);
    page.drawImage(await document.embedPng(picture), { x: 0, y: 0, width: 612, height: 792 });
  }
  return document.save();
}

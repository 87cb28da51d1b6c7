import type { Box } from '../../model/locator.ts';
import { renderFor, sizeOf } from '../pdf/bitmap.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { areaAround, drawingWidth, type Pixels, placeIn } from './place-drawing.ts';

/** The flag that makes PDFium write red first. */
const redFirst = 0x10;

/** Draws the place of words on a page of a PDF, with the words marked. Null when rendering fails. */
export function drawOnPage(module: Pdfium, page: number, boxes: readonly Box[]): Pixels | null {
  const area = areaAround(boxes);
  const points = sizeOf(module, page);
  const scale = drawingWidth / Math.max(1, points.width);
  const whole = Math.max(1, Math.round(points.height * scale));
  const height = Math.max(1, Math.min(Math.round(whole * area.height), 3 * drawingWidth));
  const top = Math.round(whole * area.y);
  // The page is drawn at its full size, moved up so that the place is inside the bitmap; the rest is not rendered.
  const region = { x: 0, y: top, width: drawingWidth, height, pageWidth: drawingWidth, pageHeight: whole };
  return renderFor(module, page, { region, flags: redFirst }, (bytes) => {
    const pixels: Pixels = { data: bytes.slice(), width: drawingWidth, height, channels: 4 };
    const drawn = { ...area, y: top / whole, height: height / whole };
    return placeIn(pixels, drawn, boxes);
  });
}

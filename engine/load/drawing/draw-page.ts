import type { Box } from '../../model/locator.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { areaAround, drawingWidth, type Pixels, placeIn } from './place-drawing.ts';

const bgrx = 3;
/** The flag that makes PDFium write red first. */
const redFirst = 0x10;
const white = 0xffffffff;

/** Draws the place of words on a page of a PDF, with the words marked. Null when rendering fails. */
export function drawOnPage(module: Pdfium, page: number, boxes: readonly Box[]): Pixels | null {
  const area = areaAround(boxes);
  const points = { width: module._FPDF_GetPageWidthF(page), height: module._FPDF_GetPageHeightF(page) };
  const scale = drawingWidth / Math.max(1, points.width);
  const whole = Math.max(1, Math.round(points.height * scale));
  const height = Math.max(1, Math.min(Math.round(whole * area.height), 3 * drawingWidth));
  const top = Math.round(whole * area.y);
  const bitmap = module._FPDFBitmap_CreateEx(drawingWidth, height, bgrx, 0, 0);
  if (bitmap === 0) return null;
  try {
    module._FPDFBitmap_FillRect(bitmap, 0, 0, drawingWidth, height, white);
    // The page is drawn at its full size, moved up so that the place is inside the bitmap; the rest is not rendered.
    module._FPDF_RenderPageBitmap(bitmap, page, 0, -top, drawingWidth, whole, 0, redFirst);
    const from = module._FPDFBitmap_GetBuffer(bitmap);
    const data = module.HEAPU8.slice(from, from + module._FPDFBitmap_GetStride(bitmap) * height);
    const pixels: Pixels = { data, width: drawingWidth, height, channels: 4 };
    const drawn = { ...area, y: top / whole, height: height / whole };
    return placeIn(pixels, drawn, boxes);
  } finally {
    module._FPDFBitmap_Destroy(bitmap);
  }
}

import type { Box } from '../../model/locator.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { areaAround, drawingWidth, markBoxes, type Pixels } from './place-drawing.ts';

const bgrx = 3;
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
    module._FPDF_RenderPageBitmap(bitmap, page, 0, -top, drawingWidth, whole, 0, 0);
    const stride = module._FPDFBitmap_GetStride(bitmap);
    const from = module._FPDFBitmap_GetBuffer(bitmap);
    const pixels = rgbOf(module.HEAPU8, from, { width: drawingWidth, height, stride });
    const drawn = { ...area, y: top / whole, height: height / whole };
    markBoxes(pixels, drawn, boxes);
    return pixels;
  } finally {
    module._FPDFBitmap_Destroy(bitmap);
  }
}

/** Copies a bitmap of blue, green, red and an unused byte to red, green and blue. */
function rgbOf(
  memory: Uint8Array,
  from: number,
  { width, height, stride }: { width: number; height: number; stride: number },
): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let source = from + row * stride; source < from + row * stride + width * 4; source += 4, at += 3) {
      data[at] = memory[source + 2] ?? 0;
      data[at + 1] = memory[source + 1] ?? 0;
      data[at + 2] = memory[source] ?? 0;
    }
  }
  return { data, width, height, channels: 3 };
}

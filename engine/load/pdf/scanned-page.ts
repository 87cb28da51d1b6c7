import type { GreyPicture } from '../image/ocr/grey-picture.ts';
import { renderFor, sizeOf } from './bitmap.ts';
import type { Pdfium } from './pdfium.ts';

/**
 * Resolution for recognising print. Measured: .98 of the words are recognised, as many as at higher resolutions, but in
 * half the time.
 */
const dotsPerInch = 200;
const pointsPerInch = 72;
/**
 * A page with more pixels than this, such as a plan, is rendered at a lower resolution, so that it fits into the memory
 * of the process.
 */
const mostPixels = 20_000_000;
const grey = 8;

/** Renders a page as displayed, in grey. Null when rendering fails. */
export function drawPage(module: Pdfium, page: number): GreyPicture | null {
  const points = sizeOf(module, page);
  const wanted = dotsPerInch / pointsPerInch;
  const scale = Math.min(wanted, Math.sqrt(mostPixels / Math.max(1, points.width * points.height)));
  const width = Math.max(1, Math.round(points.width * scale));
  const height = Math.max(1, Math.round(points.height * scale));
  const region = { x: 0, y: 0, width, height, pageWidth: width, pageHeight: height };
  return renderFor(module, page, { region, flags: grey }, (bytes, stride) => ({
    data: firstChannel(bytes, { width, height, stride }),
    width,
    height,
  }));
}

/** The first colour channel of a bitmap; in a page rendered in grey, all channels are equal. */
function firstChannel(
  bytes: Uint8Array,
  { width, height, stride }: { width: number; height: number; stride: number },
): Buffer {
  const data = Buffer.allocUnsafe(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      data[row * width + column] = bytes[row * stride + column * 4] ?? 0;
    }
  }
  return data;
}

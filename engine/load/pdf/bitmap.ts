import type { Pdfium } from './pdfium.ts';

/** A region of a rendered page: `x` and `y` are its origin on the whole page, all in dots. */
export type Region = {
  x: number;
  y: number;
  width: number;
  height: number;
  pageWidth: number;
  pageHeight: number;
};

const bgrx = 3;
const white = 0xffffffff;

/** The size of a page in points. */
export function sizeOf(module: Pdfium, page: number): { width: number; height: number } {
  return { width: module._FPDF_GetPageWidthF(page), height: module._FPDF_GetPageHeightF(page) };
}

/** Renders a region on white and returns the handle of the bitmap, or 0 when there is no memory for it. */
export function render(module: Pdfium, page: number, region: Region, flags: number): number {
  const { x, y, width, height, pageWidth, pageHeight } = region;
  const bitmap = module._FPDFBitmap_CreateEx(width, height, bgrx, 0, 0);
  if (bitmap === 0) return 0;
  module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  module._FPDF_RenderPageBitmap(bitmap, page, -x, -y, pageWidth, pageHeight, 0, flags);
  return bitmap;
}

/** What `use` makes of the bytes of a rendered region, row after row; null when there is no memory for it. */
export function renderFor<T>(
  module: Pdfium,
  page: number,
  { region, flags }: { region: Region; flags: number },
  use: (bytes: Uint8Array, stride: number) => T,
): T | null {
  const bitmap = render(module, page, region, flags);
  if (bitmap === 0) return null;
  try {
    const from = module._FPDFBitmap_GetBuffer(bitmap);
    const stride = module._FPDFBitmap_GetStride(bitmap);
    return use(module.HEAPU8.subarray(from, from + stride * region.height), stride);
  } finally {
    module._FPDFBitmap_Destroy(bitmap);
  }
}

import { floatsAt, type Pdfium } from '../pdfium.ts';
import type { TextPage } from '../text-page.ts';

/** A rectangle in the coordinates of a page's content: points, with the origin at the bottom left. */
export type CharBox = { left: number; right: number; bottom: number; top: number };

/** The box around what a character draws; empty if it draws nothing. `scratch` is memory for four doubles. */
export function drawnBox(module: Pdfium, textPage: TextPage, index: number, scratch: number): CharBox {
  module._FPDFText_GetCharBox(textPage.handle, index, scratch, scratch + 8, scratch + 16, scratch + 24);
  const { HEAPF64: doubles } = module;
  const at = scratch >> 3;
  return {
    left: doubles[at] ?? 0,
    right: doubles[at + 1] ?? 0,
    bottom: doubles[at + 2] ?? 0,
    top: doubles[at + 3] ?? 0,
  };
}

/** The space that a character occupies in its line, for upright text only. `scratch` is memory for four floats. */
export function looseBox(module: Pdfium, textPage: TextPage, index: number, scratch: number): CharBox {
  module._FPDFText_GetLooseCharBox(textPage.handle, index, scratch);
  const [left, top, right, bottom] = floatsAt(module, scratch);
  return { left, right, bottom, top };
}

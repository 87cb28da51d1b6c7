import { floatsAt, type Pdfium } from './pdfium.ts';

/**
 * The visible part of a page in the coordinates of its content, before rotation, and the rotation in quarter turns
 * clockwise.
 */
export type PageFrame = { left: number; bottom: number; width: number; height: number; rotation: number };

/** The visible part of a page (its crop box). */
export function frameOf(module: Pdfium, page: number): PageFrame {
  module._FPDF_GetPageBoundingBox(page, module.scratch);
  const [left, top, right, bottom] = floatsAt(module);
  const rotation = module._FPDFPage_GetRotation(page);
  return { left, bottom, width: Math.max(1, right - left), height: Math.max(1, top - bottom), rotation };
}

/** Converts a point of a page's content to fractions of the page as displayed, with the origin at the top left. */
export function displayed(frame: PageFrame, x: number, y: number): { x: number; y: number } {
  const across = (x - frame.left) / frame.width;
  const up = (y - frame.bottom) / frame.height;
  switch (frame.rotation) {
    case 1:
      return { x: up, y: across };
    case 2:
      return { x: 1 - across, y: up };
    case 3:
      return { x: 1 - up, y: 1 - across };
    default:
      return { x: across, y: 1 - up };
  }
}

import { floatsAt } from '../pdfium.ts';
import type { TextPage } from '../text-page.ts';

/** A rectangle in the coordinates of a page's content: points, with the origin at the bottom left. */
export type CharBox = { left: number; right: number; bottom: number; top: number };

/** The box around what a character draws; empty if it draws nothing. */
export function drawnBox({ module, handle }: TextPage, index: number): CharBox {
  const { scratch } = module;
  module._FPDFText_GetCharBox(handle, index, scratch, scratch + 8, scratch + 16, scratch + 24);
  const { HEAPF64: doubles } = module;
  const at = scratch >> 3;
  return {
    left: doubles[at] ?? 0,
    right: doubles[at + 1] ?? 0,
    bottom: doubles[at + 2] ?? 0,
    top: doubles[at + 3] ?? 0,
  };
}

/** The space that a character occupies in its line, for upright text only. */
export function looseBox({ module, handle }: TextPage, index: number): CharBox {
  module._FPDFText_GetLooseCharBox(handle, index, module.scratch);
  const [left, top, right, bottom] = floatsAt(module);
  return { left, right, bottom, top };
}

export function isWithin({ left, right, bottom, top }: CharBox, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

export type Point = { x: number; y: number };

export function centreOf({ left, right, bottom, top }: CharBox): Point {
  return { x: (left + right) / 2, y: (bottom + top) / 2 };
}

/** The box around points. */
export function boxAround(points: readonly (readonly [x: number, y: number])[]): CharBox {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

import { floatsAt, type Pdfium } from './pdfium.ts';
import type { TextPage } from './text-page.ts';

const zero = 48;
/** Digits with an enclosed space in every typeface. A 4 has one in some, every other digit in none. */
const enclosing = new Set([0, 6, 8, 9]);
const either = 4;
/** PDFium's number for the first segment of an outline. */
const moveTo = 2;
const glyphSize = 100;
/** An outline with a smaller share of the largest one's area is a detail of the typeface, such as a notch. */
const leastHole = 0.02;

/**
 * Whether a font draws a digit of a page as another one than its character map says: a 9 without an enclosed space, or a
 * 3 with one.
 */
export function misnamesDigits(textPage: TextPage): boolean {
  /** For each font ten bits, which say whether a digit was examined: pages have thousands of digits. */
  const fonts = new Map<number, number>();
  const { module, handle, codes } = textPage;
  let lastObject = 0;
  let font = 0;
  let examined = 0;
  for (let index = 0; index < codes.length; index += 1) {
    const digit = (codes[index] ?? 0) - zero;
    if (digit < 0 || digit > 9 || digit === either) continue;
    const object = module._FPDFText_GetTextObject(handle, index);
    if (object !== lastObject) {
      lastObject = object;
      font = object === 0 ? 0 : module._FPDFTextObj_GetFont(object);
      examined = fonts.get(font) ?? 0;
    }
    if (font === 0 || (examined & (1 << digit)) !== 0) continue;
    examined |= 1 << digit;
    fonts.set(font, examined);
    const holes = holesOf(module, module._FPDFFont_GetGlyphPath(font, digit + zero, glyphSize));
    if (holes !== null && holes > 0 !== enclosing.has(digit)) return true;
  }
  return false;
}

/** The number of spaces that a glyph encloses: outlines that run against the largest one. Null without outlines. */
function holesOf(module: Pdfium, path: number): number | null {
  const segments = path === 0 ? 0 : module._FPDFGlyphPath_CountGlyphSegments(path);
  const areas: number[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < segments; at += 1) {
    const segment = module._FPDFGlyphPath_GetGlyphPathSegment(path, at);
    module._FPDFPathSegment_GetPoint(segment, module.scratch, module.scratch + 4);
    const [nextX, nextY] = floatsAt(module);
    if (module._FPDFPathSegment_GetType(segment) === moveTo) areas.push(0);
    else areas.push((areas.pop() ?? 0) + x * nextY - nextX * y);
    [x, y] = [nextX, nextY];
  }
  if (areas.length === 0) return null;
  const largest = areas.reduce((most, area) => (Math.abs(area) > Math.abs(most) ? area : most));
  return areas.filter((area) => area * largest < 0 && Math.abs(area) > Math.abs(largest) * leastHole).length;
}

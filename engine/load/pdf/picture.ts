import type { PageFrame } from './page-frame.ts';
import { floatsAt, type Pdfium } from './pdfium.ts';

/** PDFium's numbers for two kinds of page objects. */
const imageObject = 3;
const formObject = 5;
const deepestForm = 4;

/**
 * A page with fewer characters than this has no text layer. Measured on 1,414 real pages: all nearly empty pages have
 * fewer characters than this.
 */
const fewCharacters = 20;
/**
 * A page with at least this many characters has a text layer. The text that a stamp, a page number or a signing service
 * adds to a scan has fewer characters than this.
 */
const stampCharacters = 240;
/** If pictures cover at least this share of a page without text, they may contain the page's words. */
const contentShare = 0.05;
/** If pictures cover at least this share of a page, the page counts as a picture. */
export const wholePageShare = 0.6;

/** Why a page counts as unread because its words are in a picture; null if its text layer contains them. */
export function unreadPicture(
  module: Pdfium,
  page: number,
  frame: PageFrame,
  { text, recognised }: { text: string; recognised: boolean },
  scratch: number,
): string | null {
  const characters = inkWithin(text, stampCharacters);
  if (characters >= stampCharacters) return null;
  const share = pictureShare(module, page, frame, scratch);
  if (characters < fewCharacters && share >= contentShare) return 'scanned page, without a text layer';
  return share < wholePageShare || recognised
    ? null
    : 'scanned page, with most of its words only in a picture';
}

/** The share of the page that its pictures cover; overlaps count twice. */
export function pictureShare(module: Pdfium, page: number, frame: PageFrame, scratch: number): number {
  let share = 0;
  const measure = (object: number, depth: number) => {
    const type = module._FPDFPageObj_GetType(object);
    if (type === imageObject) share += shareOfPage(module, object, frame, scratch);
    else if (type === formObject && depth < deepestForm) {
      const inner = module._FPDFFormObj_CountObjects(object);
      for (let index = 0; index < inner; index += 1) {
        measure(module._FPDFFormObj_GetObject(object, index), depth + 1);
      }
    }
  };
  const objects = module._FPDFPage_CountObjects(page);
  for (let index = 0; index < objects; index += 1) measure(module._FPDFPage_GetObject(page, index), 0);
  return share;
}

function shareOfPage(module: Pdfium, object: number, frame: PageFrame, scratch: number): number {
  if (module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return 0;
  const [left, bottom, right, top] = floatsAt(module, scratch);
  const width = Math.min(Math.abs(right - left), frame.width);
  const height = Math.min(Math.abs(top - bottom), frame.height);
  return (width * height) / (frame.width * frame.height);
}

/** The number of characters that are not white space. Counting stops when `most` is reached. */
function inkWithin(text: string, most: number): number {
  let ink = 0;
  for (const match of text.matchAll(/\S+/g)) {
    ink += match[0].length;
    if (ink >= most) break;
  }
  return ink;
}

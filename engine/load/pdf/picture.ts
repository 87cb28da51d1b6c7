import { type DrawnObjects, imageObject, pathObject, visitAll } from './drawn-objects.ts';
import { boundsOf } from './hidden/painted.ts';
import type { PageFrame } from './page-frame.ts';
import type { Pdfium } from './pdfium.ts';

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

/** A page is written over as a whole if at least this share of its bands contains text. */
const leastWritten = 0.5;
/**
 * Shapes with so many segments in all may be words that are drawn as outlines. A letter has some 20, a full page 5,000
 * letters. More is a drawing, which can take minutes to render.
 */
const outlineSegments = { least: 400, most: 1_000_000 };

/**
 * Why words of a page may be only in its pictures or shapes; null if its text layer contains them. `isSure`: the text
 * layer lacks them in any case.
 */
export function unreadPicture(
  module: Pdfium,
  objects: DrawnObjects,
  frame: PageFrame,
  { text, recognised, writtenShare }: { text: string; recognised: boolean; writtenShare: number },
): { reason: string; isSure: boolean } | null {
  const characters = inkWithin(text, stampCharacters);
  const isWritten = characters >= stampCharacters;
  if (recognised || (isWritten && writtenShare >= leastWritten)) return null;
  const share = pictureShare(module, objects, frame);
  const isEmpty = characters < fewCharacters && share >= contentShare;
  if (isEmpty) return { reason: 'scanned page, without a text layer', isSure: true };
  if (share >= wholePageShare)
    return { reason: 'scanned page, with most of its words only in a picture', isSure: !isWritten };
  const segments = isWritten ? 0 : segmentsOf(module, objects);
  const isDrawn = segments >= outlineSegments.least && segments <= outlineSegments.most;
  return isDrawn ? { reason: 'its words may be drawn as shapes', isSure: false } : null;
}

/** The number of segments of a page's shapes. */
function segmentsOf(module: Pdfium, objects: DrawnObjects): number {
  let segments = 0;
  visitAll(module, objects, (object, kind) => {
    if (kind === pathObject) segments += module._FPDFPath_CountSegments(object);
  });
  return segments;
}

/** The share of the page that its pictures cover; overlaps count twice. */
export function pictureShare(module: Pdfium, objects: DrawnObjects, frame: PageFrame): number {
  let share = 0;
  visitAll(module, objects, (object, kind) => {
    if (kind === imageObject) share += shareOfPage(module, object, frame);
  });
  return share;
}

function shareOfPage(module: Pdfium, object: number, frame: PageFrame): number {
  const box = boundsOf(module, object, null);
  if (box === null) return 0;
  const width = Math.min(Math.abs(box.right - box.left), frame.width);
  const height = Math.min(Math.abs(box.top - box.bottom), frame.height);
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

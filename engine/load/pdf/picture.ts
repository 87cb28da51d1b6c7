import type { PageFrame } from './page-frame.ts';
import type { PageText } from './page-text.ts';
import { floatsAt, type Pdfium } from './pdfium.ts';

/** What pictures mean for the words of a page. */
export type PicturedPage = {
  /** Why the page was not read, when its words are in a picture. */
  unread: string | null;
  /** The page is a picture and its text was laid invisibly over it by character recognition. */
  recognised: boolean;
};

/** PDFium's kinds of page objects. */
const imageObject = 3;
const formObject = 5;
const deepestForm = 4;

/** Every near-empty page of 1,414 real ones stays below it: fewer characters are no text layer. */
const fewCharacters = 20;
/** A stamp, a page number or a signing service's line on a scan stays below this. */
const stampCharacters = 240;
/** A picture of at least this share of the page can hold what the page says. */
const contentShare = 0.05;
const wholePageShare = 0.6;

/** Judges from the pictures of a page whether its text layer says what the page shows. */
export function readPicture(
  module: Pdfium,
  page: number,
  frame: PageFrame,
  { text, invisible }: PageText,
  scratch: number,
): PicturedPage {
  const characters = text.replace(/\s/g, '').length;
  if (characters >= stampCharacters && !invisible) return { unread: null, recognised: false };
  const share = pictureShare(module, page, frame, scratch);
  if (characters < fewCharacters && share >= contentShare) {
    return { unread: 'scanned page, no text layer', recognised: false };
  }
  if (share < wholePageShare) return { unread: null, recognised: false };
  if (invisible) return { unread: null, recognised: true };
  return { unread: 'scanned page, only a few words of it are text', recognised: false };
}

/** How much of the page its pictures cover, overlaps counted twice. */
function pictureShare(module: Pdfium, page: number, frame: PageFrame, scratch: number): number {
  let share = 0;
  const look = (object: number, depth: number) => {
    const type = module._FPDFPageObj_GetType(object);
    if (type === imageObject) share += shareOfPage(module, object, frame, scratch);
    else if (type === formObject && depth < deepestForm) {
      const inner = module._FPDFFormObj_CountObjects(object);
      for (let index = 0; index < inner; index += 1) {
        look(module._FPDFFormObj_GetObject(object, index), depth + 1);
      }
    }
  };
  const objects = module._FPDFPage_CountObjects(page);
  for (let index = 0; index < objects; index += 1) look(module._FPDFPage_GetObject(page, index), 0);
  return share;
}

function shareOfPage(module: Pdfium, object: number, frame: PageFrame, scratch: number): number {
  if (module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return 0;
  const [left, bottom, right, top] = floatsAt(module, scratch);
  const width = Math.min(Math.abs(right - left), frame.width);
  const height = Math.min(Math.abs(top - bottom), frame.height);
  return (width * height) / (frame.width * frame.height);
}

import type { Hiding } from '../part.ts';
import { unseenCharacters } from './hidden/unseen-text.ts';
import type { PageFrame } from './page-frame.ts';
import type { LineOptions } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';
import { pictureShare, wholePageShare } from './picture.ts';

/** The hidden text of a page. */
export type TextLayer = {
  unseen: ReadonlyMap<number, Hiding>;
  /** Readers see it as a picture: the text was recognised in it, and none of it counts as hidden. */
  recognised: boolean;
};

/** The ways in which character recognition lays text over a picture, or under it. */
const overlaid = new Set<Hiding>(['transparent', 'covered']);

/**
 * The characters of a page that its readers do not see. When most of a page is text that draws nothing or is under a
 * picture, and pictures cover the page, the text was recognised in them, and no text is hidden: it may differ from
 * the picture, so it counts as recognised with little confidence.
 */
export function textLayer(
  module: Pdfium,
  place: { page: number; textPage: number; frame: PageFrame },
  switched: boolean,
  scratch: number,
): TextLayer {
  const unseen = unseenCharacters(module, place, switched, scratch);
  if (unseen.size === 0) return { unseen, recognised: false };
  const over = [...unseen.values()].filter((why) => overlaid.has(why)).length;
  const recognised =
    over > characters(module, place.textPage) / 2 &&
    pictureShare(module, place.page, place.frame, scratch) >= wholePageShare;
  return { unseen: recognised ? new Map() : unseen, recognised };
}

/** Only the visible text of a page that also has hidden text. */
export function seenOf(unseen: TextLayer['unseen']): LineOptions {
  return unseen.size === 0 ? {} : { counts: (index) => !unseen.has(index) };
}

function characters(module: Pdfium, textPage: number): number {
  const count = module._FPDFText_CountChars(textPage);
  let ink = 0;
  for (let index = 0; index < count; index += 1) {
    if (module._FPDFText_GetUnicode(textPage, index) > 32) ink += 1;
  }
  return ink;
}

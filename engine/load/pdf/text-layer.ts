import type { Hiding } from '../part.ts';
import { placeFields } from './form-fields.ts';
import { type PlaceOfText, unseenCharacters } from './hidden/unseen-text.ts';
import { type DisplayedPage, textOf } from './page-as-displayed.ts';
import type { PageFrame } from './page-frame.ts';
import type { LineOptions } from './page-lines.ts';
import { pictureShare, wholePageShare } from './picture.ts';
import type { TextPage } from './text-page.ts';

/**
 * The indexes of a page's hidden characters with the reasons, and whether the page's text comes from character
 * recognition.
 */
type TextLayer = {
  unseen: ReadonlyMap<number, Hiding>;
  /** The page displays a picture, in which its text was recognised. No text then counts as hidden. */
  recognised: boolean;
};

/** Why text from character recognition is invisible: it is transparent over the picture, or covered by it. */
const overlaid = new Set<Hiding>(['transparent', 'covered']);

/**
 * Finds the hidden characters of a page. If pictures cover the page and most of its text is transparent or behind the
 * pictures, the text was recognised in the pictures. The text then does not count as hidden.
 */
function textLayer(place: PlaceOfText, switched: boolean): TextLayer {
  const unseen = unseenCharacters(place, switched);
  if (unseen.size === 0) return { unseen, recognised: false };
  const over = [...unseen.values()].filter((why) => overlaid.has(why)).length;
  const recognised =
    over > place.textPage.codes.filter((code) => code > 32).length / 2 &&
    pictureShare(place.textPage.module, place.objects, place.frame) >= wholePageShare;
  return { unseen: recognised ? new Map() : unseen, recognised };
}

/** What is seen of a page: `seen` are options for `collectLines` that leave hidden characters out and place form fields. */
export type SeenPage = TextLayer & { textPage: TextPage; seen: LineOptions };

/** Null if the text of the page cannot be read. `switched`: the file may have content that is switched off. */
export function seenPage(shown: DisplayedPage, frame: PageFrame, switched: boolean): SeenPage | null {
  const textPage = textOf(shown);
  if (textPage === null) return null;
  const { struck = [], fields = [], typed = [] } = shown.annotations ?? {};
  const layer = textLayer({ ...shown, textPage, frame, struck }, switched);
  const { unseen } = layer;
  return {
    ...layer,
    textPage,
    seen: {
      ...(unseen.size === 0 ? {} : { counts: (index: number) => !unseen.has(index) }),
      ...(fields.length === 0 ? {} : { fields: placeFields(textPage, fields) }),
      typed,
    },
  };
}

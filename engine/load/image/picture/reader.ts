import { jpegOf } from '../../drawing/jpeg.ts';
import { areaAround, drawingWidth, placeIn } from '../../drawing/place-drawing.ts';
import { type Part, type Reading, textPart } from '../../part.ts';
import { readPicture } from '../ocr/read-picture.ts';
import { cameraNotes } from './camera-notes.ts';
import { openedPicture, type PictureFacts, pixelsOf, pixelsOfArea, shownPicture } from './pixels.ts';

const notesHeading = 'Notes of the camera (EXIF)';

/**
 * In a scan of several pages, only unread pages up to this page number are passed on as pictures to the vision model.
 */
const mostShown = 20;

/**
 * Opens a photo or scan. If `shown` is true, parts can contain their pictures, for a vision model, besides the
 * recognised words. Throws a `ReadFailure` with the code `damaged` or `too_large`.
 */
export async function openPicture(path: string, shown: boolean): Promise<Reading> {
  const facts = await openedPicture(path);
  const { pages: pageCount, frames, hevc } = facts;
  const notes = notesOf(facts);
  return {
    countedAs: 'pages',
    pageCount,
    async *parts(pages) {
      const { from, to } = pages ?? { from: 1, to: pageCount };
      for (let page = from; page <= to; page += 1) yield await readPage(path, page, facts, shown);
      if (to === pageCount) yield* (notes ?? []).map(notePart);
    },
    warnings() {
      if (frames === 1) return [];
      const message = `It is a moving picture of ${frames} frames; only the first was read.`;
      return [{ code: 'first_frame_only', message }];
    },
    unread: () => [
      ...(frames === 1 ? [] : [{ where: `frames 2 to ${frames}`, reason: 'only the first is read' }]),
      ...(notes === null ? [{ where: notesHeading, reason: 'they are damaged' }] : []),
    ],
    async draw(page, boxes) {
      if (hevc) return null;
      const area = areaAround(boxes);
      return jpegOf(placeIn(await pixelsOfArea(path, page, area, drawingWidth), area, boxes));
    },
    async close() {},
  };
}

/** The camera's notes; null if they are damaged. */
function notesOf({ exif }: PictureFacts): string[] | null {
  try {
    return exif === null ? [] : cameraNotes(exif);
  } catch {
    return null;
  }
}

/** Each note of the camera is a separate paragraph. */
function notePart(note: string, index: number): Part {
  const locator = { kind: 'section', heading: notesHeading, paragraph: index + 1 } as const;
  return textPart(locator, `${index === 0 ? '\n' : ''}${note}\n`);
}

async function readPage(
  path: string,
  page: number,
  { pages, hevc }: PictureFacts,
  shown: boolean,
): Promise<Part> {
  const picture = await pixelsOf(path, page, hevc);
  const read = await readPicture(picture, pages === 1 ? undefined : page);
  const { text, places, marginLines, confidence, unread } = read;
  const toShow = shown && (pages === 1 || (unread !== null && page <= mostShown));
  return textPart({ kind: 'page', page }, text, {
    places,
    method: 'ocr',
    confidence,
    marginLines,
    ...(unread === null ? {} : { unread }),
    ...(toShow && { picture: await shownPicture(path, page, picture, hevc) }),
  });
}

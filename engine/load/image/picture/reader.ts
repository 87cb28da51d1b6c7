import type { Box } from '../../../model/locator.ts';
import { jpegOf } from '../../drawing/jpeg.ts';
import { areaAround, drawingWidth, type PlaceDrawing, placeIn } from '../../drawing/place-drawing.ts';
import {
  type Gap,
  type PageSpan,
  type Part,
  type Reading,
  type ReadingWarning,
  textPart,
} from '../../part.ts';
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
  return new PictureReading(path, await openedPicture(path), shown);
}

class PictureReading implements Reading {
  readonly countedAs = 'pages';
  readonly pageCount: number;
  readonly #path: string;
  readonly #facts: PictureFacts;
  readonly #shown: boolean;
  #notesDamaged = false;

  constructor(path: string, facts: PictureFacts, shown: boolean) {
    this.#path = path;
    this.#facts = facts;
    this.#shown = shown;
    this.pageCount = facts.pages;
  }

  async *parts(pages: PageSpan | null): AsyncGenerator<Part> {
    const { from, to } = pages ?? { from: 1, to: this.pageCount };
    for (let page = from; page <= to; page += 1) yield await this.#readPage(page);
    if (to === this.pageCount) yield* this.#notes();
  }

  warnings(): ReadingWarning[] {
    const { frames } = this.#facts;
    if (frames === 1) return [];
    const message = `It is a moving picture of ${frames} frames; only the first was read.`;
    return [{ code: 'first_frame_only', message }];
  }

  unread(): Gap[] {
    const { frames } = this.#facts;
    return [
      ...(frames === 1 ? [] : [{ where: `frames 2 to ${frames}`, reason: 'only the first is read' }]),
      ...(this.#notesDamaged ? [{ where: notesHeading, reason: 'they are damaged' }] : []),
    ];
  }

  async draw(page: number, boxes: readonly Box[]): Promise<PlaceDrawing | null> {
    if (this.#facts.hevc) return null;
    const area = areaAround(boxes);
    return jpegOf(placeIn(await pixelsOfArea(this.#path, page, area, drawingWidth), area, boxes));
  }

  async close(): Promise<void> {}

  /** The camera's notes, each as a separate paragraph. */
  *#notes(): Generator<Part> {
    for (const [index, note] of this.#noted().entries()) {
      yield textPart(
        { kind: 'section', heading: notesHeading, paragraph: index + 1 },
        `${index === 0 ? '\n' : ''}${note}\n`,
      );
    }
  }

  #noted(): string[] {
    const { exif } = this.#facts;
    try {
      return exif === null ? [] : cameraNotes(exif);
    } catch {
      this.#notesDamaged = true;
      return [];
    }
  }

  async #readPage(page: number): Promise<Part> {
    const picture = await pixelsOf(this.#path, page, this.#facts.hevc);
    const read = await readPicture(picture, this.pageCount === 1 ? undefined : page);
    const { text, places, marginLines, confidence, unread } = read;
    const toShow = this.#shown && (this.pageCount === 1 || (unread !== null && page <= mostShown));
    return textPart({ kind: 'page', page }, text, {
      places,
      method: 'ocr',
      confidence,
      marginLines,
      ...(unread === null ? {} : { unread }),
      ...(toShow && { picture: await shownPicture(this.#path, page, picture, this.#facts.hevc) }),
    });
  }
}

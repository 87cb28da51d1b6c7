import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { ReadFailure } from '../../../model/errors.ts';
import type { Area, Pixels } from '../../drawing/place-drawing.ts';
import { type GreyPicture, greyOf, worked } from '../ocr/grey-picture.ts';

/**
 * What a picture's header says: the number of pages of a scan, the number of frames of a moving picture, and the
 * camera's notes (`exif`; null if there are none). `hevc` is true if the picture is compressed with HEVC, as photos of
 * many phones are.
 */
export type PictureFacts = { pages: number; frames: number; exif: Buffer | null; hevc: boolean };

/**
 * Maximum pixels of a picture. An A3 page scanned at 600 dpi has 70 million pixels; photos of a few phones have up to
 * 200 million.
 */
const mostPixels = 100_000_000;
/**
 * A picture with more pixels than this is reduced to this number of pixels, because additional pixels cost time and do
 * not improve recognition. An A4 page at 300 dpi has 8.7 million pixels.
 */
const enoughPixels = 9_000_000;

// Proviso does not read the formats of these loaders. Some of the loaders use large programs, such as ImageMagick.
sharp.block({
  operation: [
    'VipsForeignLoadSvg',
    'VipsForeignLoadPdf',
    'VipsForeignLoadMagick',
    'VipsForeignLoadOpenslide',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** Reads a picture's header. Throws a `ReadFailure` with the code `damaged` or `too_large`. */
export async function openedPicture(path: string): Promise<PictureFacts> {
  const {
    width,
    height,
    pages = 1,
    format,
    compression,
    exif = null,
  } = await undamaged(() => sharp(path, { limitInputPixels: false }).metadata());
  if (width * height > mostPixels) {
    throw new ReadFailure(
      'too_large',
      `The picture has ${Math.round((width * height) / 1e6)} million pixels, and the limit is ${mostPixels / 1e6} million. Save it with fewer pixels.`,
    );
  }
  const still = format === 'tiff' || format === 'heif';
  const counted = still ? { pages, frames: 1 } : { pages: 1, frames: pages };
  return { ...counted, exif, hevc: compression === 'hevc' };
}

/**
 * One page of a picture as displayed, in grey. `page` counts from 1. Throws a `ReadFailure` with the code `damaged`.
 */
export function pixelsOf(path: string, page: number, hevc: boolean): Promise<GreyPicture> {
  return undamaged(async () => {
    if (hevc) return await phonePixels(path, page);
    const { autoOrient } = await sharp(path, { page: page - 1, limitInputPixels: mostPixels }).metadata();
    return await greyOf(upright(path, page).resize(enoughOf(autoOrient)));
  });
}

/** One page of a picture as the file stores it. */
function stored(path: string, page: number): Sharp {
  return sharp(path, { page: page - 1, limitInputPixels: mostPixels, failOn: 'error' });
}

/** One page of a picture as displayed, on white. */
function upright(path: string, page: number): Sharp {
  return stored(path, page).autoOrient().flatten({ background: '#ffffff' });
}

/**
 * A part of one page of a picture as displayed, in colour, reduced to `width` pixels if it is wider. Throws a
 * `ReadFailure` with the code `damaged`.
 */
export function pixelsOfArea(path: string, page: number, area: Area, width: number): Promise<Pixels> {
  return undamaged(async () => {
    const { autoOrient: whole } = await stored(path, page).metadata();
    const left = Math.min(whole.width - 1, Math.floor(area.x * whole.width));
    const top = Math.min(whole.height - 1, Math.floor(area.y * whole.height));
    const { data, info } = await upright(path, page)
      .extract({
        left,
        top,
        width: Math.max(1, Math.min(whole.width - left, Math.round(area.width * whole.width))),
        height: Math.max(1, Math.min(whole.height - top, Math.round(area.height * whole.height))),
      })
      .resize({ width, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels === 3) return { data, width: info.width, height: info.height, channels: 3 };
    return inColour(data, info);
  });
}

/** The pixels of a picture in grey as red, green and blue. */
function inColour(grey: Uint8Array, { width, height, channels }: OutputInfo): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) data.fill(grey[at * channels] ?? 0, 3 * at, 3 * at + 3);
  return { data, width, height, channels: 3 };
}

/** Decodes a HEVC picture with libheif, because sharp has no HEVC decoder for licence reasons. */
async function phonePixels(path: string, page: number): Promise<GreyPicture> {
  const picture = await (await import('./heic.ts')).heicPixels(path, page);
  return greyOf(worked(picture).resize(enoughOf(picture)));
}

/** Maximum width and height of the pictures that are sent to a model. Model servers reduce larger pictures anyway. */
const shownSide = 1536;

/**
 * A small JPEG, in colour, of the page as displayed. A HEVC photo is in grey instead, because only its brightness is
 * decoded. The JPEG does not contain the camera's notes, because they can reveal where a person lives. Throws a
 * `ReadFailure` with the code `damaged`.
 */
export function shownPicture(path: string, page: number, grey: GreyPicture, hevc: boolean): Promise<Buffer> {
  const picture = hevc ? worked(grey) : upright(path, page);
  const small = picture.resize(shownSide, shownSide, { fit: 'inside', withoutEnlargement: true });
  return undamaged(() => small.jpeg({ quality: 85 }).toBuffer());
}

function enoughOf({ width, height }: { width: number; height: number }): { width: number } {
  const scale = Math.sqrt(enoughPixels / (width * height));
  return { width: scale >= 1 ? width : Math.round(width * scale) };
}

/** What `read` returns. If it fails, throws a `ReadFailure` with the code `damaged`. */
async function undamaged<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    const message = 'The picture is damaged or incomplete. Save or download it again.';
    throw new ReadFailure('damaged', message, { cause });
  }
}

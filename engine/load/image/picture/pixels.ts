import sharp, { type OutputInfo } from 'sharp';
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
  } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw damaged(error);
    });
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
export async function pixelsOf(path: string, page: number, hevc: boolean): Promise<GreyPicture> {
  try {
    if (hevc) return await phonePixels(path, page);
    const picture = sharp(path, {
      page: page - 1,
      limitInputPixels: mostPixels,
      failOn: 'error',
    }).autoOrient();
    return await greyOf(picture.flatten({ background: '#ffffff' }).resize(await sizeOf(path, page)));
  } catch (error) {
    throw damaged(error);
  }
}

/**
 * A part of one page of a picture as displayed, in colour, reduced to `width` pixels if it is wider. Throws a
 * `ReadFailure` with the code `damaged`.
 */
export async function pixelsOfArea(path: string, page: number, area: Area, width: number): Promise<Pixels> {
  const options = { page: page - 1, limitInputPixels: mostPixels, failOn: 'error' as const };
  try {
    const { autoOrient: whole } = await sharp(path, options).metadata();
    const left = Math.min(whole.width - 1, Math.floor(area.x * whole.width));
    const top = Math.min(whole.height - 1, Math.floor(area.y * whole.height));
    const { data, info } = await sharp(path, options)
      .autoOrient()
      .flatten({ background: '#ffffff' })
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
  } catch (error) {
    throw damaged(error);
  }
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
  return greyOf(worked(picture).resize(enoughOf(picture.width, picture.height)));
}

/** Maximum width and height of the pictures that are sent to a model. Model servers reduce larger pictures anyway. */
const shownSide = 1536;

/**
 * A small JPEG, in colour, of the page as displayed. A HEVC photo is in grey instead, because only its brightness is
 * decoded. The JPEG does not contain the camera's notes, because they can reveal where a person lives. Throws a
 * `ReadFailure` with the code `damaged`.
 */
export async function shownPicture(
  path: string,
  page: number,
  grey: GreyPicture,
  hevc: boolean,
): Promise<Buffer> {
  const options = { page: page - 1, limitInputPixels: mostPixels, failOn: 'error' as const };
  const picture = hevc ? worked(grey) : sharp(path, options).autoOrient().flatten({ background: '#ffffff' });
  try {
    return await picture
      .resize(shownSide, shownSide, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch (error) {
    throw damaged(error);
  }
}

async function sizeOf(path: string, page: number): Promise<{ width: number }> {
  const { autoOrient } = await sharp(path, { page: page - 1, limitInputPixels: mostPixels }).metadata();
  return enoughOf(autoOrient.width, autoOrient.height);
}

function enoughOf(width: number, height: number): { width: number } {
  const scale = Math.sqrt(enoughPixels / (width * height));
  return { width: scale >= 1 ? width : Math.round(width * scale) };
}

function damaged(cause: unknown): ReadFailure {
  return new ReadFailure('damaged', 'The picture is damaged or incomplete. Save or download it again.', {
    cause,
  });
}

import sharp from 'sharp';
import { ReadFailure } from '../../../model/errors.ts';
import { type GreyPicture, worked } from '../ocr/grey-picture.ts';

/**
 * What a picture's header says: the number of pages of a scan, the number of frames of a moving picture, the camera's
 * notes (`exif`), and whether the picture is compressed with HEVC, as phones do.
 */
export type PictureFacts = { pages: number; frames: number; exif: Buffer | null; hevc: boolean };

/**
 * Maximum pixels of a picture. An A3 page scanned at 600 dpi has 70 million; a few phones take photos of up to 200
 * million.
 */
const mostPixels = 100_000_000;
/**
 * Larger pictures are reduced to this many pixels: more do not improve recognition and cost time. An A4 page at 300 dpi
 * has 8.7 million.
 */
const enoughPixels = 9_000_000;

// Blocks the library's loaders of formats that Proviso does not read; some of these loaders are large programs
// themselves.
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

/** Reads a picture's header. Throws `ReadFailure`: damaged, too_large. */
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
      `The picture has ${Math.round((width * height) / 1e6)} million pixels, and at most ${mostPixels / 1e6} million are read. Save it smaller.`,
    );
  }
  const still = format === 'tiff' || format === 'heif';
  const counted = still ? { pages, frames: 1 } : { pages: 1, frames: pages };
  return { ...counted, exif, hevc: compression === 'hevc' };
}

/** One page of a picture as displayed, in grey. `page` counts from 1. Throws `ReadFailure` damaged. */
export async function pixelsOf(path: string, page: number, hevc: boolean): Promise<GreyPicture> {
  try {
    if (hevc) return await phonePixels(path, page);
    const picture = sharp(path, {
      page: page - 1,
      limitInputPixels: mostPixels,
      failOn: 'error',
    }).autoOrient();
    const { data, info } = await picture
      .flatten({ background: '#ffffff' })
      .resize(await sizeOf(path, page))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw damaged(error);
  }
}

/** Decodes HEVC, which sharp leaves out for reasons of licence, with libheif. */
async function phonePixels(path: string, page: number): Promise<GreyPicture> {
  const picture = await (await import('./heic.ts')).heicPixels(path, page);
  const { data, info } = await worked(picture)
    .resize(enoughOf(picture.width, picture.height))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Maximum width and height of pictures for a model; servers reduce larger pictures themselves. */
const shownSide = 1536;

/**
 * The page as displayed, as a small JPEG in colour; a HEVC photo is in grey, because only its brightness is decoded.
 * The camera's notes are left out, because they may reveal where a person lives. Throws `ReadFailure` damaged.
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

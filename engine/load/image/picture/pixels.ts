import sharp from 'sharp';
import { ReadFailure } from '../../../model/errors.ts';
import { type GreyPicture, worked } from '../ocr/grey-picture.ts';

/**
 * The header of a picture. `frames` are those of a moving picture, `pages` those of a scan of several; `exif` is the
 * camera's notes, `hevc` marks the compression that phones use.
 */
export type PictureFacts = { pages: number; frames: number; exif: Buffer | null; hevc: boolean };

/** Phones take up to 200 megapixels by joining sensors; scans of an A3 page at 600 dots an inch have 70. */
const mostPixels = 100_000_000;
/** More dots than these do not improve recognition and cost time: an A4 page at 300 an inch has 8.7 million. */
const enoughPixels = 9_000_000;

// Formats of the library that are not read here, some of which are programs of their own.
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

/** The library's decoder omits HEVC, whose licence its makers do not pass on; the other one has only that. */
async function phonePixels(path: string, page: number): Promise<GreyPicture> {
  const picture = await (await import('./heic.ts')).heicPixels(path, page);
  const { data, info } = await worked(picture)
    .resize(enoughOf(picture.width, picture.height))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The size of pictures for a model: servers shrink larger ones themselves. */
const shownSide = 1536;

/**
 * The page as displayed, small, in colour, as a JPEG without the notes of its camera, which may reveal where a person
 * lives. A phone's HEIC photo is in the grey that it was decoded to. Throws `ReadFailure` damaged.
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

import sharp from 'sharp';
import { ReadFailure } from '../../model/errors.ts';
import type { GreyPicture } from '../ocr/grey-picture.ts';

/** What a picture's header says. `frames` are those of a moving picture, `pages` those of a scan of several. */
export type PictureFacts = { pages: number; frames: number };

/** Phones take up to 200 megapixels by joining sensors; scans of an A3 page at 600 dots an inch have 70. */
const mostPixels = 100_000_000;
/** More dots than these tell the recogniser nothing and cost it time: an A4 page at 300 an inch has 8.7 million. */
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
  return format === 'tiff' ? { pages, frames: 1 } : { pages: 1, frames: pages };
}

/** One page of a picture as it is displayed, in grey. `page` counts from 1. Throws `ReadFailure` damaged. */
export async function pixelsOf(path: string, page: number): Promise<GreyPicture> {
  try {
    const picture = sharp(path, {
      page: page - 1,
      limitInputPixels: mostPixels,
      failOn: 'error',
    }).autoOrient();
    const { data, info } = await picture
      .flatten({ background: '#ffffff' })
      .resize(await sizeFor(path, page))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw damaged(error);
  }
}

async function sizeFor(path: string, page: number): Promise<{ width?: number; height?: number }> {
  const { autoOrient } = await sharp(path, { page: page - 1, limitInputPixels: mostPixels }).metadata();
  const { width, height } = autoOrient;
  const scale = Math.sqrt(enoughPixels / (width * height));
  return scale >= 1 ? { width } : { width: Math.round(width * scale) };
}

function damaged(cause: unknown): ReadFailure {
  return new ReadFailure('damaged', 'The picture is damaged or incomplete. Save or download it again.', {
    cause,
  });
}

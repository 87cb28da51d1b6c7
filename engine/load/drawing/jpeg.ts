import sharp from 'sharp';
import type { Pixels, PlaceDrawing } from './place-drawing.ts';

/** Print stays readable at this quality, and a drawing of six lines has about 12 KB. */
const quality = 42;

/** Compresses the pixels of a drawing. */
export async function jpegOf({ data, width, height, channels }: Pixels): Promise<PlaceDrawing> {
  const jpeg = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .removeAlpha()
    .jpeg({ quality, mozjpeg: true })
    .toBuffer();
  return { jpeg, width, height };
}

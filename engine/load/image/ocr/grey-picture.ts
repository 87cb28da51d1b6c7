import sharp, { type Sharp } from 'sharp';

/** A picture as displayed, with 8 bits of grey per pixel. */
export type GreyPicture = { data: Buffer; width: number; height: number };

/**
 * Passes the picture to sharp. sharp's own limit of pixels is off, because the size was checked when the picture was
 * opened.
 */
export function worked({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false });
}

/** The pixels in grey that sharp makes of a picture. */
export async function greyOf(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The picture as a PNG for the recogniser, compressed only lightly to save time. */
export function packed(picture: Sharp): Promise<Buffer> {
  return picture.png({ compressionLevel: 1 }).toBuffer();
}

import sharp, { type Sharp } from 'sharp';

/** A picture as displayed, 8 bits of grey per pixel. */
export type GreyPicture = { data: Buffer; width: number; height: number };

/** The picture, ready for processing; its size was checked when it was opened. */
export function worked({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false });
}

/** The picture in a form that the recogniser accepts, with little compression. */
export function packed(picture: Sharp): Promise<Buffer> {
  return picture.png({ compressionLevel: 1 }).toBuffer();
}

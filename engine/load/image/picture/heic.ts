import { readFile } from 'node:fs/promises';
import libheif from 'libheif-js/wasm-bundle.js';
import { z } from 'zod';
import type { GreyPicture } from '../ocr/grey-picture.ts';

const handleSchema = z.custom<object>((value) => typeof value === 'object' && value !== null);

const decodedSchema = z.object({
  image: handleSchema,
  channels: z.array(
    z.object({
      id: handleSchema,
      width: z.int().min(1),
      height: z.int().min(1),
      stride: z.int().min(1),
      bits_per_pixel: z.int().min(1).max(16),
      data: z.instanceof(Uint8Array),
    }),
  ),
});

type Channel = z.infer<typeof decodedSchema>['channels'][number];

/**
 * One picture of a HEIC file in grey, rotated as the file says. `page` counts from 1. If the file stores the brightness
 * of its pixels, this brightness is used directly, because converting a photo of 48 million pixels to colours and back
 * to grey would take three times the memory. Throws an `Error` with the decoder's message for a damaged file.
 */
export async function heicPixels(path: string, page: number): Promise<GreyPicture> {
  const context = libheif.heif_context_alloc();
  try {
    const opened = libheif.heif_context_read_from_memory(context, await readFile(path));
    if (opened.code !== libheif.heif_error_code.heif_error_Ok) throw new Error('no HEIC file');
    const ids = z.array(z.number()).parse(libheif.heif_js_context_get_list_of_top_level_image_IDs(context));
    const id = ids[page - 1];
    if (id === undefined) throw new Error(`the file has ${ids.length} pictures, but not a picture ${page}`);
    const image = libheif.heif_js_context_get_image_handle(context, id);
    if ('code' in image) throw new Error('the file lists a picture that it does not contain');
    try {
      return brightnessOf(image) ?? greyOfColours(image);
    } finally {
      libheif.heif_image_handle_release(image);
    }
  } finally {
    libheif.heif_context_free(context);
  }
}

function brightnessOf(image: object): GreyPicture | null {
  const { heif_colorspace_undefined: stored } = libheif.heif_colorspace;
  return decoded(image, stored, libheif.heif_chroma.heif_chroma_undefined, (channels) => {
    const brightness = channels.find(({ id }) => id === libheif.heif_channel.heif_channel_Y);
    return brightness === undefined ? null : greyOf(brightness);
  });
}

function greyOfColours(image: object): GreyPicture {
  const { heif_colorspace_RGB: colours } = libheif.heif_colorspace;
  return decoded(image, colours, libheif.heif_chroma.heif_chroma_interleaved_RGBA, (channels) => {
    const all = channels.find(({ id }) => id === libheif.heif_channel.heif_channel_interleaved);
    if (all === undefined) throw new Error('the picture has no colours');
    return greyOfRgba(all);
  });
}

/** Decodes an image and calls `use` with its channels, which exist only during the call. */
function decoded<Result>(
  image: object,
  colours: object,
  chroma: object,
  use: (channels: Channel[]) => Result,
): Result {
  const { image: result, channels } = decodedSchema.parse(
    libheif.heif_js_decode_image2(image, colours, chroma),
  );
  try {
    return use(channels);
  } finally {
    libheif.heif_image_release(result);
  }
}

/** Converts colours to grey with the weights that JPEG uses (ITU-R BT.601). */
function greyOfRgba({ width, height, stride, data }: Channel): GreyPicture {
  const grey = Buffer.alloc(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let from = y * stride; from < y * stride + width * 4; from += 4, at += 1) {
      const [red, green, blue] = [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0];
      grey[at] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    }
  }
  return { data: grey, width, height };
}

/**
 * Copies a channel as 8-bit grey. The rows of the channel can be padded. A value of more than 8 bits takes two bytes,
 * the low byte first.
 */
function greyOf({ width, height, stride, bits_per_pixel: bits, data }: Channel): GreyPicture {
  const grey = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * stride, (y + 1) * stride);
    if (bits <= 8) grey.set(row.subarray(0, width), y * width);
    else {
      for (let x = 0; x < width; x += 1) {
        grey[y * width + x] = (((row[2 * x + 1] ?? 0) << 8) | (row[2 * x] ?? 0)) >> (bits - 8);
      }
    }
  }
  return { data: grey, width, height };
}

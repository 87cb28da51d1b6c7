import { z } from 'zod';
import { type Asset, AssetError } from './port.ts';

const noteSchema = z.object({
  owner: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int().min(0),
  sha256: z.string(),
  createdAt: z.iso.datetime().transform((text) => new Date(text)),
});

/** The metadata of an asset, which is stored beside the bytes of the asset. */
export type AssetNote = Omit<Asset, 'id' | 'url'>;

/** Parses a stored note. Throws if the text is not a note. */
export function noteIn(text: string): AssetNote {
  return noteSchema.parse(JSON.parse(text));
}

/**
 * Returns the note of a copied asset. Throws an `AssetError` with the code `upload_incomplete` if the bytes of the copy
 * differ from those of the original.
 */
export function noteOfCopy(asset: Asset, copied: Pick<Asset, 'size' | 'sha256'>): AssetNote {
  const { owner, name, type, size, sha256, createdAt } = asset;
  if (copied.size !== size || copied.sha256 !== sha256)
    throw new AssetError('upload_incomplete', 'The bytes of the copy differ from those of the original');
  return { owner, name, type, size, sha256, createdAt };
}

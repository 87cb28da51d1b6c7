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

/** What is kept of an asset beside its bytes. */
export type AssetNote = Omit<Asset, 'id' | 'url'>;

/** The note that was kept as this JSON text. Throws for any other text. */
export function noteIn(text: string): AssetNote {
  return noteSchema.parse(JSON.parse(text));
}

/** The note of an asset whose bytes were copied. Throws `AssetError` `upload_incomplete` when they are others. */
export function noteOfCopy(asset: Asset, copied: Pick<Asset, 'size' | 'sha256'>): AssetNote {
  const { owner, name, type, size, sha256, createdAt } = asset;
  if (copied.size !== size || copied.sha256 !== sha256)
    throw new AssetError('upload_incomplete', 'Its bytes are not those that were taken in');
  return { owner, name, type, size, sha256, createdAt };
}

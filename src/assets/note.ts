import { z } from 'zod';
import type { Asset } from './port.ts';

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

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../engine/ports.ts';
import type { SourceTextStore } from '../store/ports/runs.ts';
import type { CachedLink, LinkCache } from './port.ts';

const cachedLinkSchema = z.object({
  assetId: z.string(),
  declaredType: z.string().optional(),
  validators: z.object({
    finalUrl: z.string(),
    etag: z.string().optional(),
    lastModified: z.string().optional(),
  }),
});

/**
 * Stores the latest content of links for one owner. The content is kept as long as extracted text is. Owners do not
 * share content. An entry that cannot be parsed counts as missing.
 */
export function linkCacheOf(owner: string, texts: SourceTextStore, clock: Clock): LinkCache {
  const at = (url: string): string => `link ${createHash('sha256').update(url).digest('hex')}`;
  return {
    async find(url) {
      const bytes = await texts.get(owner, at(url), clock.now());
      return bytes === null ? null : understood(bytes);
    },
    keep: (url, link) => texts.put(owner, at(url), Buffer.from(JSON.stringify(link)), clock.now()),
  };
}

function understood(bytes: Uint8Array): CachedLink | null {
  try {
    return cachedLinkSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

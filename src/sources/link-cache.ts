import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../engine/ports.ts';
import { storedJson } from '../domain/stored-json.ts';
import type { SourceTextStore } from '../store/ports/runs.ts';
import type { LinkCache } from './port.ts';

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
    find: async (url) => storedJson(cachedLinkSchema, await texts.get(owner, at(url), clock.now())),
    keep: (url, link) => texts.put(owner, at(url), Buffer.from(JSON.stringify(link)), clock.now()),
  };
}

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type SourceText, sourceTextSchema } from '../../engine/model/source.ts';
import type { Clock, SourceCache } from '../../engine/ports.ts';
import { storedJson } from '../domain/stored-json.ts';
import type { SourceTextStore } from '../store/ports/runs.ts';
import type { FindTexts } from './port.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * The caches of active runs. A second caller for the same owner gets the same cache, so that both share reads in
 * progress.
 */
const active = new WeakMap<SourceTextStore, Map<string, WeakRef<SourceCache>>>();

/**
 * Stores extracted text for one owner, so that the cache reveals nothing of other owners. An entry that cannot be
 * parsed, because its format has changed, counts as missing.
 */
export function sourceTextsOf(owner: string, texts: SourceTextStore, clock: Clock): SourceCache {
  const caches = active.get(texts) ?? new Map<string, WeakRef<SourceCache>>();
  active.set(texts, caches);
  const known = caches.get(owner)?.deref();
  if (known !== undefined) return known;
  for (const [name, cache] of caches) if (cache.deref() === undefined) caches.delete(name);
  const made = cacheOf(owner, texts, clock);
  caches.set(owner, new WeakRef(made));
  return made;
}

function cacheOf(owner: string, texts: SourceTextStore, clock: Clock): SourceCache {
  return {
    get: async (key) => unpacked(await texts.get(owner, key, clock.now())),
    async put(key, value) {
      await texts.put(owner, key, await pack(JSON.stringify(value), { level: 1 }), clock.now());
    },
  };
}

async function unpacked(bytes: Uint8Array | null): Promise<SourceText | null> {
  return bytes && storedJson(sourceTextSchema, await unpack(bytes).catch(() => null));
}

/** The most memory that recently read texts may take, in characters; a range counts as much as this many characters. */
const recentCharacters = 16_000_000;
const rangeCharacters = 100;

/**
 * Returns a function that finds the stored texts of a file of an owner. A file has several texts if it was read with
 * different settings. The texts that were read last stay in memory, since a reader of a document asks for one part of
 * its text after another.
 */
export function storedTexts(texts: SourceTextStore, clock: Clock): FindTexts {
  const recent = new LRUCache<string, SourceText>({
    maxSize: recentCharacters,
    sizeCalculation: ({ text, ranges }) => text.length + ranges.length * rangeCharacters + 1,
  });
  return async function* find(owner, sha256) {
    for (const key of await texts.keys(owner, `${sha256}:`)) {
      const name = `${owner} ${key}`;
      const known = recent.get(name);
      if (known !== undefined) {
        yield known;
        continue;
      }
      const content = await unpacked(await texts.get(owner, key, clock.now()));
      if (content === null) continue;
      recent.set(name, content);
      yield content;
    }
  };
}

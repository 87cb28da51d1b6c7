import { LRUCache } from 'lru-cache';
import type { LookAtPages } from '../../cite/with-boxes.ts';
import type { Limits } from '../../job.ts';
import { ReadFailure } from '../../model/errors.ts';
import type { Box } from '../../model/locator.ts';
import type { PageSpans } from '../../model/source.ts';
import { askReader, type Reader, sharedReaders } from '../sandbox/reader.ts';

/**
 * Locating the words that a finding cites usually takes some milliseconds. If it takes longer than this for a file,
 * Proviso does not try again for that file.
 */
const mostMs = 10_000;
/**
 * Maximum cached results. The cache helps because the same words of a knowledge file are cited for every file that is
 * checked.
 */
const maxCachedPages = 1_000;

/** For each requested page, the boxes of each span; null for a span whose position on the page is uncertain. */
type LocatedBoxes = (Box[] | null)[][];

/**
 * Locates words on pages of retained PDFs, in a process that can be killed. After a failure the result for that file is
 * always null.
 */
export function createBoxLocator(
  retained: { pathOf(sha256: string): string | null },
  limits: Limits,
): LookAtPages {
  const failed = new Set<string>();
  const cache = new LRUCache<string, LocatedBoxes>({ max: maxCachedPages });
  return async (sha256, pages, signal) => {
    const path = failed.has(sha256) ? null : retained.pathOf(sha256);
    if (path === null) return null;
    const key = JSON.stringify([sha256, pages.map(({ page, spans }) => [page, spans])]);
    const known = cache.get(key);
    if (known) return known;
    try {
      const located = await boxesIn(path, pages, limits, signal);
      if (located) cache.set(key, located);
      return located;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ReadFailure)) throw error;
      failed.add(sha256);
      return null;
    }
  };
}

async function boxesIn(
  path: string,
  pages: PageSpans[],
  { fileMemoryBytes, fileMs, fileCharacters }: Limits,
  signal: AbortSignal,
): Promise<LocatedBoxes | null> {
  const pool = sharedReaders(fileMemoryBytes);
  const child = await pool.acquire(signal);
  const stop = () => child.kill('timed_out');
  const timer = setTimeout(stop, Math.min(mostMs, fileMs));
  const stopWatching = child.watchMemory(fileMemoryBytes);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await asked(child, path, pages, fileCharacters);
  } finally {
    clearTimeout(timer);
    stopWatching();
    signal.removeEventListener('abort', stop);
    pool.release(child);
  }
}

async function asked(
  child: Reader,
  path: string,
  pages: PageSpans[],
  characters: number,
): Promise<LocatedBoxes | null> {
  await askReader(child, { ask: 'open', format: 'pdf', path, hints: {}, characters });
  const answer = await askReader(child, { ask: 'boxes', pages });
  await askReader(child, { ask: 'close' });
  if (answer.reply !== 'boxes') return null;
  const fits = pages.every(({ spans }, index) => answer.pages[index]?.length === spans.length);
  return fits ? answer.pages : null;
}

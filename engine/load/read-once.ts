import { ReadFailure } from '../model/errors.ts';
import type { SourceText } from '../model/source.ts';
import type { SourceCache } from '../ports.ts';
import { untilAborted } from '../runtime/until-aborted.ts';

/**
 * Content that was just read. `keep` is false if something is missing that another attempt may find; the content is
 * then read again the next time.
 */
export type Fresh = { content: SourceText; keep: boolean };

type Once = {
  content: SourceText;
  /** Whether the content came from the cache or from another caller's reading. */
  shared: boolean;
};

/** Readings in progress, by cache and key. */
const underWay = new WeakMap<SourceCache, Map<string, Promise<SourceText>>>();

/**
 * Returns content from the cache, waits for another caller that is reading the same content, or reads the content now.
 * Failures are not cached. A `ReadFailure` is thrown to every caller that waits. If the caller that reads is cancelled,
 * another caller reads.
 */
export async function readOnce(
  key: string,
  cache: SourceCache,
  signal: AbortSignal,
  readNow: () => Promise<Fresh>,
): Promise<Once> {
  for (;;) {
    const cached = await cache.get(key);
    if (cached !== null) return { content: cached, shared: true };
    const readings = underWay.get(cache) ?? new Map<string, Promise<SourceText>>();
    underWay.set(cache, readings);
    const twin = readings.get(key);
    if (twin === undefined)
      return { content: await readAndStore(key, cache, readings, readNow), shared: false };
    const content = await resultOf(twin, signal);
    if (content !== null) return { content, shared: true };
  }
}

async function readAndStore(
  key: string,
  cache: SourceCache,
  readings: Map<string, Promise<SourceText>>,
  readNow: () => Promise<Fresh>,
): Promise<SourceText> {
  const fresh = readNow();
  const reading = fresh.then(({ content }) => content);
  readings.set(key, reading);
  try {
    const content = await reading;
    // Incomplete content is stored too, so that the words around a quote can be shown, but under a key that is never read.
    await cache.put((await fresh).keep ? key : `${key}:incomplete`, content);
    return content;
  } finally {
    readings.delete(key);
  }
}

/**
 * The result of another caller's reading; null if that reading was cancelled or failed unexpectedly. Throws the
 * `ReadFailure` of that reading, or the signal's reason.
 */
async function resultOf(twin: Promise<SourceText>, signal: AbortSignal): Promise<SourceText | null> {
  try {
    return await untilAborted(twin, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ReadFailure) throw error;
    return null;
  }
}

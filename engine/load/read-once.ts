import { ReadFailure } from '../model/errors.ts';
import type { SourceText } from '../model/source.ts';
import type { SourceCache } from '../ports.ts';

/** The content read; `keep` is false when something is missing from it that another reading may find. */
export type Fresh = { content: SourceText; keep: boolean };

type Once = {
  content: SourceText;
  /** The content came from the cache or from a concurrent reading. */
  shared: boolean;
};

/** Active readings, by their cache and their key. */
const underWay = new WeakMap<SourceCache, Map<string, Promise<SourceText>>>();

/**
 * Takes content from the cache, or waits for an active reading of the same content, or reads now. Only success is
 * stored; a `ReadFailure` is shared, another caller's cancellation is not.
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
    if ((await fresh).keep) await cache.put(key, content);
    return content;
  } finally {
    readings.delete(key);
  }
}

/** The result of the other reading, or null when it was cancelled for a reason of its own. */
async function resultOf(twin: Promise<SourceText>, signal: AbortSignal): Promise<SourceText | null> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([twin, aborted]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ReadFailure) throw error;
    return null;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

import { defaultLimits, type JobFile, type Limits } from '../../job.ts';
import { ReadFailure } from '../../model/errors.ts';
import type { OpenSource } from '../../ports.ts';
import { sniff } from '../formats/sniff.ts';
import { askReader, type Reader } from '../sandbox/reader.ts';
import { borrowReader } from '../sandbox/with-reader.ts';
import type { PlaceDrawing, PlaceToDraw } from './place-drawing.ts';

export type DrawOptions = {
  /** The SHA-256 of the file when it was cited. A file that has changed since then is not drawn. */
  sha256: string;
  openSource: OpenSource;
  signal: AbortSignal;
  limits?: Pick<Limits, 'fileMs' | 'fileMemoryBytes' | 'fileCharacters'>;
};

/** The types of files whose places can be drawn. */
const drawable = new Set(['pdf', 'jpeg', 'png', 'webp', 'avif', 'tiff', 'gif']);

/**
 * Draws places of one file, each with its words marked, in a process that can be killed. Yields a drawing for each
 * place in order, or null for a place that cannot be drawn. Ends early, without an error, if the file cannot be read,
 * has changed, or takes longer or more memory than one file may. Throws only the reason of the signal.
 */
export async function* drawPlaces(
  file: JobFile,
  places: readonly PlaceToDraw[],
  { sha256, openSource, signal, limits = defaultLimits }: DrawOptions,
): AsyncGenerator<PlaceDrawing | null> {
  try {
    const opened = await openSource(file, signal);
    try {
      if (opened.sha256 !== sha256) return;
      const { format } = await sniff(opened.path, file.name, opened.declaredType);
      if (drawable.has(format.id)) yield* drawn(opened.path, format.id, places, limits, signal);
    } finally {
      await opened.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ReadFailure)) throw error;
  }
}

async function* drawn(
  path: string,
  format: string,
  places: readonly PlaceToDraw[],
  { fileMs, fileMemoryBytes, fileCharacters: characters }: NonNullable<DrawOptions['limits']>,
  signal: AbortSignal,
): AsyncGenerator<PlaceDrawing | null> {
  const { child, release } = await borrowReader({ memoryBytes: fileMemoryBytes, ms: fileMs }, signal);
  try {
    await askReader(child, { ask: 'open', format, path, hints: {}, characters });
    for (const place of places) yield await drawing(child, place);
    await askReader(child, { ask: 'close' });
  } finally {
    release();
  }
}

async function drawing(child: Reader, place: PlaceToDraw): Promise<PlaceDrawing | null> {
  const reply = await askReader(child, { ask: 'draw', ...place });
  return reply.reply === 'drawn' ? reply.drawing : null;
}
